import { exitCodeOf, Problem } from '../problem.ts';
import { COMMANDS, type OptionName, option } from './options.ts';
import { faceOf, settingsOf } from './settings.ts';
import { runStage } from './stages.ts';

/**
 * A step of a composite action: its inputs come as `INPUT_<NAME>` from the action's `env:`, never from the script text.
 * Outputs are set whether the stage ends well or not.
 */
export async function runAction(stage: string, signal: AbortSignal): Promise<number> {
  const command = COMMANDS.find((each) => each.name === stage && each.action);
  if (!command) {
    const known = COMMANDS.filter((each) => each.action).map((each) => each.name);
    throw new Problem({
      code: 'unknown-stage',
      kind: 'usage',
      what: `"${stage}" is no stage.`,
      next: `Use one of: ${known.join(', ')}.`,
    });
  }
  const settings = settingsOf({ given: readInputs(command.options, process.env) });
  try {
    return await runStage(stage, settings, await faceOf(settings), signal, {});
  } catch (error) {
    const { publishFailure } = await import('../github/publish.ts');
    publishFailure(settings.value('run') ?? '', String(exitCodeOf(error)));
    throw error;
  }
}

/** In a workflow an input that is not given arrives as an empty text, so empty counts as unset here and only here. */
export function readInputs(
  names: readonly OptionName[],
  env: NodeJS.ProcessEnv,
): Partial<Record<OptionName, string>> {
  return Object.fromEntries(
    names
      .filter((name) => !('terminalOnly' in option(name) && option(name).terminalOnly))
      .flatMap((name) => {
        const value = env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`];
        return value === undefined || value === '' ? [] : [[name, value]];
      }),
  );
}
