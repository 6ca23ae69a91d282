/**
 * The ledger beside plain git doing the same, in one run on one machine: `node bench/ledger.mjs`. Prints one line of JSON; what
 * counts are the process counts and the ratios, seconds are for orientation.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { systemClock } = await import('../src/clock.ts');
const { openLedger } = await import('../src/ledger/git-ledger.ts');
const { watchedGit } = await import('../test/ledger/git-fixture.ts');
const { seedRuns } = await import('../test/ledger/seed-runs.ts');
const { resolved, summaryOf } = await import('../test/ledger/sample-run.ts');

const ROUNDS = 15;
const root = mkdtempSync(join(tmpdir(), 'bench-ledger-'));
try {
  const [local, remote] = [bare('local'), bare('remote')];
  const locations = {
    local: { kind: 'local-repo', dir: local },
    remote: { kind: 'remote', url: `file://${remote}`, scratchDir: join(root, 'scratch') },
  };
  const appendLocal = await appends(locations.local, () => plainAppend(local));
  const appendRemote = await appends(locations.remote, () => plainPush(local, remote));
  const status = await statusOf500Runs();
  console.log(
    JSON.stringify({
      appendGitProcesses: { localRepo: appendLocal.gitProcesses, localBareRemote: appendRemote.gitProcesses },
      statusOf500RunsSeconds: status.seconds,
      statusOf500RunsGitProcesses: status.gitProcesses,
      ratios: {
        appendToPlainGitCommit: round(appendLocal.seconds / appendLocal.plainSeconds),
        pushedAppendToPlainGitPush: round(appendRemote.seconds / appendRemote.plainSeconds),
        statusOf500RunsToForEachRef: round(status.seconds / status.plainSeconds),
      },
      medianSeconds: { appendLocal: appendLocal.seconds, appendPushed: appendRemote.seconds },
    }),
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Read and append by a process that remembers nothing, alternating with the plain way. */
async function appends(location, plain) {
  const [ours, theirs] = [[], []];
  let gitProcesses = 0;
  for (let n = 0; n <= ROUNDS; n++) {
    const git = watchedGit();
    const ledger = openLedger(location, { clock: systemClock, git });
    ours.push(
      await secondsOf(async () => {
        const { tip } = await ledger.read('bench-1');
        await ledger.append('bench-1', tip, {
          events: [resolved(`round ${n}`)],
          summary: summaryOf('bench-1'),
        });
      }),
    );
    theirs.push(await secondsOf(plain));
    // The first opens the run and may make the copy of the remote.
    if (n > 0) gitProcesses = Math.max(gitProcesses, git.calls.length);
  }
  return { gitProcesses, seconds: median(ours.slice(1)), plainSeconds: median(theirs.slice(1)) };
}

async function statusOf500Runs() {
  const dir = bare('status');
  await seedRuns(dir, 500);
  const [ours, theirs] = [[], []];
  let gitProcesses = 0;
  for (let n = 0; n < ROUNDS; n++) {
    const git = watchedGit();
    ours.push(
      await secondsOf(async () => {
        const runs = await openLedger({ kind: 'local-repo', dir }, { clock: systemClock, git }).list();
        if (runs.length !== 500) throw new Error(`listed ${runs.length} runs`);
      }),
    );
    gitProcesses = git.calls.length;
    theirs.push(await secondsOf(() => plainGit(dir, ['for-each-ref'])));
  }
  return { gitProcesses, seconds: median(ours), plainSeconds: median(theirs) };
}

/** What a person's script would do: two blobs, a tree, a commit, the ref. */
function plainAppend(dir) {
  const blob = (text) => plainGit(dir, ['hash-object', '-w', '--stdin'], text);
  const [events, run] = [blob(`${Math.random()}\n`), blob(`{"n":${Math.random()}}\n`)];
  const tree = plainGit(
    dir,
    ['mktree'],
    `100644 blob ${events}\tevents.jsonl\n100644 blob ${run}\trun.json\n`,
  );
  const commit = plainGit(dir, ['commit-tree', '-m', 'plain', tree]);
  plainGit(dir, ['update-ref', 'refs/plain/a', commit]);
  return commit;
}

function plainPush(from, to) {
  const commit = plainAppend(from);
  plainGit(from, ['push', '--quiet', '--force', `file://${to}`, `${commit}:refs/plain/a`]);
}

function plainGit(dir, args, input = '') {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
  return execFileSync('git', ['-C', dir, ...who, ...args], { input, encoding: 'utf8' }).trim();
}

function bare(name) {
  const dir = join(root, name);
  execFileSync('git', ['init', '--quiet', '--bare', dir]);
  return dir;
}

async function secondsOf(work) {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1000;
}

function median(values) {
  return round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]);
}

function round(value) {
  return Number(value.toPrecision(3));
}
