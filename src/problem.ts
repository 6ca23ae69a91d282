/**
 * What a failure means to whoever called us. The number is the process's exit code and is part of the
 * interface (docs/exit-codes.md); a script may match on it, prose may change.
 */
export const EXIT = {
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
  interrupted: 130,
} as const;

export type ProblemKind = Exclude<keyof typeof EXIT, 'ok'>;

export interface ProblemDetail {
  /** Short stable name within its kind, for tests and callers: `unknown-key`, `host-key-changed`. */
  code: string;
  kind: ProblemKind;
  /** What happened, with the real values. */
  what: string;
  /** The next step the reader can take. */
  next: string;
  /** What still costs money while this is unsolved, if anything: `local-7f3a-1: 0.40 USD/h`. */
  costing?: string[];
  /** Where in the user's own files it lies; becomes an annotation in Actions. */
  at?: { file: string; line: number; column: number };
  /** Changes of the job file that would answer it. */
  edits?: readonly FileEdit[];
  /** What stands in the job file amiss, and what is meant, where that is sure. */
  meant?: MeantEntry;
}

/** What a misspelt part of a file of keys and values is to be: a key by another name, a value, or the whole entry or item as text. */
export interface MeantEntry {
  path: readonly (string | number)[];
  as: { key: string } | { value: string } | { text: string };
}

/** A new value in a file of keys and values. */
export interface FileEdit {
  /** Keys and list positions, as people write them: `['artifacts', 0, 'path']`. */
  path: readonly (string | number)[];
  value: string | true;
}

/** A failure the user can act on. Anything else that is thrown is a bug of ours. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly kind: ProblemKind;
  readonly what: string;
  readonly next: string;
  readonly costing: string[];
  readonly at: { file: string; line: number; column: number } | undefined;
  readonly edits: readonly FileEdit[];
  readonly meant: MeantEntry | undefined;

  constructor(detail: ProblemDetail, options?: ErrorOptions) {
    const costing = detail.costing ?? [];
    const bill = costing.length > 0 ? `\nStill costing money: ${costing.join('; ')}` : '';
    super(`${detail.what}${bill}\nNext: ${detail.next}`, options);
    this.code = detail.code;
    this.kind = detail.kind;
    this.what = detail.what;
    this.next = detail.next;
    this.costing = costing;
    this.at = detail.at;
    this.edits = detail.edits ?? [];
    this.meant = detail.meant;
  }
}

/** Several problems of one input, reported together. Exit code: the first one's. */
export class Problems extends Error {
  override readonly name = 'Problems';
  constructor(readonly all: [Problem, ...Problem[]]) {
    super(all.map((each) => each.message).join('\n\n'));
  }
}

/** Whatever was thrown, as one problem: of several the first, and what is none is a bug of ours. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Problems) return error.all[0];
  return new Problem(
    {
      code: 'bug',
      kind: 'bug',
      what: `A bug of gpu-lease: ${stackOf(error)}`,
      next: 'Report it with this text.',
    },
    { cause: error },
  );
}

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

export function exitCodeOf(error: unknown): number {
  if (error instanceof Problem) return EXIT[error.kind];
  if (error instanceof Problems) return EXIT[error.all[0].kind];
  return EXIT.bug;
}
