// Common parts of the tests.
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The command line to compare with. */
export const sudomill = process.env.SUDOMILL ?? path.join(root, "target/release/sudomill");

/** Removes the last column of timing rows, which is a time. */
export const withoutTimes = (timing) => timing.replace(/,[^,\n]*$/gm, "");
