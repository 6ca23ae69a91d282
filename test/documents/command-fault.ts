import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArguments } from '../../src/cli/arguments.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { givenOptions } from '../../src/cli/given-options.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { repositoryRoot } from '../github/action-file.ts';
import type { Command } from './shell-lines.ts';

const { name, scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));

/** Folders of this repository that a path may begin with. */
const OURS = /^(?:src|test|docs|examples|bin|actions|scripts|profiles|schemas)\//;
const GIT = new Set(['add', 'apply', 'clone', 'commit', 'init', 'push', 'switch']);
/** What starts a file, that of the first word which is no option. */
const STARTS_FILE = new Set(['sh', 'node', 'python', 'python3']);

/**
 * What of a command cannot be as it is written, with nothing run: a command of ours that is not there, an option that it does not have,
 * a value that the option does not take, a script or a file of this repository that is not there. `undefined` where nothing is wrong, or
 * where the program is somebody else's.
 */
export function faultOf({ program, words }: Command, page: string): string | undefined {
  if (program === 'gpu-lease' || program === 'bin/gpu-lease') return faultOfOurs(words);
  if (program === 'npm') return faultOfNpm(words);
  if (program === 'git' && !GIT.has(words[0] ?? '')) return `git ${words[0]} is not among what the pages use`;
  const isFile = STARTS_FILE.has(program) && !words.some((word) => word === '-c' || word === '-m');
  const file = isFile ? words.find((word) => !word.startsWith('-')) : undefined;
  if (file !== undefined && ![repositoryRoot, join(repositoryRoot, dirname(page))].some(holds(file)))
    return `there is no ${file}, neither in the repository nor beside the page`;
  const gone = words.find((word) => OURS.test(word) && !holds(word)(repositoryRoot));
  return gone === undefined ? undefined : `there is no ${gone} in the repository`;
}

const holds =
  (file: string) =>
  (dir: string): boolean =>
    existsSync(join(dir, file));

function faultOfOurs(words: readonly string[]): string | undefined {
  try {
    const request = parseArguments(words, COMMANDS);
    if (typeof request !== 'object') return undefined;
    const [fault] = givenOptions({ given: request.given, command: request.command }).faults;
    return fault?.what;
  } catch (error) {
    if (error instanceof Problem) return error.what;
    if (error instanceof Problems) return error.all.map(({ what }) => what).join(' ');
    throw error;
  }
}

function faultOfNpm([verb = '', ...words]: readonly string[]): string | undefined {
  if (verb === 'install') return words[0] === name ? undefined : `the package is ${name}, not ${words[0]}`;
  const script = verb === 'run' ? words.find((word) => !word.startsWith('-')) : verb;
  return script !== undefined && Object.hasOwn(scripts, script)
    ? undefined
    : `package.json has no script ${script}`;
}
