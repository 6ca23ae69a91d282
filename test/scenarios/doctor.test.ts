// Over ten seconds: each thing that may be missing is a command of its own.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { type Diagnosis, diagnose, diagnosisText, exitOf } from '../../src/cli/doctor.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { systemClock } from '../../src/clock.ts';
import { callerFiles } from '../../src/github/caller-files.ts';
import { type SetFile, setPath } from '../../src/github/caller-workflow.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';

const CALLER = callerFiles({
  suite: 'somebody/gpu-lease',
  commit: '0123456789abcdef0123456789abcdef01234567',
  keys: ['RUNPOD_API_KEY'],
});

const JOB = `name: tiny
run: python train.py
resources: { gpu: { name: A100 } }
candidates: [runpod]
smoke: none
artifacts: [{ path: last.pt, role: checkpoint, keep: last }]
budget: { usd: 20, hours: 12, usdPerHour: 2 }
approval: { environment: gpu-lease-release }
`;

const here = mkdtempSync(join(tmpdir(), 'gpu-lease-doctor-'));
writeFileSync(join(here, 'gpu-lease.yml'), JOB);
after(() => rmSync(here, { recursive: true, force: true }));

let open: GitHubTwin | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** A repository that is as it should be; each test spoils one thing. */
async function wellKept(more: Partial<Parameters<typeof startGitHubTwin>[0]> = {}): Promise<GitHubTwin> {
  const twin = await startGitHubTwin({ clock: systemClock, plan: 'enterprise', ...more });
  open = twin;
  for (const { path, text } of CALLER) twin.state.files.set(path, text);
  const kept = { branches: 'protected', adminsBypass: false } as const;
  twin.addEnvironment('gpu-lease', kept);
  twin.addEnvironment('gpu-lease-release', { ...kept, reviewers: ['grace'] });
  twin.addEnvironment('gpu-lease-wait-60', { waitMinutes: 60 });
  twin.startRun({ path: setPath('tick'), event: 'schedule', status: 'completed', conclusion: 'success' });
  return twin;
}

/** A workflow of somebody's own that releases by an action. */
const releasedBySteps = (action: string): string => `on: workflow_dispatch
permissions: {}
jobs:
  release:
    runs-on: ubuntu-latest
    environment: gpu-lease-release
    permissions: { contents: write, actions: read }
    concurrency: { group: gpu-lease, cancel-in-progress: false, queue: max }
    steps:
      - uses: ${action.replace('SHA', '0123456789abcdef0123456789abcdef01234567')}
        with: { stage: release }
`;

interface Asking {
  token?: string;
  env?: NodeJS.ProcessEnv;
  job?: string;
}

async function examine(
  twin: GitHubTwin,
  { token = twin.token, env = {}, job = JOB }: Asking = {},
): Promise<Diagnosis> {
  writeFileSync(join(here, 'gpu-lease.yml'), job);
  const settings = settingsOf({ given: {} }, { ...twin.env, GH_TOKEN: token, ...env }, here);
  return diagnose(settings, AbortSignal.timeout(30_000));
}

/** Exactly this is found, and its text tells what to do. */
async function finds(
  twin: GitHubTwin,
  codes: readonly string[],
  { what, fix, ...asking }: Asking & { what: RegExp; fix: RegExp },
): Promise<void> {
  const diagnosis = await examine(twin, asking);
  assert.deepEqual(
    diagnosis.findings.map(({ code }) => code),
    codes,
  );
  const text = diagnosisText(diagnosis);
  assert.match(text, what);
  assert.match(text, fix);
}

const textOf = (is: SetFile): string =>
  CALLER.find(({ path }) => path === setPath(is))?.text ?? assert.fail(is);

/** Gives the repository one file of the set with something else in it. */
function spoil(twin: GitHubTwin, is: SetFile, what: RegExp | string, by: string): void {
  const text = textOf(is);
  const spoiled = text.replace(what, by);
  assert.notEqual(spoiled, text);
  twin.state.files.set(setPath(is), spoiled);
}

describe('doctor', () => {
  it('finds nothing in a repository that is as it should be, and changes nothing in it', async () => {
    const twin = await wellKept();
    const token = twin.tokenWith({ contents: 'read', actions: 'read' });
    const diagnosis = await examine(twin, { token });
    assert.deepEqual(diagnosis.findings, []);
    assert.equal(exitOf(diagnosis), 0);
    assert.ok(twin.exchanges().every(({ request }) => request.method === 'GET'));
  });

  it('says what all runs of the ledger cost this month where the job file bounds it', async () => {
    const twin = await wellKept();
    const job = JOB.replace(/^budget:.*$/m, '').concat(
      '\nbudget: {usd: 1, hours: 1, usdPerHour: 1, usdRepositoryPerMonth: 300}\n',
    );
    const { money, ...rest } = await examine(twin, {
      job,
      env: { GPU_LEASE_LEDGER: join(here, 'ledger.git') },
    });
    assert.deepEqual([money?.usd, money?.most, money?.state], [0, 300, 'within']);
    assert.match(diagnosisText({ ...rest, money }), /^money: \d{4}-\d\d: .* of 300(\.00)? USD/m);
    const over = { month: '2026-11', usd: 301, most: 300, state: 'over', unread: 0 } as const;
    assert.match(diagnosisText({ ...rest, money: over }), /money USED UP, nothing is rented/);
    assert.equal((await examine(twin)).money, null);
  });

  it('says what a month of runners bills in a private repository, from the jobs of its own workflow runs', async () => {
    const twin = await wellKept({ visibility: 'private' });
    const minute = 60_000;
    const started = systemClock.now().getTime() - 10 * minute;
    for (const [is, seconds] of [
      ['tick', 61],
      ['daily', 30],
    ] as const) {
      const run = twin.startRun({
        path: setPath(is),
        event: 'schedule',
        status: 'completed',
        conclusion: 'success',
      });
      const times = { startedAt: new Date(started), completedAt: new Date(started + seconds * 1000) };
      twin.addJob(run, { name: is, conclusion: 'success', ...times });
    }
    const diagnosis = await examine(twin);
    assert.deepEqual(diagnosis.findings, []);
    // Two runs of the tick, of which one had a job of 61 s; one of the daily look.
    assert.deepEqual(diagnosis.minutes, { seen: 3, idle: 30, sampledRuns: 3, runs: 3 });
    assert.match(
      diagnosisText(diagnosis),
      /runner minutes: about 3 billed in a month .*, about 30 with nothing open; plans include Free 2000/,
    );
  });

  it('1: the environment of the release is missing, and to name it would make it', async () => {
    const twin = await wellKept();
    twin.state.environments.delete('gpu-lease-release');
    await finds(twin, ['environment-missing'], {
      what: /no environment "gpu-lease-release".*the first job that names it would make it/,
      fix: /Settings > Environments > New environment > "gpu-lease-release"/,
    });
  });

  it('2: the environment of the release asks nobody', async () => {
    const twin = await wellKept();
    twin.addEnvironment('gpu-lease-release', { adminsBypass: false, branches: 'protected' });
    await finds(twin, ['environment-unprotected'], {
      what: /no required reviewers, so nobody is asked/,
      fix: /gpu-lease-release > Required reviewers/,
    });
  });

  it('a label may ask for runs that nobody could approve', async () => {
    const twin = await wellKept();
    const [label] = callerFiles({
      suite: 'somebody/gpu-lease',
      commit: '0123456789abcdef0123456789abcdef01234567',
      keys: [],
      label: 'gpu',
    }).slice(-1);
    twin.state.files.set(label?.path ?? '', label?.text ?? '');
    assert.deepEqual((await examine(twin)).findings, []);
    twin.addEnvironment('gpu-lease-release', { adminsBypass: false, branches: 'protected' });
    await finds(twin, ['label-without-reviewers', 'environment-unprotected'], {
      what: /nobody approves in the environment "gpu-lease-release": each of them is refused before it rents/,
      fix: /with required reviewers and name it .* delete \S+gpu-lease-label\.yml/,
    });
  });

  it('3: administrators may pass by the reviewers, or GitHub does not say', async () => {
    const twin = await wellKept();
    const rules = { reviewers: ['grace'], branches: 'protected' as const };
    twin.addEnvironment('gpu-lease-release', { ...rules, adminsBypass: true });
    const expected = { what: /Administrators may pass by/, fix: /Allow administrators to bypass/ };
    await finds(twin, ['admin-bypass'], expected);
    twin.addEnvironment('gpu-lease-release', { ...rules, adminsBypass: undefined });
    const diagnosis = await examine(twin);
    assert.deepEqual(
      diagnosis.findings.map(({ code, level }) => `${level} ${code}`),
      ['unknown admin-bypass-unknown'],
    );
    assert.equal(exitOf(diagnosis), 3);
  });

  it('4: the job forbids self-review, and the environment allows it', async () => {
    await finds(await wellKept(), ['self-review'], {
      job: JOB.replace('-release }', '-release, self-review: forbid }'),
      what: /the environment "gpu-lease-release" allows it/,
      fix: /Prevent self-review/,
    });
  });

  it('5: the environment of the keys has reviewers, so every look of the schedule would wait', async () => {
    const twin = await wellKept();
    twin.addEnvironment('gpu-lease', { reviewers: ['grace'], branches: 'protected', adminsBypass: false });
    await finds(twin, ['environment-waits'], {
      what: /every look of the schedule would wait/,
      fix: /Take the reviewers off "gpu-lease"/,
    });
  });

  it('6: the default branch has no workflow', async () => {
    const twin = await wellKept();
    twin.state.files.clear();
    await finds(twin, ['workflow-missing'], {
      what: /No workflow file on "main"/,
      fix: /gpu-lease init --github/,
    });
  });

  it('7: the workflow file cannot be read', async () => {
    const twin = await wellKept();
    twin.state.files.set(setPath('smoke'), `${textOf('smoke')}\njobs: { smoke: [`);
    const { findings, faults } = await examine(twin);
    assert.equal(findings[0]?.code, 'workflow-unreadable');
    assert.match(findings[0]?.what ?? '', /gpu-lease-smoke\.yml is no workflow: /);
    assert.ok(faults >= 1);
  });

  it('8: a job grants too little, and another too much', async () => {
    const twin = await wellKept();
    spoil(twin, 'train', / {6}actions: write.*\n/, '');
    spoil(twin, 'smoke', 'permissions: {}\n', '');
    await finds(twin, ['permissions-too-small', 'permissions-too-wide'], {
      what: /grants too little to train\.yml: actions: write is missing/,
      fix: /permissions: \{ contents: write, actions: write, statuses: write, pull-requests: write \}/,
    });
  });

  it('9: the actions are used without a queue that keeps all, and by a name that can move', async () => {
    const twin = await wellKept();
    const own = (concurrency: string) => `on: workflow_dispatch
permissions: {}
jobs:
  mine:
    runs-on: ubuntu-latest
    permissions: { contents: write, actions: read }
    ${concurrency}
    steps: [{ uses: somebody/gpu-lease/actions/launch@v1 }]
`;
    twin.state.files.set('.github/workflows/mine.yml', own('concurrency: gpu'));
    const expected = { what: /keeps one waiting run and drops the others/, fix: /queue: max/ };
    await finds(twin, ['queue-missing', 'unpinned-uses'], expected);
    const blind = own('concurrency: gpu').replace('actions: read', 'issues: read');
    twin.state.files.set('.github/workflows/mine.yml', blind);
    await finds(twin, ['queue-missing', 'witness-unread', 'unpinned-uses'], expected);
    twin.state.files.set(
      '.github/workflows/mine.yml',
      own('concurrency: { group: gpu, cancel-in-progress: true }'),
    );
    await finds(twin, ['concurrency-cancels', 'unpinned-uses'], {
      what: /may be cancelled by the next one/,
      fix: /cancel-in-progress: false/,
    });
  });

  for (const by of ['OWNER/gpu-lease/actions/release@SHA', 'OWNER/gpu-lease@SHA']) {
    it(`9b: the environment of a release by ${by.replace('@SHA', '')} is missing, or asks nobody`, async () => {
      const twin = await wellKept();
      for (const { path } of CALLER) if (!/-tick\.yml$/.test(path)) twin.state.files.delete(path);
      twin.state.files.set('.github/workflows/mine.yml', releasedBySteps(by));
      twin.state.environments.delete('gpu-lease-release');
      const missing = { what: /no environment "gpu-lease-release"/, fix: /Make it/ };
      const beside = ['file-missing', 'file-missing', 'environment-missing'];
      const { findings } = await examine(twin);
      assert.deepEqual(
        findings.filter(({ level }) => level === 'fault').map(({ code }) => code),
        beside,
      );
      assert.match(findings.find(({ code }) => code === 'environment-missing')?.what ?? '', missing.what);
      twin.addEnvironment('gpu-lease-release', { branches: 'protected', adminsBypass: false });
      const { findings: then } = await examine(twin);
      assert.ok(then.some(({ code }) => code === 'environment-unprotected'));
    });
  }

  it('10: nothing looks on a schedule', async () => {
    const twin = await wellKept();
    for (const is of ['tick', 'daily'] as const) spoil(twin, is, / {2}schedule: .*\n/, '');
    await finds(twin, ['schedule-missing'], {
      what: /nothing looks when a run was forgotten/,
      fix: /cron: '7,37 /,
    });
  });

  it('11: GitHub has switched the schedule off after 60 days, or it stopped without a word [GH-10]', async () => {
    const twin = await wellKept();
    twin.state.disabled.set(setPath('tick'), 'disabled_inactivity');
    await finds(twin, ['schedule-rests'], { what: /gpu-lease-tick\.yml/, fix: /./ });
    twin.state.disabled.set(setPath('daily'), 'disabled_inactivity');
    await finds(twin, ['schedule-disabled', 'schedule-disabled'], {
      what: /after 60 days without a commit/,
      fix: /Enable workflow/,
    });
    twin.state.disabled.clear();
    for (const run of twin.state.runs.values()) run.createdAt = new Date(Date.now() - 26 * 3_600_000);
    await finds(twin, ['schedule-late'], { what: /last ran 26 h ago/, fix: /Actions page/ });
  });

  it('12: a private repository whose plan has no reviewers', async () => {
    const twin = await wellKept({ visibility: 'private', plan: 'team' });
    const diagnosis = await examine(twin);
    const found = diagnosis.findings.find(({ code }) => code === 'plan-without-reviewers');
    assert.match(found?.what ?? '', /only GitHub Enterprise has them.*the phrase that a person types/);
    assert.equal(exitOf(diagnosis), 0, 'the phrase is a gate, too');
  });

  it('13: a secret is not set, unusable, or not passed on', async () => {
    const twin = await wellKept();
    const env = { GITHUB_ACTIONS: 'true', GPU_LEASE_SECRET: newSecret() };
    await finds(twin, ['secret-missing'], {
      env,
      what: /RUNPOD_API_KEY is not set/,
      fix: /secret of the environment/,
    });
    await finds(twin, ['notice-secret-missing'], {
      env: { ...env, RUNPOD_API_KEY: 'k' },
      job: `${JOB}notify: slack\n`,
      what: /SLACK_WEBHOOK_URL is not set in this job, so `notify` tells nobody by it/,
      fix: /the workflows of the suite hand on GPU_LEASE_WEBHOOK_URL/,
    });
    await finds(twin, ['secret-unusable'], {
      env: { GPU_LEASE_SECRET: 'short' },
      what: /has 5 characters/,
      fix: /gpu-lease init/,
    });
    const ledger = '    with:\n      ledger: https://github.com/ada/ledger.git\n';
    for (const is of ['train', 'release'] as const) spoil(twin, is, '    with:\n', ledger);
    await finds(twin, ['secret-not-passed', 'secret-not-passed', 'ledger-differs'], {
      what: /keep different ledgers \(.*train of \S+: https:\/\/github\.com\/ada\/ledger\.git.*tick of \S+: this repository/,
      fix: /same "with: \{ ledger/,
    });
    for (const is of ['train', 'release', 'tick', 'daily'] as const)
      spoil(twin, is, / {6}RUNPOD_API_KEY: .*\n/, '');
    await finds(twin, Array(4).fill('secret-not-passed'), {
      what: /does not pass RUNPOD_API_KEY to train\.yml/,
      fix: /Add "RUNPOD_API_KEY: \$\{\{ secrets\.RUNPOD_API_KEY \}\}"/,
    });
  });

  it('24: nobody signs what is sealed, or somebody who cannot', async () => {
    const twin = await wellKept();
    const job = / {2}attest:\n[\s\S]*$/;
    spoil(twin, 'train', job, '');
    await finds(twin, ['attest-missing'], {
      what: /gpu-lease-train\.yml has no job that signs what its job "train" seals/,
      fix: /docs\/attestations\.md.*attest: never/,
    });
    twin.state.files.set(
      setPath('train'),
      textOf('train').replace(job, '').replace('with:\n', 'with:\n      attest: never\n'),
    );
    assert.deepEqual((await examine(twin)).findings, [], 'a word of its own');
    spoil(twin, 'train', '    with:\n', '    with:\n      attest: never\n');
    await finds(twin, ['attest-never'], {
      what: /signs nothing: the job "train" says "attest: never"/,
      fix: /one of the two/,
    });
    for (const [what, by] of [
      ['    needs: train\n', ''],
      ['outputs.attest }}', 'outputs.run }}'],
      ['runs: $', 'run: $'],
    ] as const) {
      spoil(twin, 'train', what, by);
      await finds(twin, ['attest-unfed'], {
        what: /which is not what a job before it has sealed/,
        fix: /needs: JOB/,
      });
    }
    spoil(twin, 'train', / {6}attestations: write.*\n/, '');
    await finds(twin, ['permissions-too-small'], {
      what: /The job "attest" of \S+ grants too little to attest\.yml: attestations: write is missing/,
      fix: /contents: read, id-token: write, attestations: write/,
    });
    spoil(twin, 'train', /(attest:\n[\s\S]*?) {6}GPU_LEASE_SECRET: .*\n$/, '$1');
    await finds(twin, ['secret-not-passed'], {
      what: /"attest" of \S+ does not pass GPU_LEASE_SECRET/,
      fix: /./,
    });
  });

  it('25: attestations take a plan in a repository that is not public, which its environments may show', async () => {
    const team = await wellKept({ visibility: 'private', plan: 'team' });
    const found = (await examine(team)).findings.find(({ code }) => code === 'attest-plan');
    assert.match(found?.what ?? '', /unless this private repository is on GitHub Enterprise Cloud/);
    assert.equal(found?.level, 'advice');
    await team.close();
    const enterprise = await wellKept({ visibility: 'private' });
    assert.deepEqual((await examine(enterprise)).findings, []);
  });

  it('20: one file of the set is missing', async () => {
    const twin = await wellKept();
    twin.state.files.delete(setPath('train'));
    await finds(twin, ['file-missing'], {
      what: /no \S+gpu-lease-train\.yml.*: no chain of looks can go on/,
      fix: /init --github --force/,
    });
    for (const is of ['smoke', 'daily'] as const) twin.state.files.delete(setPath(is));
    await finds(twin, ['file-missing', 'file-missing', 'file-missing'], {
      what: /no \S+gpu-lease-daily\.yml.*: nobody looks while \S+gpu-lease-tick\.yml is switched off/,
      fix: /Write the whole set/,
    });
  });

  it('21: the files are of two versions of gpu-lease', async () => {
    const twin = await wellKept();
    spoil(twin, 'tick', /@[0-9a-f]{40}/, `@${'a'.repeat(40)}`);
    await finds(twin, ['pins-differ'], {
      what: /use 2 versions of gpu-lease: somebody\/gpu-lease@0123456789, somebody\/gpu-lease@aaaaaaaaaa\./,
      fix: /the same commit/,
    });
  });

  it('22: a wait timer is where it delays every look, asks somebody, or is nowhere', async () => {
    const twin = await wellKept();
    const kept = { branches: 'protected', adminsBypass: false } as const;
    twin.addEnvironment('gpu-lease', { ...kept, waitMinutes: 30 });
    await finds(twin, ['environment-delays'], {
      what: /each job of every look waits 30 minutes/,
      fix: /Take the timer off/,
    });
    twin.addEnvironment('gpu-lease', kept);
    twin.addEnvironment('gpu-lease-wait-60', { waitMinutes: 60, reviewers: ['grace'] });
    await finds(twin, ['wait-asks'], { what: /no chain waits in it/, fix: /Take the reviewers off/ });
    twin.state.environments.delete('gpu-lease-wait-60');
    await finds(twin, ['no-wait-timer'], {
      what: /it waits on runners/,
      fix: /gpu-lease-wait-10", -20, -40 and -80.*gh api -X PUT repos\/\S+ -F wait_timer=10/,
    });
  });

  it('23: the schedule comes seldom, as it was measured, or is switched off while nothing is open', async () => {
    const twin = await wellKept();
    for (const hoursAgo of [1, 4.5, 7, 12.5, 14, 16])
      Object.assign(twin.startRun({ path: setPath('tick'), event: 'schedule', status: 'completed' }), {
        createdAt: new Date(Date.now() - hoursAgo * 3_600_000),
      });
    const ordered = [...twin.state.runs.values()].sort(
      (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
    );
    const ids = [...twin.state.runs.keys()];
    twin.state.runs.clear();
    for (const [at, run] of ordered.entries())
      twin.state.runs.set(ids[at] ?? 0, { ...run, id: ids[at] ?? 0 });
    await finds(twin, ['schedule-seldom'], {
      what: /The last 7 runs of \S+ by schedule came 2\.5 h apart in the median and 5\.5 h at most/,
      fix: /a clock outside of GitHub/,
    });
    twin.state.disabled.set(setPath('tick'), 'disabled_manually');
    assert.deepEqual((await examine(twin)).findings, []);
    twin.state.disabled.set(setPath('daily'), 'disabled_inactivity');
    await finds(twin, ['schedule-disabled', 'schedule-disabled'], {
      what: /nothing looks after what it is for/,
      fix: /Enable workflow/,
    });
  });

  it('14: the token may not look, which is told from "there is none"', async () => {
    const twin = await wellKept({ visibility: 'private', plan: 'enterprise' });
    const diagnosis = await examine(twin, { token: twin.tokenWith({ contents: 'read' }) });
    assert.ok(diagnosis.unknown > 0);
    assert.equal(exitOf(diagnosis), 3);
    assert.match(diagnosisText(diagnosis), /could not be looked at.*actions/);
    assert.doesNotMatch(diagnosisText(diagnosis), /environment-missing/);
  });

  describe('rulesets', () => {
    const organization = { source_type: 'Organization', source: 'ada', enforcement: 'active' } as const;
    const push = (rule: object, more: object = {}) =>
      ({ id: 7, name: 'no data', target: 'push', ...organization, rules: [rule], ...more }) as never;

    for (const { rule, says } of [
      {
        rule: {
          type: 'file_path_restriction',
          parameters: { restricted_file_paths: ['data/**', '**/*.json'] },
        },
        says: /file paths data\/\*\*, .* which run\.json of every/,
      },
      {
        rule: {
          type: 'file_extension_restriction',
          parameters: { restricted_file_extensions: ['*.jsonl', '.csv'] },
        },
        says: /which events\.jsonl of every/,
      },
      {
        rule: { type: 'max_file_path_length', parameters: { max_file_path_length: 10 } },
        says: /paths to 10 characters, which events\.jsonl of every/,
      },
    ])
      it(`for pushes may refuse the record: ${rule.type}`, async () => {
        const twin = await wellKept();
        twin.state.rulesets.push(push(rule));
        await finds(twin, ['ruleset-refuses-ledger'], { what: says, fix: /bypass it; or keep the ledger/ });
      });

    it('for branches and tags, for other files, or not in force are no trouble', async () => {
      const twin = await wellKept();
      const json = {
        type: 'file_extension_restriction',
        parameters: { restricted_file_extensions: ['json'] },
      };
      twin.state.rulesets.push(
        push({ type: 'required_signatures' }, { target: 'branch' }),
        push({ type: 'workflows' }, { target: 'branch' }),
        push({ type: 'creation' }, { target: 'tag' }),
        push(
          { type: 'file_path_restriction', parameters: { restricted_file_paths: ['secrets/*.json'] } },
          { id: 8 },
        ),
        push({ type: 'max_file_size', parameters: { max_file_size: 1 } }, { id: 9 }),
        push(json, { id: 10, enforcement: 'evaluate' }),
      );
      assert.deepEqual((await examine(twin)).findings, []);
    });

    it('of a repository that does not hold the ledger are no trouble', async () => {
      const twin = await wellKept();
      twin.state.rulesets.push(
        push({ type: 'file_extension_restriction', parameters: { restricted_file_extensions: ['json'] } }),
      );
      const options = { suite: 'somebody/gpu-lease', commit: '0123456789abcdef0123456789abcdef01234567' };
      const ledger = 'https://github.com/ada/ledger.git';
      for (const { path, text } of callerFiles({ ...options, keys: ['RUNPOD_API_KEY'], ledger }))
        twin.state.files.set(path, text);
      assert.deepEqual((await examine(twin)).findings, []);
    });
  });

  describe("a runner of one's own", () => {
    const asking = async (runners: readonly Partial<GitHubTwin['state']['runners'][number]>[]) => {
      const twin = await wellKept();
      spoil(twin, 'tick', '    uses: ', '    with: { runs-on: GPU-Box }\n    uses: ');
      runners.forEach((each, at) => {
        const usual = {
          os: 'linux',
          status: 'online',
          busy: false,
          labels: ['self-hosted', 'gpu-box'],
        } as const;
        const made = { id: at + 1, name: `box-${at}`, version: '2.336.0', ...usual, ...each };
        twin.state.runners.push({ ...made, labels: [...made.labels] });
      });
      return { twin, token: twin.tokenWith({ contents: 'read', actions: 'read', administration: 'read' }) };
    };

    it('is new enough, or another one is old: no trouble', async () => {
      const { twin, token } = await asking([
        { version: '2.336.0' },
        { version: '3.0.1' },
        { version: '2.340.2' },
        { version: '2.200.0', labels: ['other'] },
      ]);
      assert.deepEqual((await examine(twin, { token })).findings, []);
    });

    it('is too old for the way in which the workflows name their actions', async () => {
      const { twin, token } = await asking([{}, { version: '2.335.9' }]);
      await finds(twin, ['runner-too-old'], {
        token,
        what: /job "tick" of \S+ asks for "GPU-Box", and the runner "box-1" that has it is of version 2\.335\.9; .* 2\.336\.0 or newer/,
        fix: /Update it/,
      });
      Object.assign(twin.state.runners[1] ?? {}, { status: 'offline' });
      const away = await examine(twin, { token });
      assert.deepEqual(
        away.findings.map(({ code, level }) => `${level} ${code}`),
        ['advice runner-too-old'],
      );
    });

    for (const { is, runners, isAdmin, what } of [
      {
        is: 'never connected',
        runners: [{ version: null }],
        isAdmin: true,
        what: /has told GitHub no version/,
      },
      {
        is: "may be an organisation's",
        runners: [],
        isAdmin: true,
        what: /no runner of this repository has that label/,
      },
      {
        is: 'is not for this token to list',
        runners: [{ version: '2.100.0' }],
        isAdmin: false,
        what: /may not list/,
      },
    ])
      it(`${is}: that is not known, and what to look for is said`, async () => {
        const { twin, token } = await asking(runners);
        const other = twin.tokenWith({ contents: 'read', actions: 'read' });
        await finds(twin, ['runner-version-unseen'], {
          token: isAdmin ? token : other,
          what,
          fix: /"Set up job" begins with "Current runner version"\. It has to be 2\.336\.0 or newer/,
        });
        assert.equal(exitOf(await examine(twin, { token: isAdmin ? token : other })), 0);
      });

    it('is asked for only where a workflow asks for one', async () => {
      const twin = await wellKept();
      await examine(twin);
      assert.ok(twin.exchanges().every(({ request }) => !request.path.endsWith('/actions/runners')));
    });
  });

  it('says how old the bundled root of signatures is, and when it is too old', async () => {
    const twin = await wellKept();
    const diagnosis = await examine(twin);
    assert.match(diagnosis.root?.verified ?? '', /^20\d\d-\d\d$/);
    assert.match(
      diagnosisText(diagnosis),
      /^signing root: the bundled one was seen in use in 20\d\d-\d\d \(\d+ months? ago\)$/m,
    );
    const settings = settingsOf({ given: {} }, { ...twin.env, GH_TOKEN: twin.token }, here);
    const now = () => new Date('2031-03-01T00:00:00Z');
    const later = await diagnose(
      { ...settings, clock: { ...systemClock, now } },
      AbortSignal.timeout(30_000),
    );
    const old = later.findings.find(({ code }) => code === 'root-stale');
    assert.match(old?.what ?? '', /last seen in use in 20\d\d-\d\d, [45]\d months ago/);
    assert.match(old?.fix ?? '', /--trusted-root/);
    assert.equal(old?.level, 'advice');
  });

  describe('what has to pass before a merge', () => {
    /** Asked for by a ruleset of the default branch. */
    function ruled(
      twin: GitHubTwin,
      checks: readonly (string | [string, number])[],
      ...more: object[]
    ): void {
      twin.state.rulesets.push({
        id: 11,
        name: 'main',
        target: 'branch',
        source_type: 'Repository',
        source: 'ada/engine',
        enforcement: 'active',
        conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
        rules: [
          {
            type: 'required_status_checks',
            parameters: {
              strict_required_status_checks_policy: false,
              required_status_checks: checks.map((each) =>
                typeof each === 'string' ? { context: each } : { context: each[0], integration_id: each[1] },
              ),
            },
          },
          ...(more as { type: string }[]),
        ],
      });
    }
    const QUEUE = {
      type: 'merge_queue',
      parameters: {
        check_response_timeout_minutes: 60,
        grouping_strategy: 'ALLGREEN',
        max_entries_to_build: 5,
        max_entries_to_merge: 5,
        merge_method: 'MERGE',
        min_entries_to_merge: 1,
        min_entries_to_merge_wait_minutes: 5,
      },
    };
    const labelFile = callerFiles({
      suite: 'somebody/gpu-lease',
      commit: '0123456789abcdef0123456789abcdef01234567',
      keys: [],
      label: 'gpu',
    }).find(({ path }) => path === setPath('label'));

    it('is the smoke of the files that are there, with a queue, a label and checks of others: no trouble', async () => {
      const twin = await wellKept();
      twin.state.files.set(
        '.github/workflows/test.yml',
        'on: { pull_request: { paths: ["src/**"] } }\njobs: { smoke: { runs-on: ubuntu-latest, steps: [] } }\n',
      );
      ruled(
        twin,
        ['gpu-lease / smoke', 'gpu-lease / comment', 'smoke', 'lint', ['smoke / e2e', 4242]],
        QUEUE,
      );
      twin.state.protections.set('main', [{ context: 'gpu-lease / smoke', app_id: 15368 }]);
      const token = twin.tokenWith({ contents: 'read', actions: 'read' });
      assert.deepEqual((await examine(twin, { token })).findings, []);
    });

    it('is a name that no file makes: never reported, whoever asks for it', async () => {
      const twin = await wellKept();
      ruled(twin, ['smoke / smoke']);
      await finds(twin, ['required-check-never-made'], {
        what: /"smoke \/ smoke" has to pass before a merge into "main" \(a ruleset of ada\/engine\)\. No workflow file there makes/,
        fix: /Require "gpu-lease \/ smoke" in its place \(Settings > Rules > Rulesets/,
      });
      twin.state.rulesets.length = 0;
      twin.state.protections.set('main', [{ context: 'gpu-lease smoke', app_id: null }]);
      assert.deepEqual((await examine(twin)).findings, [], 'that may be anything');
      twin.state.protections.set('main', [{ context: 'gpu-lease / smok', app_id: null }]);
      await finds(twin, ['required-check-never-made'], {
        what: /"gpu-lease \/ smok" .*\(the branch protection\)/,
        fix: /\(Settings > Branches\)/,
      });
      twin.state.protections.set('main', [{ context: 'smoke', app_id: null }]);
      const { findings } = await examine(twin);
      assert.deepEqual(
        findings.map(({ code, level }) => `${level} ${code}`),
        ['advice required-check-never-made'],
        'another service may report that',
      );
    });

    it('is of another branch, or of a ruleset that is not in force: no trouble', async () => {
      const twin = await wellKept();
      ruled(twin, ['smoke / smoke']);
      const [ruleset] = twin.state.rulesets;
      assert.ok(ruleset);
      ruleset.enforcement = 'evaluate';
      assert.deepEqual((await examine(twin)).findings, []);
      ruleset.enforcement = 'active';
      ruleset.conditions = { ref_name: { include: ['refs/heads/release/*'], exclude: [] } };
      assert.deepEqual((await examine(twin)).findings, []);
      ruleset.conditions = { ref_name: { include: ['refs/heads/ma*'], exclude: [] } };
      assert.equal((await examine(twin)).findings.length, 1);
    });

    it('waits in a merge queue for a file without merge_group', async () => {
      const twin = await wellKept();
      spoil(twin, 'smoke', '  merge_group:\n', '');
      ruled(twin, ['gpu-lease / smoke']);
      assert.deepEqual((await examine(twin)).findings, [], 'there is no queue');
      twin.state.rulesets.length = 0;
      ruled(twin, ['gpu-lease / smoke'], QUEUE);
      await finds(twin, ['required-check-not-queued'], {
        what: /has a merge queue, and \S+gpu-lease-smoke\.yml, which makes the check, has no trigger merge_group/,
        fix: /Add "merge_group:" to "on:" of \S+gpu-lease-smoke\.yml/,
      });
    });

    it('waits in a merge queue of the older branch protection, too', async () => {
      const twin = await wellKept();
      spoil(twin, 'smoke', '  merge_group:\n', '');
      twin.state.protections.set('main', [{ context: 'gpu-lease / smoke', app_id: null }]);
      assert.deepEqual((await examine(twin)).findings, [], 'there is no queue');
      twin.state.queues.add('main');
      await finds(twin, ['required-check-not-queued'], {
        what: /the branch protection.*has a merge queue/,
        fix: /merge_group/,
      });
    });

    it('may be left out by an if of the job that calls the smoke, and is passed unsmoked by one of a job of its own', async () => {
      const twin = await wellKept();
      ruled(twin, ['gpu-lease / smoke']);
      const isOf = "    if: github.actor != 'dependabot[bot]'\n";
      spoil(twin, 'smoke', '    uses:', `${isOf}    uses:`);
      await finds(twin, ['required-check-skipped'], {
        what: /The job "smoke" of \S+gpu-lease-smoke\.yml makes it, and has "if: github\.actor != 'dependabot\[bot\]'": where that does not hold GitHub reports "gpu-lease" as skipped and no check of that name/,
        fix: /Take the "if:" out of that job/,
      });
      const holds = "    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'\n";
      spoil(twin, 'smoke', '    uses:', `${holds}    uses:`);
      assert.deepEqual((await examine(twin)).findings, [], 'that holds for every change');
      twin.state.files.set(
        setPath('smoke'),
        'on: [pull_request, merge_group]\njobs: { smoke: { name: gpu-lease / smoke, if: "inputs.x", runs-on: ubuntu-latest, steps: [{ uses: "somebody/gpu-lease/actions/smoke@0123456789abcdef0123456789abcdef01234567" }] } }\n',
      );
      const { findings } = await examine(twin);
      assert.match(
        findings.find(({ code }) => code === 'required-check-skipped')?.what ?? '',
        /the job is skipped, GitHub takes the check for passed, and nothing was smoked/,
      );
    });

    for (const { by, narrowed, what } of [
      {
        by: 'paths',
        narrowed: 'pull_request: { paths: ["src/**"] }',
        what: /that changes none of these paths/,
      },
      { by: 'paths', narrowed: 'pull_request: { paths-ignore: ["docs/**"] }', what: /none of these paths/ },
      { by: 'branches', narrowed: 'pull_request: { branches: [dev, "v*"] }', what: /into "main" waits/ },
      { by: 'branches', narrowed: 'pull_request: { branches: ["*", "!main"] }', what: /into "main" waits/ },
      { by: 'types', narrowed: 'pull_request: { types: [opened] }', what: /last commit came by a push/ },
    ])
      it(`is left out by what narrows the trigger: ${narrowed}`, async () => {
        const twin = await wellKept();
        ruled(twin, ['gpu-lease / smoke']);
        spoil(twin, 'smoke', '  pull_request:\n', `  ${narrowed}\n`);
        await finds(twin, ['required-check-narrowed'], {
          what,
          fix: new RegExp(`Take "${by}" out of "pull_request:" in \\S+gpu-lease-smoke\\.yml`),
        });
      });

    it('is made by a file that is switched off, or started by hand alone', async () => {
      const twin = await wellKept();
      ruled(twin, ['gpu-lease / smoke']);
      twin.state.disabled.set(setPath('smoke'), 'disabled_manually');
      await finds(twin, ['required-check-off'], {
        what: /gpu-lease-smoke\.yml makes it and is switched off \(disabled_manually\)/,
        fix: /Enable workflow/,
      });
      twin.state.disabled.clear();
      spoil(twin, 'smoke', '  pull_request:\n', '  workflow_dispatch:\n');
      await finds(twin, ['required-check-not-started'], {
        what: /does not start on pull requests/,
        fix: /Add "pull_request:" to "on:" of \S+gpu-lease-smoke\.yml/,
      });
    });

    it('is the status of a labelled commit: posted only where there is a label, and never in a queue', async () => {
      const twin = await wellKept();
      ruled(twin, ['gpu-lease / gpu']);
      await finds(twin, ['required-check-never-made'], {
        what: /Nothing posts it: no workflow file there trains a pull request for its label/,
        fix: /init --github --label NAME/,
      });
      twin.state.files.set(labelFile?.path ?? '', labelFile?.text ?? '');
      assert.deepEqual((await examine(twin)).findings, []);
      twin.state.rulesets.length = 0;
      ruled(twin, ['gpu-lease / gpu'], QUEUE);
      await finds(twin, ['required-check-not-queued'], {
        what: /tests a commit of its own, and this status stands on the commit that was labelled/,
        fix: /Take it out/,
      });
    });

    it('is not seen in a private repository whose plan has no rulesets: no trouble', async () => {
      const twin = await wellKept({ visibility: 'private', plan: 'free' });
      ruled(twin, ['smoke / smoke']);
      const { findings } = await examine(twin);
      assert.ok(findings.every(({ code }) => !code.startsWith('required-check')));
    });
  });

  describe('the environment of the jobs that use no key', () => {
    const NAME = 'gpu-lease-ledger';
    async function apart(
      rules: Partial<Parameters<GitHubTwin['addEnvironment']>[1]> | 'missing',
    ): Promise<GitHubTwin> {
      const twin = await wellKept();
      const options = { suite: 'somebody/gpu-lease', commit: '0123456789abcdef0123456789abcdef01234567' };
      for (const { path, text } of callerFiles({
        ...options,
        keys: ['RUNPOD_API_KEY'],
        ledgerEnvironment: NAME,
      }))
        twin.state.files.set(path, text);
      if (rules !== 'missing')
        twin.addEnvironment(NAME, { branches: 'protected', secrets: ['GPU_LEASE_SECRET'], ...rules });
      return twin;
    }
    const asAdmin = (twin: GitHubTwin) => ({
      token: twin.tokenWith({ contents: 'read', actions: 'read', environments: 'read' }),
    });

    it('is as it should be: nothing is found', async () => {
      const twin = await apart({ secrets: ['GPU_LEASE_SECRET', 'GPU_LEASE_LEDGER_TOKEN'] });
      assert.deepEqual((await examine(twin, asAdmin(twin))).findings, []);
    });

    for (const { is, rules, code, what } of [
      {
        is: 'is missing',
        rules: 'missing',
        code: 'environment-missing',
        what: /which is to hold GPU_LEASE_SECRET alone/,
      },
      {
        is: 'asks reviewers',
        rules: { reviewers: ['grace'] },
        code: 'environment-waits',
        what: /every look .* would wait/,
      },
      {
        is: 'is open to every branch',
        rules: { branches: undefined },
        code: 'environment-any-branch',
        what: /every branch/,
      },
      {
        is: 'lacks the secret',
        rules: { secrets: [] },
        code: 'ledger-secret-missing',
        what: /has no secret GPU_LEASE_SECRET/,
      },
      {
        is: 'holds a key as well',
        rules: { secrets: ['GPU_LEASE_SECRET', 'RUNPOD_API_KEY'] },
        code: 'ledger-environment-holds-keys',
        what: /holds RUNPOD_API_KEY beside the ledger's/,
      },
    ] as const)
      it(`${is}: that is found`, async () => {
        const twin = await apart(rules as never);
        await finds(twin, [code], {
          ...asAdmin(twin),
          what,
          fix: /Settings > Environments|Take the reviewers|Delete these/,
        });
      });

    it('whose secrets this token may not list says "not seen", and is no fault', async () => {
      const twin = await apart({});
      await finds(twin, ['ledger-secrets-unseen'], {
        what: /was not seen: this token may not list/,
        fix: /gh auth token/,
      });
      assert.equal(exitOf(await examine(twin)), 0);
    });

    it('is forgotten in one of the calls', async () => {
      const twin = await apart({});
      twin.state.files.set(setPath('tick'), textOf('tick'));
      await finds(twin, ['ledger-environment-forgotten'], {
        ...asAdmin(twin),
        what: /job "tick" that calls tick\.yml names no "ledger-environment"/,
        fix: /ledger-environment: gpu-lease-ledger/,
      });
    });
  });

  it('15: the release workflow and the job file name two environments', async () => {
    const twin = await wellKept();
    spoil(twin, 'release', '    with:\n', '    with:\n      environment: gpu-lease-release\n');
    await finds(twin, ['environment-differs'], {
      job: JOB.replace('gpu-lease-release', 'elsewhere'),
      what: /approved in "elsewhere", and the release workflow runs in "gpu-lease-release"/,
      fix: /Name the same one in both/,
    });
  });

  it('16: the repository is archived, or a trigger runs strangers with secrets', async () => {
    const twin = await wellKept();
    spoil(twin, 'smoke', '  pull_request:\n', '  pull_request_target:\n');
    twin.state.archived = true;
    await finds(twin, ['archived', 'untrusted-trigger'], {
      what: /archived: nothing runs in it/,
      fix: /Unarchive/,
    });
  });

  it('17: a job runs where it ends after 15 minutes, or in a container without a Node that starts', async () => {
    const twin = await wellKept();
    spoil(twin, 'train', '    with:\n', '    with:\n      runs-on: ubuntu-slim\n');
    await finds(twin, ['runner-too-short'], {
      what: /The job "train" of \S+ calls train\.yml on ubuntu-slim, which ends every job after 15 minutes/,
      fix: /Use ubuntu-latest for it/,
    });
    twin.state.files.set(setPath('train'), textOf('train'));
    const own = (runsOn: string, container: string, stage: string) => `on: workflow_dispatch
permissions: {}
jobs:
  mine:
    runs-on: ${runsOn}
    container: ${container}
    permissions: { contents: write, actions: read }
    concurrency: { group: gpu-lease-mine, cancel-in-progress: false, queue: max }
    steps: [{ uses: somebody/gpu-lease/actions/${stage}@0123456789abcdef0123456789abcdef01234567 }]
`;
    const place = (text: string) => twin.state.files.set('.github/workflows/mine.yml', text);
    place(own('ubuntu-slim', 'debian:13', 'watch'));
    assert.deepEqual((await examine(twin)).findings, [], 'a look fits');
    place(own('ubuntu-slim', 'debian:13', 'collect'));
    await finds(twin, ['runner-too-short'], {
      what: /runs the action "collect" on ubuntu-slim/,
      fix: /looks/,
    });
    for (const image of ['python:3.12-alpine', '{ image: "ghcr.io/ada/alpine:3" }']) {
      place(own('ubuntu-latest', image, 'watch'));
      await finds(twin, ['container-without-node'], {
        what: /does not start on Alpine/,
        fix: /apk add nodejs git/,
      });
    }
    place(own('ubuntu-latest', 'ghcr.io/ada/alpinist:1', 'watch'));
    assert.deepEqual((await examine(twin)).findings, []);
  });

  it('19: a job of its own smokes beside secrets, or with a token that may write [security 2]', async () => {
    const twin = await wellKept();
    const own = (job: string) =>
      twin.state.files.set(
        '.github/workflows/mine.yml',
        `on: workflow_dispatch
permissions: {}
jobs:
  mine:
    runs-on: ubuntu-latest
    ${job}
    steps: [{ uses: somebody/gpu-lease/actions/smoke@0123456789abcdef0123456789abcdef01234567 }]
`,
      );
    for (const job of [
      'permissions: { contents: write }',
      'permissions: { contents: read }\n    environment: gpu-lease',
      `permissions: { contents: read }\n    env: { HF_TOKEN: "\${{ secrets.HF_TOKEN }}" }`,
    ]) {
      own(job);
      await finds(twin, ['smoke-beside-secrets'], {
        what: /The job "mine" of \S+ runs the training script for the smoke/,
        fix: /a job of its own, with "permissions: \{ contents: read \}"/,
      });
    }
    own('permissions: { contents: read }');
    assert.deepEqual((await examine(twin)).findings, []);
  });

  it('18: what a private repository keeps already is more than the smallest plan holds', async () => {
    const twin = await wellKept({ visibility: 'private', plan: 'enterprise' });
    const run = twin.startRun({ path: setPath('train'), event: 'workflow_dispatch' });
    const keep = (name: string, bytes: number) =>
      Object.assign(twin.addArtifact(run, name, { a: 'b' }), { listedBytes: bytes });
    keep('tiny-1', 300e6);
    twin.expireArtifact(keep('old', 900e6).id);
    assert.deepEqual((await examine(twin)).findings, []);
    keep('tiny-2', 150e6);
    await finds(twin, ['artifact-storage'], {
      what: /keeps 450 MB in 2 artifacts; a free plan holds 500 MB/,
      fix: /name a further store/,
    });
  });
});
