import type { ProbeCell } from '../box/box-plan.ts';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { type LastWords, lastWordsIn } from '../crash/last-words.ts';
import type { RunDir } from '../launch/launcher.ts';

const TAIL_BYTES = 65_536;

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
