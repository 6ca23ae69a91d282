/** The room that a smoke's output took on the machine of the smoke. Its model may be smaller than the real one. */
export interface Footprint {
  /** The largest whole checkpoint set; absent where none was written. */
  checkpoint?: { bytes: number; files: number };
  output: { bytes: number; files: number };
}
