import { constants } from 'node:os';
import { formatSeconds } from '../clock.ts';
import { nearestOf } from '../nearest.ts';
import { type FileEdit, Problem, type ProblemDetail } from '../problem.ts';
import { hintFor } from './failure-hint.ts';
import type { CommandResult } from './guarded-command.ts';

/** What a command was run for, as the subject of a sentence: "The smoke command". */
export type CommandRole =
  | 'setup'
  | 'smoke command'
  | 'drill command'
  | 'resumed drill command'
  | 'uninterrupted drill command';

/** A failed smoke. `evidence` is the log's end. */
export function smokeProblem(
  code: string,
  what: string,
  next: string,
  evidence: readonly string[] = [],
): Problem {
  const lines =
    evidence.length > 0
      ? `\nLast lines of its output:\n${evidence.map((line) => `  ${line}`).join('\n')}`
      : '';
  return new Problem({ code, kind: 'smoke', what: `${what}${lines}`, next });
}

/** The same with the line of the user's code at which it failed, where that is known. */
export const placed = ({ code, kind, what, next, edits }: Problem, at: Problem['at']): Problem =>
  new Problem({ code, kind, what, next, edits, ...(at ? { at } : {}) });

/** The same with what the job file would have to say instead. */
export const answeredBy = ({ code, kind, what, next, at }: Problem, edits: readonly FileEdit[]): Problem =>
  new Problem({ code, kind, what, next, edits, ...(at ? { at } : {}) });

/** Why a finished command cannot count; `undefined` for exit 0 without a crash in its log. */
export function problemOf(role: CommandRole, result: CommandResult): Problem | undefined {
  const { ended, tail, crash, place } = result;
  const took = formatSeconds(result.seconds);
  const it = `The ${role} \`${result.command}\``;
  const hint = hintFor(tail, crash?.line);
  const because = hint ? `: ${hint.cause}` : crash ? `: ${crash.what}: ${crash.line}` : '';
  const failed = (code: string, what: string, next: string) =>
    placed(smokeProblem(code, what, next, tail), place);
  switch (ended.why) {
    case 'interrupted':
      return new Problem(interrupted(it, took));
    case 'timeout':
      return failed(
        'timeout',
        `${it} had not ended after ${formatSeconds(ended.seconds)} and was killed${because}.`,
        `Make it smaller (one or two batches, one epoch, tiny shapes), or raise its bound, as by \`timeout: ${Math.ceil(4 * ended.seconds)}s\`.`,
      );
    case 'memory':
      return failed(
        'memory',
        `${it} used ${megabytes(ended.memory.bytes)} MB (${ended.memory.measure} of all its processes) of ` +
          `${ended.limitMb} MB after ${took} and was killed.`,
        `Do not build the real model here: use tiny shapes, or raise its bound, as by \`memory: ${2 * Math.max(ended.limitMb, megabytes(ended.memory.bytes))}MB\` below \`smoke\`.`,
      );
    case 'signal':
      return failed(
        'signal',
        `${it} was ended by ${ended.signal} after ${took}${because}.`,
        hint?.next ?? signalAdvice(ended.signal),
      );
    case 'exit':
      if (ended.code !== 0) {
        const signal = signalBehind(ended.code);
        const code = `exit code ${ended.code}${signal ? ` (${signal})` : ''}`;
        const next =
          programMeant(ended.code, tail) ??
          hint?.next ??
          (signal ? signalAdvice(signal) : 'Correct it, and try the same command on a CPU at your desk.');
        return failed('exit-code', `${it} ended with ${code} after ${took}${because}.`, next);
      }
      if (!crash) return undefined;
      return failed(
        'traceback',
        `${it} ended with exit code 0, but its log shows a ${crash.what}: ${crash.line}`,
        hint?.next ?? 'Let the error end the command, or handle it without printing its stack.',
      );
    case 'killed':
      return undefined;
  }
}

const PROGRAMS =
  'python python3 node bash sh torchrun accelerate deepspeed uv conda pip pip3 make git Rscript julia'.split(
    ' ',
  );

/** A program that is not there, and one whose name is nearly that. */
function programMeant(code: number, tail: readonly string[]): string | undefined {
  const lacking =
    code === 127 ? /(?:^|[:\s])([\w.-]+): (?:command )?not found$/m.exec(tail.join('\n'))?.[1] : undefined;
  const near = lacking === undefined || PROGRAMS.includes(lacking) ? undefined : nearestOf(lacking, PROGRAMS);
  return near && `Did you mean \`${near}\`? Else install it in \`smoke.setup\`.`;
}

const interrupted = (it: string, took: string): ProblemDetail => ({
  code: 'interrupted',
  kind: 'interrupted',
  what: `${it} was stopped after ${took}, because this program was asked to stop.`,
  next: 'Run the same command again; a smoke starts over.',
});

/** A shell reports a command that died by signal n as exit code 128 + n. */
const signalBehind = (code: number): string | undefined =>
  Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];

const signalAdvice = (signal: string): string =>
  signal === 'SIGKILL'
    ? 'Something else killed it, most likely this machine ran out of memory: use tiny shapes.'
    : 'Run it under a debugger at your desk: a signal means that native code crashed.';

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
