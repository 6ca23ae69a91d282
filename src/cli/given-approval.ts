import type { Given } from '../approval/given.ts';
import type { GitHub } from '../github/github.ts';
import type { Job } from '../job/job.ts';
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
    baseJob: (github) => jobOnDefaultBranch(github, settings.value('job')),
    atTerminal: (signal) => askAtTerminal(settings, signal),
  };
}

async function jobOnDefaultBranch(
  github: Pick<GitHub, 'file'>,
  file = 'gpu-lease.yml',
): Promise<Job | undefined> {
  const text = await github.file(file);
  if (text === undefined) return;
  const [{ parseJob }, { knownPlatforms }] = await Promise.all([
    import('../job/load.ts'),
    import('./known-platforms.ts'),
  ]);
  try {
    return parseJob(text, file, knownPlatforms()).job;
  } catch {
    // One that cannot be read says nothing of whose word counts.
    return;
  }
}

/** `--yes` never answers this question, and a pipe cannot. */
async function askAtTerminal(
  settings: Pick<Settings, 'flag'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || settings.flag('yes')) return;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // The line is read in raw mode, in which the keys are ours: Ctrl-C means what it means everywhere, Ctrl-D that nobody answers.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const asked = lines.question('   phrase (empty = not now): ', { signal });
    const typed = await Promise.race([asked, left]);
    return typed.trim() === '' ? undefined : typed;
  } finally {
    lines.close();
  }
}
