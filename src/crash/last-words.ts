import { type Place, placeOnBox } from './frames.ts';
import { OutputWatch } from './output-watch.ts';

/** What a dead command said last, as a failed smoke shows it. */
export interface LastWords {
  /** `Python traceback: ValueError: shape mismatch`. */
  crash: string | undefined;
  /** The innermost line of the run's own code. */
  place: Place | undefined;
  /** The last ones, inert. */
  lines: readonly string[];
}

export function lastWordsIn(text: string | Buffer): LastWords {
  const output = new OutputWatch(() => {});
  output.push(Buffer.from(text));
  output.end();
  const { crash, frames, tail } = output;
  return { crash: crash && `${crash.what}: ${crash.line}`, place: placeOnBox(frames), lines: tail };
}
