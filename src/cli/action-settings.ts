import { checkedRun } from '../ledger/refs.ts';
import { checkedUrl } from '../ledger/remote-login.ts';
import { Problem } from '../problem.ts';
import { refuseWithoutSecret } from './action-secrets.ts';
import type { CommandDefinition } from './command.ts';
import { throwAll } from './given-options.ts';
import { readInputs } from './inputs.ts';
import { ledgerNamed } from './ledger-place.ts';
import { type Settings, settingsOf } from './settings.ts';

/**
 * What an action was given. All that is wrong with it and can be told from the inputs alone is said at once: each try costs its reader a
 * workflow run.
 *
 * @param command unset for a stage, whose bound is that of its steps
 * @throws Problem, or Problems for several
 */
export function settingsOfAction(
  definition: CommandDefinition,
  env: NodeJS.ProcessEnv,
  command?: CommandDefinition,
): Settings {
  const faults: Problem[] = [];
  const given = readInputs(definition.options, env);
  const settings = settingsOf({ given, ...(command && { command }), faults }, env);
  const checks = [
    () => given.run !== undefined && checkedRun(given.run),
    () => refuseOddLedger(definition, settings),
    () => refuseWithoutSecret(definition, settings),
  ];
  for (const check of checks) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push(error);
    }
  }
  throwAll(faults);
  return settings;
}

/** A directory is what it is; an address may be none, or hold a password. */
function refuseOddLedger({ options }: CommandDefinition, settings: Settings): void {
  const named = options.includes('ledger') ? ledgerNamed(settings) : undefined;
  if (named !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(named)) checkedUrl(named, 'the ledger');
}
