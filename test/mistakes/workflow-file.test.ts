import { after, before } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { callerFiles } from '../../src/github/caller-files.ts';
import { setPath } from '../../src/github/caller-workflow.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import type { DeskOfOurs } from './desk.ts';
import { quotedIn } from './obey.ts';
import { mistakes, type Row } from './table.ts';

const FILE = setPath('tick');
let twin: GitHubTwin;
before(async () => {
  twin = await startGitHubTwin({ clock: systemClock, plan: 'enterprise' });
  const kept = { branches: 'protected', adminsBypass: false } as const;
  twin.addEnvironment('gpu-lease', kept);
  twin.addEnvironment('gpu-lease-release', { ...kept, reviewers: ['grace'] });
  twin.addEnvironment('gpu-lease-wait-60', { waitMinutes: 60 });
  twin.startRun({ path: FILE, event: 'schedule', status: 'completed', conclusion: 'success' });
});
after(() => twin.close());

/** The repository at GitHub is as it should be, but for one line of its schedule. */
function scheduled(desk: DeskOfOurs, cron: string): void {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  for (const { path, text } of callerFiles({ suite: 'gpu-lease/gpu-lease', commit, keys: [] }))
    twin.state.files.set(path, path === FILE ? text.replace(/cron: '[^']*'/, () => `cron: '${cron}'`) : text);
  Object.assign(desk.env, twin.env, { GH_TOKEN: twin.token });
}

const typo = (name: string, cron: string): Row => ({
  name,
  make: (desk) => scheduled(desk, cron),
  typed: ['doctor'],
  where: new RegExp(`${FILE.replaceAll('.', '\\.')}:\\d+:\\d+`),
  what: `"${cron}"`,
  obey: (message) => {
    const line = quotedIn(message, /Write "(cron: '[^']+')"/);
    const text = String(twin.state.files.get(FILE));
    twin.state.files.set(
      FILE,
      text.replace(/cron: '[^']*'/, () => line),
    );
    return undefined;
  },
});

mistakes(
  'mistakes in the files of a workflow',
  [
    typo('a field of the schedule is missing', '7,37 * * *'),
    typo('the schedule is that of another cron, with seconds', '0 7,37 * * * *'),
    typo('the schedule names an hour that is none', '7 24 * * *'),
  ],
  { skip: missing('git') },
);
