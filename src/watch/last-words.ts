import type { ProbeCell } from '../box/box-plan.ts';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { type Place, placeOnBox } from '../crash/frames.ts';
import { OutputWatch } from '../crash/output-watch.ts';
import type { RunDir } from '../launch/launcher.ts';

const TAIL_BYTES = 65_536;

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

/** From more of its log than a look brings: a stack is longer than that. What cannot be had is told from that much. */
export async function lastWordsOf(channel: Channel, dir: RunDir, cell: ProbeCell): Promise<LastWords> {
  if (cell.task !== undefined) return lastWordsIn(cell.logTail);
  const log = `${dir.base}/attempts/${cell.attempt}/cells/${cell.name}/log`;
  try {
    const { exitCode, stdout } = await channel.exec(['tail', '-c', String(TAIL_BYTES), log]);
    return lastWordsIn(exitCode === 0 ? stdout : cell.logTail);
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    return lastWordsIn(cell.logTail);
  }
}
