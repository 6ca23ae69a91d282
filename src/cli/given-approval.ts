import type { Given } from '../approval/given.ts';
import type { Settings } from './settings.ts';

/** What the words of a command say about approvals. */
export function givenOf(settings: Settings): Given {
  const unlessBlank = (text: string | undefined) => (text?.trim() ? text : undefined);
  return {
    env: settings.env,
    person: settings.person,
    phrase: unlessBlank(settings.value('approve')),
    environment: settings.value('environment')?.trim() || undefined,
    noted: settings.value('noted')?.trim() || undefined,
    inAdvance: unlessBlank(settings.value('standing')),
    ended: settings.value('stopped')?.trim() || undefined,
    atTerminal: (signal) => askAtTerminal(settings, signal),
  };
}

/** `--yes` never answers this question, and a pipe cannot. */
async function askAtTerminal(
  settings: Pick<Settings, 'flag'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || settings.flag('yes')) return;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await lines.question('   phrase (empty = not now): ', { signal });
    return typed.trim() === '' ? undefined : typed;
  } finally {
    lines.close();
  }
}
