import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/problem.ts
var EXIT = {
  ok: 0,
  /** The run itself failed: the trainer died, an artifact did not verify. */
  failed: 1,
  /** The caller's input cannot be used. Nothing was rented. */
  usage: 2,
  /** Something could be neither proven nor disproven (a format feature we cannot read, a budget hit). */
  inconclusive: 3,
  /** Verified, but only as far as the format allows. */
  degraded: 4,
  /** A destructive or spending step lacks its approval, seal or evidence. */
  refused: 10,
  /** Something still costs money and could not be stopped. */
  billing: 11,
  /** Nothing to rent that meets the constraint. */
  capacity: 12,
  /** The box, a platform or the ledger's remote could not be reached. Says nothing about the run. */
  unreachable: 13,
  /** The ledger could not be read, written or trusted. */
  ledger: 14,
  /** The box's host key is not the pinned one. */
  identity: 15,
  /** The box was reached and is not fit for the job. */
  unfit: 16,
  /** The CPU smoke or the resume drill failed. */
  smoke: 17,
  bug: 70,
  interrupted: 130
};
var Problem = class extends Error {
  name = "Problem";
  code;
  kind;
  what;
  next;
  costing;
  at;
  edits;
  meant;
  constructor(detail, options) {
    const costing = detail.costing ?? [];
    const bill = costing.length > 0 ? `
Still costing money: ${costing.join("; ")}` : "";
    super(`${detail.what}${bill}
Next: ${detail.next}`, options);
    this.code = detail.code;
    this.kind = detail.kind;
    this.what = detail.what;
    this.next = detail.next;
    this.costing = costing;
    this.at = detail.at;
    this.edits = detail.edits ?? [];
    this.meant = detail.meant;
  }
};
var Problems = class extends Error {
  constructor(all) {
    super(all.map((each) => each.message).join("\n\n"));
    this.all = all;
  }
  all;
  name = "Problems";
};
function problemOf(error) {
  if (error instanceof Problem) return error;
  if (error instanceof Problems) return error.all[0];
  return new Problem(
    {
      code: "bug",
      kind: "bug",
      what: `A bug of gpu-lease: ${stackOf(error)}`,
      next: "Report it with this text."
    },
    { cause: error }
  );
}
var stackOf = (error) => error instanceof Error ? error.stack ?? error.message : String(error);
function exitCodeOf(error) {
  if (error instanceof Problem) return EXIT[error.kind];
  if (error instanceof Problems) return EXIT[error.all[0].kind];
  return EXIT.bug;
}

export {
  EXIT,
  Problem,
  Problems,
  problemOf,
  stackOf,
  exitCodeOf
};
