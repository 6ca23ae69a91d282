import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startClient } from '../github/github-client.ts';
import { programCommand } from '../installation.ts';
import { SHIPPED } from '../profile/profiles.ts';
import { deviations } from './json-docs.ts';

describe('gpu-lease staleness', () => {
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'staleness-'));
    mkdirSync(join(dir, 'mine'));
    cpSync(join(SHIPPED, 'lambda.yml'), join(dir, 'mine', 'lambda.yml'));
    mkdirSync(join(dir, 'bad'));
    const text = readFileSync(join(SHIPPED, 'lambda.yml'), 'utf8');
    writeFileSync(join(dir, 'bad', 'lambda.yml'), text.replace('verified: 2026-06', 'verified: June'));
    mkdirSync(join(dir, 'none'));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const program = (
    args: string[],
    env: Record<string, string> = {},
  ): Promise<{ code: unknown; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const [node, main] = programCommand();
      execFile(
        node,
        [main, ...args],
        { cwd: dir, env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...env }, timeout: 60_000 },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  it('lists the profiles that come with it, worst first, and fails while something is stale [FR-01]', async () => {
    const { code, stdout } = await program(['staleness', '--months', '0', '--months-money', '0']);
    assert.equal(code, 1);
    assert.match(stdout, /^verified +risk +fact +at +read again\n-.*\nnever +money +autodl /m);
    assert.match(stdout, /^2026-06 \(\d+ mo\) +money +runpod verbs\.stop +profiles\/runpod\.yml:\d+ /m);
    // What runners are billed by is a fact like those of the platforms.
    const all = await program(['staleness', '--months', '0', '--months-money', '0', '--all']);
    assert.match(
      all.stdout,
      /^2026-\d\d \(\d+ mo\) +github rates\.ubuntu-slim +profiles\/runners\/github\.yml:\d+ /m,
    );
    assert.match(stdout, /^\d+ of \d+ facts are stale .*, \d+ were never verified, 0 errors\.$/m);
  });

  it('leads with the verbs whose age stops a release, by day, then money, then numbers, each with what to read again', async () => {
    const { stdout } = await program([
      'staleness',
      '--platform',
      'lambda',
      '--months',
      '0',
      '--months-money',
      '0',
    ]);
    const at = (pattern: RegExp) => stdout.search(pattern);
    assert.match(stdout, /^blocks approvals +verb +verified +at +read again\n/);
    const verified = /^ {2}- id: terminate\n(?:.*\n)*? {4}verified: (\d{4}-\d\d)/m.exec(
      readFileSync(join(SHIPPED, 'lambda.yml'), 'utf8'),
    )?.[1];
    const [year = 0, month = 0] = (verified ?? '').split('-').map(Number);
    // Six whole months are fresh: the first day of the seventh is the one that stops it.
    const day = new Date(Date.UTC(year, month + 6, 1)).toISOString().slice(0, 10);
    assert.match(stdout, new RegExp(`^${day} +lambda terminate +${verified} `, 'm'));
    const money = at(/^verified +risk/m);
    const rest = at(/^And \d+ that cost neither money nor data: lambda /m);
    assert.ok(at(/lambda terminate/) < money && money < rest, stdout);
    assert.ok(!stdout.includes('runpod'));
    const json = JSON.parse((await program(['staleness', '--platform', 'lambda', '--json'])).stdout) as {
      list: { fact: string; blocksFrom: string | null }[];
    };
    assert.equal(json.list.find(({ fact }) => fact === 'verbs.terminate')?.blocksFrom, day);
  });

  it('ends with 0 when all that was ever verified is young enough [FR-01]', async () => {
    const { code, stdout } = await program([
      ...['staleness', '--profiles', 'mine', '--months', '900', '--months-money', '900'],
    ]);
    assert.equal(code, 0);
    assert.match(stdout, /^0 of \d+ facts are stale \(money and data after 900 months/m);
    assert.match(stdout, / mine\/lambda\.yml:\d+ /);
  });

  it('says where a stamp cannot be read, in text, JSON and SARIF, and ends with 2 [FR-02]', async () => {
    const line = readFileSync(join(dir, 'bad', 'lambda.yml'), 'utf8')
      .split('verified: June')[0]
      ?.split('\n').length;
    const { code, stdout } = await program(['staleness', '--profiles', 'bad']);
    assert.equal(code, 2);
    assert.match(stdout, new RegExp(`^bad/lambda\\.yml:${line}:\\d+: .*"June"`, 'm'));
    const json = await program(['staleness', '--profiles', 'bad', '--sarif', 'out.sarif', '--json']);
    const document = JSON.parse(json.stdout) as Record<string, unknown>;
    assert.deepEqual(deviations('staleness', document), []);
    assert.equal(document['errors'], 1);
    const { runs } = JSON.parse(readFileSync(join(dir, 'out.sarif'), 'utf8'));
    const [first] = runs[0].results;
    assert.equal(first.ruleId, 'profile-unreadable');
    const { artifactLocation, region } = first.locations[0].physicalLocation;
    assert.deepEqual([artifactLocation.uri, region.startLine], ['bad/lambda.yml', line]);
    for (const { ruleId, ruleIndex } of runs[0].results)
      assert.equal(runs[0].tool.driver.rules[ruleIndex].id, ruleId);
  });

  it('refuses everything that it cannot use at once, and writes nothing', async () => {
    const { code, stdout, stderr } = await program([
      ...[
        'staleness',
        '--months',
        'six',
        '--months-money',
        '1.5',
        '--sarif',
        'gone/x.sarif',
        '--issue',
        'maybe',
      ],
    ]);
    assert.deepEqual([code, stdout], [2, '']);
    for (const name of [
      '--months "six"',
      '--months-money "1.5"',
      '--sarif "gone/x.sarif"',
      '--issue "maybe"',
    ])
      assert.ok(stderr.includes(name), name);
  });

  it('says so when there is no profile, or none of that name', async () => {
    const none = await program(['staleness', '--profiles', 'none']);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /no profile \(NAME\.yml\) in "none"/);
    const other = await program(['staleness', '--platform', 'lamda']);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /Did you mean "lambda"\?/);
  });

  describe('as the step of its action', () => {
    const step = async (inputs: Record<string, string>, more: Record<string, string> = {}) => {
      const output = join(dir, 'output');
      const summary = join(dir, 'summary');
      for (const file of [output, summary]) writeFileSync(file, '');
      const env = {
        ...more,
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [
            `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
            value,
          ]),
        ),
      };
      const ended = await program(['__action', 'staleness'], env);
      const outputs = Object.fromEntries(
        [...readFileSync(output, 'utf8').matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n?\2$/gm)].map(
          ([, name, , value]) => [name, value],
        ),
      );
      return { ...ended, outputs, summary: readFileSync(summary, 'utf8') };
    };

    it('counts, lists and stays green however much is stale: its word is advice [FR-04]', async () => {
      const { code, outputs, summary, stderr } = await step({
        'months-money': '0',
        profiles: 'mine',
        sarif: 'action.sarif',
      });
      assert.equal(code, 0, stderr);
      assert.ok(Number(outputs['stale']) > 0);
      assert.match(outputs['never'] ?? '', /^\d+$/);
      assert.equal(outputs['errors'], '0');
      assert.equal(JSON.parse(readFileSync(outputs['sarif'] ?? '', 'utf8')).version, '2.1.0');
      assert.match(summary, /^\| 2026-06 \(\d+ mo\) \| money \| lambda verbs/m);
    });

    it('keeps one issue over its runs, with the boxes that a person ticked, in the repository of the job [FR-04]', async () => {
      const { twin } = await startClient();
      try {
        const given = { issue: 'true', profiles: 'mine', 'months-money': '0' };
        const env = { ...(twin.env as Record<string, string>), GITHUB_SHA: 'c0ffee', GITHUB_WORKSPACE: dir };
        const opened = await step(given, env);
        assert.equal(opened.code, 0, opened.stderr + opened.stdout);
        const [issue, ...more] = twin.state.issues.values();
        assert.ok(issue && more.length === 0);
        assert.match(opened.stdout, new RegExp(`^Issue #${issue.number} was opened: http`, 'm'));
        assert.match(issue.body, /\/blob\/c0ffee\/mine\/lambda\.yml#L\d+\)/);
        assert.deepEqual(issue.labels, ['gpu-lease']);

        issue.body = issue.body.replace('- [ ] lambda verbs.terminate', '- [x] lambda verbs.terminate');
        assert.match((await step(given, env)).stdout, /^Issue #\d+ says so already/m);
        const updated = await step({ ...given, months: '0' }, env);
        assert.match(updated.stdout, /^Issue #\d+ was updated/m);
        assert.match(issue.body, /^- \[x\] lambda verbs\.terminate/m);

        const calm = await step({ ...given, months: '99', 'months-money': '99' }, env);
        assert.match(calm.stdout, /^Issue #\d+ was closed, because nothing is stale/m);
        assert.equal(issue.state, 'closed');
        assert.equal(twin.state.issues.size, 1);
      } finally {
        await twin.close();
      }
    });

    it('says what is missing where there is no token for the issue, with its counts set all the same', async () => {
      const { code, outputs, stdout } = await step({ issue: 'true', profiles: 'mine' });
      assert.equal(code, 2);
      assert.match(stdout, /GITHUB_REPOSITORY \(owner\/name\) and GH_TOKEN are not both set/);
      assert.match(outputs['stale'] ?? '', /^\d+$/);
    });

    it('fails and marks the line when a stamp cannot be read, with its outputs set all the same [FR-02]', async () => {
      const { code, outputs, stdout } = await step({ profiles: 'bad' });
      assert.equal(code, 2);
      assert.equal(outputs['errors'], '1');
      assert.match(stdout, /^::error file=bad\/lambda\.yml,line=\d+,col=\d+,title=gpu-lease::/m);
    });
  });
});
