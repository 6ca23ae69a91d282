import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskOfOurs } from './desk.ts';
import { NothingSaid, type Obeyed } from './rubric.ts';

/** How people obey: each reads a text out of a message and does with it what it says. */

type Obey = (message: string, desk: DeskOfOurs) => Obeyed | Promise<Obeyed>;

/** The text that the message quotes. @throws NothingSaid */
export function quotedIn(message: string, pattern: RegExp): string {
  const found = pattern.exec(message);
  if (found?.[1] === undefined) throw new NothingSaid(`the message has nothing like ${pattern}`);
  return found[1];
}

/** Where in a file the message points. @throws NothingSaid */
export function pointedAt(message: string): { file: string; line: number; column: number } {
  const [, file, line, column] = /^(?:gpu-lease: |! *)?([^\s:]+):(\d+):(\d+): /.exec(message) ?? [];
  if (file === undefined) throw new NothingSaid('the message points at no line');
  return { file, line: Number(line), column: Number(column) };
}

/** Changes the line that the message points at, from its column on, and commits it as people do. */
function atPlace(message: string, desk: DeskOfOurs, change: (before: string, rest: string) => string): void {
  const { file, line, column } = pointedAt(message);
  const path = join(desk.repository, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  const text = lines[line - 1] ?? '';
  lines[line - 1] = change(text.slice(0, column - 1), text.slice(column - 1));
  writeFileSync(path, lines.join('\n'));
  desk.commit();
}

/** The word, or what stands in quotes, at the beginning of a text. */
const FIRST = /^(?:"[^"]*"|'[^']*'|[^\s,:}\]]+(?: (?=\S)[^\s,:}\]#]+)*)/;

/** The word at that place becomes the one that the message offers. */
export const replaced =
  (offered: RegExp): Obey =>
  (message, desk) => {
    const word = quotedIn(message, offered);
    atPlace(message, desk, (before, rest) => `${before}${rest.replace(FIRST, () => word)}`);
    return undefined;
  };

/** As "Did you mean" offers it. */
export const meant = replaced(/Did you mean [`"]([^`"]+)[`"]\?/);

/** The line at that place becomes the one that the message has in backquotes, indented as it was. */
export const rewritten =
  (offered = /Write `([^`]+)`/): Obey =>
  (message, desk) => {
    const line = quotedIn(message, offered);
    atPlace(message, desk, (before, rest) => `${/^\s*(?:- )?/.exec(before + rest)?.[0] ?? ''}${line}`);
    return undefined;
  };

/** That line, from its first blank on, is the one that the message has in backquotes. */
export const wholeLine: Obey = (message, desk) => {
  const line = quotedIn(message, /Write `( *[^`]+)`/);
  atPlace(message, desk, () => line);
  return undefined;
};

/** The line that the message has in backquotes is added to the job file. */
export const added =
  (offered = /Add [^`]*`([^`]+)`/): Obey =>
  (message, desk) => {
    const line = quotedIn(message, offered);
    const path = join(desk.repository, 'gpu-lease.yml');
    writeFileSync(path, `${readFileSync(path, 'utf8').replace(/\n?$/, '\n')}${line}\n`);
    desk.commit();
    return undefined;
  };

/** The line at that place goes. */
export const removed =
  (told = /(Remove|Leave it out|Keep one)/): Obey =>
  (message, desk) => {
    quotedIn(message, told);
    const { file, line } = pointedAt(message);
    const path = join(desk.repository, file);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines.splice(line - 1, 1);
    writeFileSync(path, lines.join('\n'));
    desk.commit();
    return undefined;
  };

/** The command that the message has in quotes is typed at a shell, in the repository. */
export const typed =
  (offered: RegExp): Obey =>
  async (message, desk) => {
    const command = quotedIn(message, offered);
    if (command.startsWith('gpu-lease ')) {
      const { exitCode, output } = await desk.type(command.slice('gpu-lease '.length).split(' '));
      if (exitCode !== 0) throw new NothingSaid(`"${command}" ended with ${exitCode}:\n${output}`);
    } else desk.shell(command);
    desk.commit();
    return undefined;
  };

/** The message's words are the command that is typed instead. */
export const typedInstead =
  (offered: RegExp): Obey =>
  (message) =>
    quotedIn(message, offered)
      .replace(/^gpu-lease /, '')
      .split(' ');

/** What the message offers takes the place of a word of the command. */
export const wordInstead =
  (args: readonly string[], wrong: string, offered = /Did you mean "([^"]+)"\?/): Obey =>
  (message) => {
    const word = quotedIn(message, offered);
    return args.map((each) => (each === wrong ? word : each));
  };

/** "gpu-lease fix" is offered, shows what it would write, and writes it. */
export const fixed: Obey = async (message, desk) => {
  quotedIn(message, /("gpu-lease fix(?: --write)?")/);
  const { output } = await desk.type(['fix', '--write']);
  if (!/was changed/.test(output))
    throw new NothingSaid(`"gpu-lease fix --write" changed nothing:\n${output}`);
  desk.commit();
  return undefined;
};

/** A variable that the message names is set to what whoever follows it would have. */
export const set =
  (offered: RegExp, value: string): Obey =>
  (message, desk) => {
    desk.env[quotedIn(message, offered)] = value;
    return undefined;
  };

export const shellIn = (cwd: string, env: NodeJS.ProcessEnv, command: string): void => {
  execFileSync('/bin/sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
};
