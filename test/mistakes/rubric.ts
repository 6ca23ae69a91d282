/**
 * Whether one message is enough to get out of a mistake. It scores a point for each of three things that it says by itself:
 *
 * - **where**: the line and column of the file, the option, the variable, the file or the machine;
 * - **what**: what was typed or found there, as it stands there;
 * - **what to do**: an exact text (a line, a value, a command, an option), read out of the message and of nothing else, which applied
 *   to the letter lets the same command go on.
 *
 * A message that has a reader look elsewhere for one of them scores less; so does one whose advice does not help.
 */

/** What a command said: its messages, each as a person sees it, and how it ended. */
export interface Said {
  messages: readonly string[];
  exitCode: number | null;
  /** All of it, for whoever looks into a failure. */
  output: string;
}

/** Somebody's repository, and the command that they type in it. */
export interface Desk {
  type(args: readonly string[]): Promise<Said>;
}

export interface Mistake<D extends Desk> {
  /** How a person makes it. */
  name: string;
  /** What is done to a repository in which everything was right. */
  make(desk: D): unknown;
  /** The command, as words behind `gpu-lease`; those of a run that is there only then, once it is. */
  typed: readonly string[] | ((desk: D) => readonly string[]);
  where: string | RegExp;
  what: string | RegExp;
  /**
   * Reads out of the message what is to be done and does it. What it knows beside the message is only how a person obeys: where a
   * quoted line goes, that a command is typed at a shell.
   *
   * @returns the command to type then; nothing: the same one
   * @throws NothingSaid where the message has no such advice
   */
  obey(message: string, desk: D): Obeyed | Promise<Obeyed>;
  /** Exit code of the command that goes on. Default: 0. */
  goesOnWith?: number;
}

export type Obeyed = readonly string[] | undefined;

/** The message does not say what to do in a form that could be done to the letter. */
export class NothingSaid extends Error {}

export interface Score {
  where: boolean;
  what: boolean;
  fix: boolean;
  points: number;
  /** The message that was scored: the one that says most. */
  message: string;
  /** Why there is no point for the fix. */
  why: string;
}

/** Scores what a mistake is answered with; the desk is left as the advice made it. */
export async function scoreOf<D extends Desk>(mistake: Mistake<D>, desk: D): Promise<Score> {
  await mistake.make(desk);
  const command = typeof mistake.typed === 'function' ? mistake.typed(desk) : mistake.typed;
  const before = await desk.type(command);
  const [best] = before.messages
    .map((message) => ({
      message,
      where: holds(message, mistake.where),
      what: holds(message, mistake.what),
    }))
    .sort((one, other) => count(other) - count(one));
  if (!best)
    return {
      where: false,
      what: false,
      fix: false,
      points: 0,
      message: '',
      why: `nothing was said:\n${before.output}`,
    };
  const why = await whyStuck({ mistake, desk, command }, best.message);
  const fix = why === '';
  return { ...best, fix, points: count(best) + Number(fix), why };
}

const count = ({ where, what }: { where: boolean; what: boolean }): number => Number(where) + Number(what);

const holds = (message: string, part: string | RegExp): boolean =>
  typeof part === 'string' ? message.includes(part) : part.test(message);

/** Empty where the advice of the message was followed and the command went on. */
async function whyStuck<D extends Desk>(
  { mistake, desk, command }: { mistake: Mistake<D>; desk: D; command: readonly string[] },
  message: string,
): Promise<string> {
  let next: Obeyed;
  try {
    next = await mistake.obey(message, desk);
  } catch (error) {
    if (error instanceof NothingSaid) return error.message;
    throw error;
  }
  const after = await desk.type(next ?? command);
  const { goesOnWith = 0 } = mistake;
  if (after.exitCode !== goesOnWith) return `then it ended with ${after.exitCode}:\n${after.output}`;
  return after.messages.includes(message) ? 'then it says the same again' : '';
}

/** A row of the table that is printed. */
export const rowOf = (name: string, { where, what, fix, points }: Score): string =>
  `mistake  ${points}  ${where ? 'where' : '-----'} ${what ? 'what' : '----'} ${fix ? 'fix' : '---'}  ${name}`;

/** What a failing row shows. */
export const shortcoming = (name: string, score: Score): string =>
  [
    `${rowOf(name, score)}`,
    'The message:',
    ...score.message.split('\n').map((line) => `  ${line}`),
    ...(score.fix ? [] : ['Why its advice is none:', `  ${score.why}`]),
  ].join('\n');
