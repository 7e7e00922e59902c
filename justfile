# What one does here, by name. `just --list`.

# Solve a shipped set.
run *args:
    cargo run --release -- {{ if args == "" { "solve datasets/minimal.txt -o solutions.txt --timing timing.csv" } else { args } }}

# The tests.
test:
    cargo test --all-features

# All that CI runs.
ci:
    .ci/run

# Micro-benchmarks.
bench:
    cargo bench -p sudomill-rooms

# Our strategies beside the crates of others, on any files.
peers *files:
    cargo run --release --manifest-path benches/peers/Cargo.toml -- {{ files }}

# The default strategy beside tdoku, Schoku, fsss2 and JCZSolve; see benches/field.
field *args:
    benches/field/run {{ args }}

# Rate and memory, from a thousand puzzles up.
growth largest="10000000":
    scripts/measure_growth {{ largest }}

# The artefacts of a release, as far as this machine makes them.
release *args:
    scripts/release {{ args }}

# The shipped sets against benches/baseline.json; `just gate --renew` renews it.
gate *args:
    scripts/bench_gate {{ args }}

# Make datasets/ again, byte for byte.
datasets:
    scripts/regenerate_datasets

# Peak memory on a 4 GiB input, in every mode.
memory:
    scripts/measure_memory

# The report in headless Chromium; screenshots in a folder.
report folder="target/report":
    scripts/test_report {{ folder }}

# The page, built and served on this machine.
web *args:
    scripts/web {{ args }}
