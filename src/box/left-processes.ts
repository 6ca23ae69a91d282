import type { RunDir } from '../launch/launcher.ts';
import type { Channel } from './channel.ts';
import { answersOf, callKeeper } from './keeper-call.ts';

/** A process that a run left on its box, by what the keeper gave it: its mark and its directory. */
export interface LeftProcess {
  pid: number;
  /** In ticks of the box's clock since it came up: with the number of the process it names one process for ever. */
  start: number;
  ageSeconds: number;
  /** The program, by the kernel's word. */
  program: string;
}

export interface LeftOver {
  processes: LeftProcess[];
  /** Younger than two minutes: left alone, for they may be about to end. */
  young: number;
  /** Numbers of those that were ended now. */
  ended: number[];
}

const LEAST_AGE_SECONDS = 120;

/**
 * What of ours is alive on a box although no attempt of its run works any more. Processes of others are never looked at.
 *
 * @param end of an earlier answer: they are ended, where they still are the same and still ours
 * @returns `undefined` where an attempt works, and where the keeper is gone or does not know the question
 */
export async function leftOver(
  channel: Channel,
  dir: RunDir,
  end: readonly LeftProcess[] = [],
): Promise<LeftOver | undefined> {
  const named = end.map(({ pid, start }) => `${pid}:${start}`);
  const words = ['left', dir.base, String(LEAST_AGE_SECONDS), ...named];
  const result = await callKeeper(channel, dir, words, { timeoutSeconds: 60 + 10 * named.length });
  const answers = answersOf(result);
  if (result.exitCode !== 0 || !answers.includes('looked')) return undefined;
  const processes = answers.flatMap((line): LeftProcess[] => {
    const [, pid, start, age, program = ''] =
      /^left (\d{1,10}) (\d{1,15}) (\d{1,10}) ([\w.-]{0,20})$/.exec(line) ?? [];
    return pid === undefined
      ? []
      : [{ pid: Number(pid), start: Number(start), ageSeconds: Number(age), program }];
  });
  return {
    processes,
    young: answers.filter((line) => /^young \d+$/.test(line)).length,
    ended: answers.flatMap((line) => /^ended (\d{1,10})$/.exec(line)?.[1] ?? []).map(Number),
  };
}
