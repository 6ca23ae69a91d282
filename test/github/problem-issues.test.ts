import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ISSUE_LABEL, type ToldProblem, tellProblems } from '../../src/github/problem-issues.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

const DEBT: ToldProblem = {
  key: 'debt:tiny-7:tiny-7-1',
  title: 'tiny-7-1 on runpod may still cost money',
  lines: ['Meter gpu (0.44 USD per hour): runpod has not shown it gone two times.'],
  next: 'look at box pod-1 in the console of runpod, then run the release again',
};

async function repository(t: TestContext) {
  const clock = new SkippingClock(0);
  const twin = await startGitHubTwin({ clock });
  t.after(() => twin.close());
  const github = openGitHub(twin.env, clock, new AbortController().signal);
  assert.ok(github);
  const issues = () => [...twin.state.issues.values()];
  return { twin, github, issues };
}

const unknown = () => undefined;
const what = (told: readonly { what: string }[]): string[] => told.map((each) => each.what);

describe('issues of the tick', () => {
  it('opens one issue for a problem and leaves it alone while its text is the same', async (t) => {
    const { twin, github, issues } = await repository(t);
    assert.deepEqual(what(await tellProblems(github, [DEBT], unknown)), ['opened']);
    assert.deepEqual(what(await tellProblems(github, [DEBT], unknown)), ['unchanged']);
    const [issue, ...more] = issues();
    assert.deepEqual(more, []);
    assert.ok(issue);
    assert.ok(issue.labels.includes(ISSUE_LABEL));
    assert.match(issue.body, /<!-- gpu-lease:problem:debt:tiny-7:tiny-7-1 -->/);
    assert.match(issue.body, /\*\*Next:\*\* look at box pod/);
    assert.equal(twin.exchanges().filter(({ request }) => request.method === 'PATCH').length, 0);
  });

  it('changes it when the text is another, closes it with how it was solved, and opens the same one again', async (t) => {
    const { twin, github, issues } = await repository(t);
    await tellProblems(github, [DEBT], unknown);
    const worse = { ...DEBT, lines: [...DEBT.lines, 'Meter disk (0.02 USD per hour): the same.'] };
    assert.deepEqual(what(await tellProblems(github, [worse], unknown)), ['updated']);
    assert.match(issues()[0]?.body ?? '', /Meter disk/);

    assert.deepEqual(await tellProblems(github, [], unknown), [], 'not looked at is not solved');
    assert.equal(issues()[0]?.state, 'open');
    const told = await tellProblems(github, [], () => 'The platform has shown every meter gone, twice.');
    assert.deepEqual(what(told), ['closed']);
    assert.equal(issues()[0]?.state, 'closed');
    const comments = [...twin.state.comments.values()];
    assert.match(comments[0]?.body ?? '', /Solved: The platform has shown every meter gone, twice/);

    assert.deepEqual(what(await tellProblems(github, [DEBT], unknown)), ['reopened']);
    assert.deepEqual(
      issues().map(({ state }) => state),
      ['open'],
    );
  });

  it('leaves an older issue with the same marker to the stranger who wrote it, and keeps its own [security 12]', async (t) => {
    const { twin, github, issues } = await repository(t);
    const body = `<!-- gpu-lease:problem:${DEBT.key} -->\n\nsolved long ago`;
    const theirs = twin.addIssue({ title: 'nothing to see', author: 'mallory', body, labels: [ISSUE_LABEL] });
    assert.deepEqual(what(await tellProblems(github, [DEBT], unknown)), ['opened']);
    assert.deepEqual(
      what(await tellProblems(github, [DEBT], unknown)),
      ['unchanged'],
      'and not closed as a duplicate',
    );
    const ours = issues().find(({ number }) => number !== theirs.number);
    assert.equal(ours?.state, 'open');
    assert.equal(ours?.title, DEBT.title);
    assert.deepEqual(what(await tellProblems(github, [], () => 'It is gone.')), ['closed']);
    const seen = issues().find(({ number }) => number === theirs.number);
    assert.deepEqual([seen?.state, seen?.body], ['open', body], 'nothing was done to it');
  });

  it('ends with one issue when two ticks told the same at one moment', async (t) => {
    const { github, issues } = await repository(t);
    await Promise.all([tellProblems(github, [DEBT], unknown), tellProblems(github, [DEBT], unknown)]);
    await tellProblems(github, [DEBT], unknown);
    const open = issues().filter(({ state }) => state === 'open');
    assert.equal(open.length, 1);
    assert.equal(open[0]?.number, Math.min(...issues().map(({ number }) => number)), 'the elder one stays');
  });

  it('stops where its budget of requests is over, and goes on at the next tick', async (t) => {
    const { github, issues } = await repository(t);
    const many = Array.from({ length: 6 }, (_, n) => ({ ...DEBT, key: `debt:run-${n}:run-${n}-1` }));
    const before = github.requests();
    await tellProblems(github, many, unknown, () => github.requests() - before < 5);
    const first = issues().length;
    assert.ok(first > 0 && first < 6, `${first} issues`);
    await tellProblems(github, many, unknown);
    assert.equal(issues().length, 6);
  });

  it('shows what a box said and obeys none of it', async (t) => {
    const { github, issues } = await repository(t);
    const said = '@ada closes #1 <!-- gpu-lease:problem:halted:other --> ![x](https://evil.example/x.png)';
    await tellProblems(github, [{ ...DEBT, lines: [said], title: `a\n${said}` }], unknown);
    const body = issues()[0]?.body ?? '';
    assert.equal(body.match(/<!--/g)?.length, 1);
    assert.doesNotMatch(body, /@ada|#1\b|!\[x\]|https:\/\/evil/);
    assert.doesNotMatch(issues()[0]?.title ?? '', /\n/);
    assert.deepEqual(
      what(await tellProblems(github, [{ ...DEBT, lines: [said], title: `a\n${said}` }], unknown)),
      ['unchanged'],
    );
  });
});
