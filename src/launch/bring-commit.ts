import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { ownEnvironment } from '../host/own-environment.ts';
import { firstLines, type GitFault } from '../ledger/git-problems.ts';
import { systemGit } from '../ledger/git-process.ts';
import { GitRemote, type ReadFailed } from '../ledger/git-remote.ts';
import { RemotePatience } from '../ledger/remote-patience.ts';
import { Repository } from '../ledger/repository.ts';
import { Problem, type ProblemKind } from '../problem.ts';

/** Where a commit that the clone lacks is brought from, and with whose leave. */
export interface CodeSource {
  url: string;
  token: string;
  /** Keeps a bare repository of ours; can be lost at any time. */
  scratchDir: string;
}

export interface BringingWorld {
  clock: Clock;
  random: () => number;
  /** The bound of the command. */
  endsAt?: Date | undefined;
}

const COMMIT = /^[0-9a-f]{40,64}$/;

/**
 * Fetches single commits, without their history, into a repository of ours: the clone stays as it is, and nothing of its own
 * configuration has a say in where the token goes. One at a time.
 *
 * @returns for each commit the directory of objects that holds it, for git to look into beside the clone's own
 * @throws Problem `commit-not-fetched`
 */
export function commitBringer(
  { url, token, scratchDir }: CodeSource,
  { clock, random, endsAt }: BringingWorld,
): (commit: string) => Promise<string> {
  const objects = new Repository(systemGit(ownEnvironment()), join(scratchDir, 'code.git'));
  let turn: Promise<unknown> = Promise.resolve();

  async function bring(commit: string): Promise<string> {
    const patience = new RemotePatience(endsAt, clock);
    const remote = new GitRemote(objects, { url, token, holds: 'the code' }, { clock, random }, patience);
    await remote.prepare();
    const here = await objects.run(['cat-file', '-e', `${commit}^{tree}`]);
    if (here.exitCode !== 0)
      await remote.read(fetchOf(remote.url, commit), (failed) => notFetched(remote.url, commit, failed));
    return join(objects.gitDir, 'objects');
  }

  return (commit) => {
    if (!COMMIT.test(commit)) throw new RangeError(`${JSON.stringify(commit)} is no commit`);
    const done = turn.then(() => bring(commit));
    turn = done.catch(() => {});
    return done;
  };
}

const fetchOf = (url: string, commit: string): string[] => [
  'fetch',
  '--depth=1',
  '--no-tags',
  '--no-progress',
  '--no-recurse-submodules',
  '--',
  url,
  commit,
];

const NOT_THERE = /not our ref|unadvertised object|couldn't find remote ref/i;

const LEAVE =
  'Give the job "permissions: { contents: read }" and its token to the step (GH_TOKEN), then run the same command again.';

/** By what git met: which kind of failure that is, and what helps. */
const ANSWERS: Partial<Record<GitFault, { kind: ProblemKind; next: string }>> = {
  transport: {
    kind: 'unreachable',
    next: 'Run the same command again, or wait for the next look: it goes on from the ledger. This says nothing about the run itself.',
  },
  login: { kind: 'refused', next: LEAVE },
  permission: { kind: 'refused', next: LEAVE },
  'no-repository': { kind: 'refused', next: LEAVE },
  moved: {
    kind: 'refused',
    next: 'The token is sent to no other server than the one that gave it. Run the workflow where the repository is now.',
  },
  'disk-full': { kind: 'failed', next: 'Free some space on this machine and run the same command again.' },
};

function notFetched(url: string, commit: string, { fault, stderr }: ReadFailed): Problem {
  const { kind, next } = NOT_THERE.test(stderr)
    ? {
        kind: 'failed' as const,
        next: `Push a branch or a tag that holds ${commit.slice(0, 12)} again (it was deleted or rewritten), then run the same command; where nobody has the commit any more, end the run with "gpu-lease abandon".`,
      }
    : (ANSWERS[fault] ?? { kind: 'failed', next: `Try "git fetch --depth 1 ${url} ${commit}" by hand.` });
  return new Problem({
    code: 'commit-not-fetched',
    kind,
    what: `The run is bound to commit ${commit}, which this clone does not hold, and it could not be fetched from ${url}. Git says: ${firstLines(stderr)}`,
    next,
  });
}
