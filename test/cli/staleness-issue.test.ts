import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bringIssue, linkToProfiles } from '../../src/cli/staleness-issue.ts';
import type { Issue, Issues } from '../../src/github/github.ts';
import { type StampScan, scanProfile, together } from '../../src/profile/stamp-scan.ts';
import {
  listedIn,
  MAX_ISSUE_CHARACTERS,
  STALENESS_MARKER,
  tickedIn,
} from '../../src/report/staleness-issue.ts';
import { namesIn, SHIPPED, textOf } from '../profile/profiles.ts';

const LIMITS = { months: 6, monthsMoney: 3 };
const linkTo = linkToProfiles({ GITHUB_REPOSITORY: 'ada/engine', GITHUB_SHA: 'c0ffee' }, '/w', true);

/** Issues of a repository in memory: one at most, as `issueMarked` would find it, and what was asked. */
class OneIssue implements Issues {
  issue: Issue | undefined;
  asked: string[] = [];
  async issueMarked(marker: string) {
    return this.issue?.body.includes(marker) ? { ...this.issue } : undefined;
  }
  async openIssues() {
    return this.issue ? [this.issue] : [];
  }
  async createIssue({ title, body, labels }: { title: string; body: string; labels: string[] }) {
    this.asked.push(`create ${labels}`);
    this.issue = { number: 7, title, body, state: 'open', url: 'https://github.example/7' };
    return this.issue;
  }
  async updateIssue(number: number, change: Partial<Issue>) {
    this.asked.push(`update ${number} ${Object.keys(change).join(' ')}`);
    if (this.issue) this.issue = { ...this.issue, ...change };
  }
  async commentIssue() {
    this.asked.push('comment');
  }
  /** A person ticks the box of the fact. */
  tick(fact: string) {
    if (!this.issue) throw new Error('no issue to tick in');
    const ticked = this.issue.body.replace(`- [ ] ${fact}:`, `- [x] ${fact}:`);
    assert.notEqual(ticked, this.issue.body, `${fact} has a box`);
    this.issue.body = ticked.replaceAll('\n', '\r\n');
  }
}

const scan = (now: string, text = textOf('lambda')): StampScan =>
  scanProfile(text, 'profiles/lambda.yml', new Date(now), LIMITS);
/** Nothing is stale. */
const calm = (): StampScan =>
  scanProfile(textOf('lambda'), 'profiles/lambda.yml', new Date('2026-11-22'), {
    months: 99,
    monthsMoney: 99,
  });
const bring = (issues: Issues, of: StampScan) => bringIssue(issues, of, LIMITS, linkTo);
const reread = (fact: string, month: string): string =>
  textOf('lambda').replace(new RegExp(`(id: ${fact}\\b[\\s\\S]*?verified: )20\\d\\d-\\d\\d`), `$1${month}`);

describe('the one issue about stale facts', () => {
  it('is opened with a box, a source and the very YAML line at this commit for each fact [FR-04]', async () => {
    const issues = new OneIssue();
    const { outcome } = await bring(issues, scan('2026-11-22'));
    assert.equal(outcome, 'created');
    assert.deepEqual(issues.asked, ['create gpu-lease']);
    const body = issues.issue?.body ?? '';
    assert.ok(body.startsWith(STALENESS_MARKER));
    const line =
      textOf('lambda')
        .split('\n')
        .findIndex(
          (each, at, all) =>
            all.slice(0, at).some((above) => above.includes('- id: terminate')) && each.includes('verified:'),
        ) + 1;
    const [terminate = ''] = body.split('\n').filter((each) => each.includes('lambda verbs.terminate'));
    assert.match(terminate, /^- \[ \] /);
    assert.ok(
      terminate.includes(`](https://github.com/ada/engine/blob/c0ffee/profiles/lambda.yml#L${line})`),
      `${terminate} names line ${line}`,
    );
    assert.match(terminate, /source \[[^\]]+\]\(https:\/\/docs\.lambda\.ai/);
    const boxes = body.match(/^- \[ \] /gm)?.length;
    assert.equal(boxes, scan('2026-11-22').facts.filter(({ state }) => state !== 'fresh').length);
  });

  it('is left alone while nothing changes, whoever has ticked what [FR-04]', async () => {
    const issues = new OneIssue();
    await bring(issues, scan('2026-11-22'));
    issues.tick('lambda verbs.terminate');
    assert.equal((await bring(issues, scan('2026-11-23'))).outcome, 'unchanged');
    assert.deepEqual(issues.asked, ['create gpu-lease']);
  });

  it('keeps a ticked box over an update as long as the stamp is the same, and not after [FR-04]', async () => {
    const issues = new OneIssue();
    await bring(issues, scan('2027-02-01'));
    issues.tick('lambda verbs.terminate');
    issues.tick('lambda gotchas.LAM1');
    const month = await bring(issues, scan('2027-03-01'));
    assert.equal(month.outcome, 'updated');
    assert.match(issues.issue?.body ?? '', /^- \[x\] lambda verbs\.terminate: /m);
    assert.match(issues.issue?.body ?? '', /^- \[x\] lambda gotchas\.LAM1: /m);
    assert.equal(tickedIn(issues.issue?.body ?? '').size, 2);
    await bring(issues, scan('2028-03-01', reread('LAM1', '2027-03')));
    assert.match(issues.issue?.body ?? '', /^- \[x\] lambda verbs\.terminate: /m);
    assert.match(issues.issue?.body ?? '', /^- \[ \] lambda gotchas\.LAM1: 2027-03 /m);
  });

  it('is closed when nothing is stale, and opened again under the same number [FR-04]', async () => {
    const issues = new OneIssue();
    await bring(issues, scan('2026-11-22'));
    assert.equal((await bring(issues, calm())).outcome, 'closed');
    assert.equal(issues.issue?.state, 'closed');
    assert.equal((await bring(issues, calm())).outcome, 'left-closed');
    assert.equal((await bring(issues, scan('2026-11-22'))).outcome, 'reopened');
    assert.deepEqual([issues.issue?.state, issues.issue?.number], ['open', 7]);
  });

  it('stays closed when a person closed it, until something is due that it did not list [FR-04]', async () => {
    const issues = new OneIssue();
    await bring(issues, scan('2026-11-22'));
    if (issues.issue) issues.issue.state = 'closed';
    assert.equal((await bring(issues, scan('2026-11-30'))).outcome, 'left-closed');
    assert.equal((await bring(issues, scan('2027-03-01'))).outcome, 'reopened');
  });

  it('is never made where nothing is stale', async () => {
    const issues = new OneIssue();
    assert.equal((await bring(issues, calm())).outcome, 'none');
    assert.deepEqual(issues.asked, []);
  });

  it('fits into what GitHub takes with every fact of every profile stale, the worst first, no ticked one left out', async () => {
    const issues = new OneIssue();
    const years = together(
      namesIn(SHIPPED).map((id) =>
        scanProfile(textOf(id), `profiles/${id}.yml`, new Date('2040-01-01'), LIMITS),
      ),
    );
    await bring(issues, years);
    const body = () => issues.issue?.body ?? '';
    assert.ok(body().length <= MAX_ISSUE_CHARACTERS);
    const left = Number(/^And (\d+) more: /m.exec(body())?.[1]);
    assert.equal(left + (body().match(/^- \[ \] /gm)?.length ?? 0), years.facts.length);
    const last = [...listedIn(body())].at(-1) ?? '';
    if (issues.issue) issues.issue.body = body().replace(/- \[ \] (.*)(?=\n\nAnd)/, '- [x] $1');
    assert.deepEqual([...tickedIn(body())], [last]);
    const worse = years.facts.slice(0, 40).map((fact) => ({ ...fact, name: `${fact.name}-too` }));
    const crowded = { ...years, facts: [...worse, ...years.facts] };
    await bring(issues, crowded);
    assert.ok(body().length <= MAX_ISSUE_CHARACTERS);
    assert.ok(tickedIn(body()).has(last));
  });

  it('shows what a profile holds as words: no markup, no mention, no end of its own comment', async () => {
    const issues = new OneIssue();
    const text = textOf('lambda').replace(
      'where: docs.lambda.ai/api/cloud',
      'where: "@ada <b>--> [x](http://evil)"',
    );
    const hostile = text.replace('id: LAM1\n', 'id: "LAM1 --> @ada\\n- [x] a"\n');
    await bring(issues, scan('2026-11-22', hostile));
    const body = issues.issue?.body ?? '';
    assert.doesNotMatch(body.replace(/<!-- (?:gpu-lease:staleness|fact [\w./@-]+) -->/g, ''), /<|--\s*>/);
    assert.doesNotMatch(body.replace(/<!-- fact \S+ -->/g, ''), /@ada|\]\(http:/);
    assert.equal(tickedIn(body).size, 0);
  });
});

describe('the address of a line of a profile', () => {
  const env = {
    GITHUB_SERVER_URL: 'https://git.example',
    GITHUB_REPOSITORY: 'ada/engine',
    GITHUB_SHA: 'abc',
    GITHUB_WORKSPACE: '/w',
  };
  it("is in the user's repository for a profile of theirs, below the workspace", () => {
    const at = linkToProfiles(env, '/w/sub', false);
    assert.equal(
      at({ file: 'my profiles/x.yml', line: 3 }),
      'https://git.example/ada/engine/blob/abc/sub/my%20profiles/x.yml#L3',
    );
    assert.equal(at({ file: '../../etc/x.yml', line: 3 }), undefined);
  });
  it("is in the action's repository for a profile that came with it", () => {
    const at = linkToProfiles(
      { ...env, GITHUB_ACTION_REPOSITORY: 'gl/gl', GITHUB_ACTION_REF: 'v1' },
      '/w',
      true,
    );
    assert.equal(
      at({ file: 'profiles/x.yml', line: 3 }),
      'https://git.example/gl/gl/blob/v1/profiles/x.yml#L3',
    );
  });
  it('is nowhere when nobody knows the repository', () => {
    assert.equal(linkToProfiles({}, '/w', true)({ file: 'profiles/x.yml', line: 3 }), undefined);
  });
});
