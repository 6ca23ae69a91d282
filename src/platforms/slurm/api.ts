import { type ExecOptions, TransportFailed } from '../../box/channel.ts';
import { oneLine } from '../../box/stranger-text.ts';
import { Problem } from '../../problem.ts';
import { PlatformAnswer } from '../api.ts';
import type { PlatformContext } from '../context.ts';

/** More than all the bounds in a program of remote.ts together, unless it waits for the lock as well. */
const SECONDS = 200;
/** A job of ours is some hundred bytes of an answer. */
const MAX_BYTES = 64 * 2 ** 20;

/** What a program of remote.ts answered, by its labels. */
export interface Told {
  /** What it said, without empty lines. */
  lines(label: string): string[];
  /** How it ended; `undefined` where it was not run. */
  code(label: string): number | undefined;
}

/** A login node, and how its words are had. */
export interface LoginNode {
  /** As the job names it. @throws Problem `queue-missing` where it does not */
  readonly target: string;
  ask(program: string, words: readonly string[], stdin?: string): Promise<Told>;
}

/** Where Slurm itself was not reached, though its login node was. */
const SILENT =
  /Unable to contact slurm (?:controller|ctld)|Socket timed out|Slurm temporarily unable to accept job|Unexpected message received|Connection refused|Zero Bytes were transmitted|Slurm backup controller in standby/i;

export const isSilent = (lines: readonly string[]): boolean => lines.some((line) => SILENT.test(line));
/** Not of ours, or finished and forgotten. */
export const isUnknownJob = (lines: readonly string[]): boolean =>
  lines.some((line) => /Invalid job id/i.test(line));

export function openLoginNode({ queue, login, signal }: PlatformContext): LoginNode {
  return {
    get target() {
      if (queue === undefined) throw noQueue();
      return queue;
    },
    async ask(program, words, stdin) {
      if (queue === undefined) throw noQueue();
      if (login === undefined) throw new Error('the slurm driver was made without a way to log in');
      const channel = await login(queue).catch((error: unknown) => {
        throw unreachable(queue, error);
      });
      const options: ExecOptions = {
        timeoutSeconds: SECONDS,
        maxOutputBytes: MAX_BYTES,
        ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin) }),
        ...(signal === undefined ? {} : { signal }),
      };
      const result = await channel.exec(['sh', '-c', program, 'sh', ...words], options).catch((error) => {
        throw unreachable(queue, error);
      });
      if (result.exitCode === 0 && !result.truncated) return toldBy(result.stdout);
      const why = result.truncated ? 'it is too long' : `sh ended with ${result.exitCode}`;
      const said = oneLine(result.stderr.slice(-1000));
      throw new PlatformAnswer(`the login node ${queue} gave no whole answer: ${why}${said && `, ${said}`}`);
    },
  };
}

/** From lines `LABEL>what it said` and `LABEL=code`. */
export function toldBy(stdout: string): Told {
  const lines = new Map<string, string[]>();
  const codes = new Map<string, number>();
  for (const line of stdout.split('\n')) {
    const [, label = '', kind, rest = ''] = /^([a-z]+)([>=])(.*)$/.exec(line) ?? [];
    if (kind === '=') codes.set(label, Number(rest));
    else if (kind === '>' && rest.trim() !== '') {
      const known = lines.get(label);
      if (known) known.push(rest);
      else lines.set(label, [rest]);
    }
  }
  return { lines: (label) => lines.get(label) ?? [], code: (label) => codes.get(label) };
}

/**
 * What Slurm says of a no, without the name of the program before it.
 * @returns `undefined` where it said nothing
 */
export function sentenceOf(lines: readonly string[]): string | undefined {
  const sentences = lines.map((line) =>
    oneLine(line)
      .replace(/^\S*(?:sbatch|scontrol|scancel|sinfo|squeue|sacct|sprio|sshare): (?:error: )?/, '')
      .replace(/^(?:Batch job submission failed|allocation failure): /, ''),
  );
  const told = sentences.filter((each) => each !== '' && !/^Try "/.test(each));
  return told.length === 0 ? undefined : [...new Set(told)].join('; ');
}

export const queueSilent = (target: string, said: string | undefined): Problem =>
  new Problem({
    code: 'queue-silent',
    kind: 'unreachable',
    what: `Slurm does not answer on ${target}: ${said ?? 'it said nothing'}. This says nothing about jobs there.`,
    next: 'Run the same command again in a few minutes; if it stays so, ask the operators of the cluster.',
  });

const noQueue = (): Problem =>
  new Problem({
    code: 'queue-missing',
    kind: 'usage',
    what: 'The candidate "slurm" does not say where its login node is.',
    next: 'Add "queue: ssh://user@login-node" (or a Host name from your ~/.ssh/config) to that candidate.',
  });

function unreachable(target: string, error: unknown): unknown {
  if (!(error instanceof TransportFailed)) return error;
  return new Problem(
    {
      code: 'queue-unreachable',
      kind: 'unreachable',
      what: `The login node ${target} cannot be reached: ${error.message}. This says nothing about jobs there.`,
      next: 'Try "ssh" to the same target; then run the same command again.',
    },
    { cause: error },
  );
}
