import type { RunDir } from '../launch/launcher.ts';
import { Problem } from '../problem.ts';
import type { Channel, ExecOptions, ExecResult } from './channel.ts';
import { TransportFailed } from './channel.ts';
import { oneLine } from './stranger-text.ts';

/** Exit code for a keeper that is not there: the box was reset or is not the one that was installed. */
export const KEEPER_GONE = 66;

const CALL = `[ -f "$1" ] || exit ${KEEPER_GONE}; exec sh "$@"`;

/** Runs one command of the keeper on the box: one exec. */
export const callKeeper = (
  channel: Channel,
  dir: RunDir,
  words: readonly string[],
  options?: ExecOptions,
): Promise<ExecResult> => channel.exec(['sh', '-c', CALL, 'sh', dir.keeper, ...words], options);

/**
 * What the keeper answered: the lines that carry its word. Anything else on stdout is noise of the box (a `.bashrc` that
 * prints, a banner).
 */
export const answersOf = (result: ExecResult): string[] =>
  result.stdout.split('\n').flatMap((line) => (line.startsWith('GPU-LEASE ') ? [line.slice(10)] : []));

/** For an answer that cannot be used. An answer cut short says nothing about the run, so it is the transport's. */
export function unusableAnswer(doing: string, result: ExecResult, dir?: RunDir): Error {
  if (result.exitCode === KEEPER_GONE) {
    return new Problem({
      code: 'keeper-gone',
      kind: 'unfit',
      what: `${doing}: ${dir?.keeper ?? 'the keeper'} is no longer on the box. It was reset, or it is another box.`,
      next: 'Look at the platform whether the box was recreated; `gpu-lease resume` lays everything down again.',
    });
  }
  if (result.exitCode === 0) {
    return new TransportFailed(
      `${doing}: the box's answer is not complete (${result.stdout.length} characters)`,
      'short',
    );
  }
  return new Problem({
    code: 'keeper-failed',
    kind: 'unfit',
    what: `${doing} failed on the box (exit ${result.exitCode}): ${oneLine(result.stderr.slice(-2000)) || 'it said nothing'}`,
    next: 'Correct what it names (often a full disk or a directory without write permission) and run the same command again.',
  });
}
