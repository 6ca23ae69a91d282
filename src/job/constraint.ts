/** What the job asks for, as a constraint; never a platform's SKU. Absent means "any". */
export interface Constraint {
  gpu?: { names: string[]; count: number; memoryGb?: Range };
  /** Machines that work as one; absent: 1. Everything else is said of one of them. */
  nodes?: number;
  /** So many of them are enough; absent: all. */
  leastNodes?: number;
  cpus?: Range;
  memoryGb?: Range;
  diskGb?: Range;
  regions?: string[];
}

/** Inclusive bounds; an absent one is open. */
export interface Range {
  min?: number;
  max?: number;
}
