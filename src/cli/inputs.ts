import { type OptionName, option } from './options.ts';

/** In a workflow an input that is not given arrives as an empty text, so empty counts as unset here and only here. */
export function readInputs(
  names: readonly OptionName[],
  env: NodeJS.ProcessEnv,
): Partial<Record<OptionName, string>> {
  return Object.fromEntries(
    names
      .filter((name) => !option(name).terminalOnly)
      .flatMap((name) => {
        const value = env[inputVariable(name)];
        return value === undefined || value === '' ? [] : [[name, value]];
      }),
  );
}

/** The variable by which the runner, or the `env:` of a composite, hands over an input. */
export const inputVariable = (name: string): string => `INPUT_${name.toUpperCase().replaceAll('-', '_')}`;
