/**
 * What was seen of a box, and what a person was told of it. Sight has an age, and only the record knows it: whoever looks next
 * is another process on another machine. Listed in `events.ts`.
 */

/** The box answered. Written when the record's last word of it has grown old, not at every look. */
export interface Seen {
  type: 'seen';
  lease: string;
}

/** The box did not answer, for the first time since it last did. */
export interface Unreached {
  type: 'unreached';
  lease: string;
  /** The platform's word for its state at that moment. */
  shown: string;
}

/** Stopped, its meters of computing proven so, and its platform shows them stopped still. Written rarely, as `seen` is. */
export interface StandsStopped {
  type: 'stands-stopped';
  lease: string;
}

/** A box that was proven stopped computes again, and nobody here started it: shown so twice. */
export interface RunsAgain {
  type: 'runs-again';
  lease: string;
  /** Ids of the meters that run. */
  meters: string[];
}

/** Alive, and no new byte for longer than the job allows. */
export interface Stalled {
  type: 'stalled';
  lease: string;
  cell: string;
  /** How long it had been silent then, by the box's clock. */
  quietSeconds: number;
}

/** A cell that was stalled writes again. */
export interface Moving {
  type: 'moving';
  lease: string;
  cell: string;
}

/** The command returned, and what it started in the background goes on: followed, and not finished. */
export interface Detached {
  type: 'detached';
  lease: string;
  cell: string;
  attempt: number;
  /** Processes that carry the cell's mark; 0 where only files changed behind its back. */
  processes: number;
}

/** A person was told of something that lasts (`concerns.ts`): in an issue, by an exit code, on the terminal. */
export interface Told {
  type: 'told';
  /** The concern's key. */
  of: string;
  /** Since when it lasts, as it was told: begun anew, it is told anew. */
  since: string;
}

/**
 * After a time in which nobody wrote to the record, something outside its ref was asked whether the record is all there was,
 * and knew of nothing more (docs/lifecycle.md, "Absence proves nothing").
 */
export interface Vouched {
  type: 'vouched';
  /** Who was asked: "artifact 4001 of workflow run 7", "this machine". */
  witnesses: string[];
}
