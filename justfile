# What one does here, by name. `just --list`.

# Solve a shipped set.
run *args:
    cargo run --release -- {{ if args == "" { "solve datasets/minimal.txt -o solutions.txt --timing timing.csv" } else { args } }}

# The quick loop: format, lints, the tests of the readers and of the program.
check:
    cargo fmt --check
    cargo clippy --all-targets --all-features -- -D warnings
    cargo test --all-features -p sudomill-input-tests -p sudomill-output-tests -p sudomill --test unit --test cli

# The tests.
test:
    cargo test --all-features

# All that CI runs.
ci:
    .ci/run

# Micro-benchmarks.
bench:
    cargo bench -p sudomill-rooms

# Our strategies beside the crates of others, on any files; `sudomill bench --from` shows the result.
peers output *files:
    cargo run --release --manifest-path benches/peers/Cargo.toml -- -o {{ output }} {{ files }}

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
    scripts/measure_growth --memory

# The queue that puts results back into their order, in every order of a few threads.
loom *args:
    RUSTFLAGS="--cfg loom" cargo test --release --manifest-path tests/loom/Cargo.toml {{ args }}

# N puzzles of every kind on the two fastest backends of lanes; or `all`, on every solver.
cross-check n seed="1" solvers="fast":
    cargo run --release -p sudomill-library-tests --example cross_check {{ solvers }} {{ n }} {{ seed }}

# The report in headless Chromium; screenshots in a folder.
report folder="target/report":
    scripts/test_report {{ folder }}

# The page, built and served on this machine.
web *args:
    scripts/web {{ args }}
