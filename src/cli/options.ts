import type { OptionDefinition } from './option-definition.ts';
import { definitions } from './option-table.ts';

type Definitions = typeof definitions;
export type OptionName = keyof Definitions;
type NamesOf<Kind> = {
  [Name in OptionName]: Definitions[Name]['kind'] extends Kind ? Name : never;
}[OptionName];
/** Whole numbers, and times in seconds. */
export type NumberName = NamesOf<'whole' | 'duration'>;
export type ChoiceName = NamesOf<'choice'>;
/** What is read where nothing was given. */
type Unset<Name extends OptionName> = Definitions[Name] extends { fallback: string } ? never : undefined;
export type NumberOf<Name extends NumberName> = number | Unset<Name>;
export type ChoiceOf<Name extends ChoiceName> = Definitions[Name]['choices'][number] | Unset<Name>;

export const option = (name: OptionName): OptionDefinition => ({ name, ...definitions[name] });

export type Given = Partial<Record<OptionName, string | true>>;

/** Where a command's default of an option is another than the usual one, or what it means. */
interface OwnWords {
  defaults?: Partial<Record<OptionName, string>>;
  meanings?: Partial<Record<OptionName, string>>;
}

/** An option as one command has it. */
export const optionOf = ({ defaults, meanings }: OwnWords, name: OptionName): OptionDefinition => {
  const [fallback, about] = [defaults?.[name], meanings?.[name]];
  return {
    ...option(name),
    ...(about === undefined ? {} : { about }),
    ...(fallback === undefined ? {} : { fallback }),
  };
};
