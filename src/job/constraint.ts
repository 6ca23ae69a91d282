/** What the job asks for, as a constraint; never a platform's SKU. Absent means "any". */
export interface Constraint {
  /** `count` in one box, or between that and `most`. */
  gpu?: { names: string[]; count: number; most?: number; memoryGb?: Range };
  /** Machines that work as one; absent: 1. Everything else is said of one of them. */
  nodes?: number;
  /** So many of them are enough; absent: all. */
  leastNodes?: number;
  cpus?: Range;
  memoryGb?: Range;
  diskGb?: Range;
  regions?: string[];
  /** The least CUDA that the driver of the host must offer, `12.8`. Absent: what the image needs. */
  cuda?: string;
}

/** Inclusive bounds; an absent one is open. */
export interface Range {
  min?: number;
  max?: number;
}
