/**
 * How much was proven of a file. L0: present and of a known kind. L1: every byte accounted for, checksums and digest right.
 * L2: header, index and pickle program hold together. L3: the values and their meaning do.
 */
export declare const LEVELS: readonly ["L0", "L1", "L2", "L3"];
export type Level = (typeof LEVELS)[number];
/** What the roster says a file is for. */
export declare const ROLES: readonly ["checkpoint", "model", "optimizer", "adapter", "metrics", "config", "log", "dataset", "archive", "opaque"];
export type Role = (typeof ROLES)[number];
/**
 * The level that a file of this role needs before it may unlock a teardown: values and meaning for what a resume or a user
 * loads; structure for the rest; only the digest for what is opaque.
 */
export declare const LEVEL_NEEDED: Readonly<Record<Role, Exclude<Level, 'L0'>>>;
