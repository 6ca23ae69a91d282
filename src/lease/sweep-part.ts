/** Which part of which sweep a run is. All parts have one configuration hash: that of the whole sweep. */
export interface SweepPart {
  id: string;
  /** Counted from 1. */
  part: number;
  of: number;
  /** `digestOf` the roster, so that parts of another division are never taken for its own. */
  division: string;
  /** In part 1 alone: the names of the cells of every part, which is what a sweep is reconciled with. */
  roster?: string[][];
}
