import type { CommandDefinition } from './command.ts';

/**
 * The same refusal as in an action, for the command in a `run:` step: what a stranger caused spends nothing there either.
 * @throws Problem `untrusted-event`
 */
export async function refuseStrangers(command: CommandDefinition, env: NodeJS.ProcessEnv): Promise<void> {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const { startingEvent } = await import('../github/starting-event.ts');
  const { refuseUntrusted } = await import('../github/untrusted-event.ts');
  refuseUntrusted(command, startingEvent(env));
}
