import { Problem, Problems } from '../problem.ts';
import { type OptionValue, readOption } from './option-values.ts';
import {
  type ChoiceName,
  type ChoiceOf,
  type Given,
  type NumberName,
  type NumberOf,
  type OptionName,
  option,
  optionOf,
} from './options.ts';

/** What the options of a command say, each read once from its text. */
export interface GivenOptions {
  /** As it was given, else its default. */
  value(name: OptionName): string | undefined;
  number<Name extends NumberName>(name: Name): NumberOf<Name>;
  choice<Name extends ChoiceName>(name: Name): ChoiceOf<Name>;
  flag(name: OptionName): boolean;
}

interface Asked {
  given: Given;
  command?: Parameters<typeof optionOf>[0];
}

/** @returns the options, and a problem for each whose text says nothing; such a one counts as not given */
export function givenOptions({ given, command }: Asked): { options: GivenOptions; faults: Problem[] } {
  const faults: Problem[] = [];
  const definitionOf = (name: OptionName) => (command ? optionOf(command, name) : option(name));
  const read = new Map<string, OptionValue>();
  for (const [name, text] of Object.entries(given)) {
    if (typeof text !== 'string') continue;
    const value = readOption(definitionOf(name as OptionName), text);
    if (value instanceof Problem) faults.push(value);
    else read.set(name, value);
  }
  const typed = (name: OptionName): OptionValue | undefined => {
    const definition = definitionOf(name);
    const value = read.get(name) ?? readOption(definition, definition.fallback ?? '');
    return value instanceof Problem ? undefined : value;
  };
  return {
    options: {
      value(name) {
        const text = given[name];
        return typeof text === 'string' ? text : definitionOf(name).fallback;
      },
      number: <Name extends NumberName>(name: Name) => typed(name) as NumberOf<Name>,
      choice: <Name extends ChoiceName>(name: Name) => typed(name) as ChoiceOf<Name>,
      flag: (name) => given[name] === true,
    },
    faults,
  };
}

/** @throws Problem, or Problems for several */
export function throwAll([first, ...more]: readonly Problem[]): void {
  if (first) throw more.length > 0 ? new Problems([first, ...more]) : first;
}
