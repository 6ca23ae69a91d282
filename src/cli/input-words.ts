import { Problem, Problems } from '../problem.ts';
import type { CommandDefinition } from './command.ts';
import { type OptionName, option } from './options.ts';

/**
 * What a person wrote into a workflow is an input, and no option: a problem that an action has is told by the name that it has there.
 * A command to type, which stands in quotes, keeps its options.
 */
export function inInputWords(error: unknown, command: CommandDefinition | undefined): unknown {
  if (!command) return error;
  if (error instanceof Problems) {
    const [first, ...more] = error.all;
    return new Problems([reworded(first, command), ...more.map((each) => reworded(each, command))]);
  }
  return error instanceof Problem ? reworded(error, command) : error;
}

function reworded(problem: Problem, command: CommandDefinition): Problem {
  const { code, kind, costing, at } = problem;
  const [what, next] = [problem.what, problem.next].map((text) => wordsFor(text, command));
  if (what === undefined || next === undefined || (what === problem.what && next === problem.next))
    return problem;
  return new Problem({ ...{ code, kind, what, next, costing }, ...(at && { at }) }, { cause: problem });
}

function wordsFor(text: string, { options, action }: CommandDefinition): string {
  const isInput = (name: string): boolean =>
    options.some((each) => each === name) &&
    !option(name as OptionName).terminalOnly &&
    !action?.without?.some((each) => each === name);
  const named = (whole: string, before: string, name: string): string =>
    isInput(name) ? `${before}${before === '' ? 'The' : 'the'} input "${name}"` : whole;
  const outside = (part: string): string => part.replace(/(^|[\s(])--([a-z][a-z-]*)/g, named);
  const parts = text.split(/("[^"]*")/);
  return parts
    .map((part, at) => (at % 2 === 1 ? part : outside(part)))
    .join('')
    .replace(/(\binput "[a-z-]+") (?=")/g, '$1: ');
}
