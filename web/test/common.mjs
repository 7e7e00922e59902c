// What the tests share.
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The command line to compare with. */
export const sudomill = process.env.SUDOMILL ?? path.join(root, "target/release/sudomill");

/** Timing rows without their last column, which is a time. */
export const withoutTimes = (timing) => timing.replace(/,[^,\n]*$/gm, "");
