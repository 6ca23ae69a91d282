/** What the job asks for, as a constraint; never a platform's SKU. Absent means "any". */
export interface Constraint {
  gpu?: { names: string[]; count: number; memoryGb?: Range };
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
