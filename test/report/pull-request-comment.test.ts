import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentMarker, putComment } from '../../src/github/pull-request-comment.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import {
  nextStep,
  type PullRequestFacts,
  pullRequestComment,
  type ToldRun,
} from '../../src/report/pull-request-comment.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { curve } from './sample-facts.ts';

const run = (more: Partial<ToldRun> = {}): ToldRun => ({
  run: 'tiny-7',
  state: 'running',
  commit: 'b'.repeat(40),
  usd: 1.2,
  cells: [{ name: 'main', ended: '', step: 40, loss: undefined }],
  verified: undefined,
  costing: [],
  halted: undefined,
  ...more,
});

const facts = (more: Partial<PullRequestFacts> = {}): PullRequestFacts => ({
  job: 'tiny',
  commit: 'b'.repeat(40),
  smoke: 'passed',
  plan: null,
  runs: [],
  base: undefined,
  url: 'https://github.com/ada/engine/actions/runs/7',
  ...more,
});

const mermaidIn = (text: string): string[] =>
  [...text.matchAll(/```mermaid\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);

const ended = (loss: number) => [{ name: 'main', ended: 'finished', step: 100, loss }];

describe('the comment on a pull request', () => {
  it('says how the smoke ended and what a training would cost, per candidate', () => {
    const candidates = [
      { platform: 'runpod', summary: 'RTX 4090', usdPerHour: 0.34, expectedUsd: 1.5 },
      { platform: 'vastai', summary: 'RTX 4090', usdPerHour: 0.29, expectedUsd: null },
    ];
    const text = pullRequestComment(
      facts({ plan: { candidates, declined: [{ platform: 'lambda', why: 'no capacity' }], atMostUsd: 8 } }),
    );
    assert.match(
      text,
      /\*\*Smoke:\*\* passed .*\[workflow run\]\(https:\/\/github\.com\/ada\/engine\/actions\/runs\/7\)/,
    );
    assert.match(text, /at most \S*8\.00/);
    assert.match(text, /\| runpod \| RTX 4090 \| 0\.34 \| \S*1\.50/);
    assert.match(text, /\| vastai \| RTX 4090 \| 0\.29 \| not known without `watch.expected` \|/);
    assert.match(text, /1 declined<\/summary>\n\n- lambda: no capacity/);
    assert.match(text, /\*\*Next:\*\* a training of this branch can be started by hand/);
  });

  it('compares what a run came to with the base branch, and names what is alive', () => {
    const verified = { verified: 5, roster: 5, level: 'L2' };
    const own = run({
      state: 'sealed',
      cells: ended(0.41),
      verified,
      costing: ['tiny-7-1 on runpod: gpu 0.34 USD/h'],
    });
    const text = pullRequestComment(
      facts({ runs: [own], base: run({ run: 'tiny-3', state: 'released', cells: ended(0.5), verified }) }),
    );
    assert.match(text, /`tiny-7` .*finished at step 100 \| 0&?#?4?6?;?\.4100 \(-0\.090, better\) \| 5\/5 L2/);
    assert.match(text, /\*\*base branch\*\* .* 0\.5000 /);
    const ofBase = { ...verified, level: 'L3' };
    const first = pullRequestComment(
      facts({ runs: [run()], base: run({ run: 'tiny-3', state: 'sealed', verified: ofBase }) }),
    );
    assert.match(first, /<sub>L3 .* · sealed: home, verified/, 'the row of the base branch is read, too');
    assert.match(text, /\[!WARNING\]\n> \*\*Machines alive:\*\* tiny-7-1 on runpod/);
    assert.match(text, /tiny-7 waits for its release to be approved/);
    assert.match(pullRequestComment(facts({ runs: [own] })), /nothing to compare with/);
  });

  it('has the verdict in its first line, and what is planned folded behind what was run', () => {
    const plan = { candidates: [], declined: [], atMostUsd: 8 };
    const first = (more: Partial<PullRequestFacts>) => pullRequestComment(facts(more)).split('\n')[0] ?? '';
    assert.match(first({ smoke: 'failed' }), /^### gpu-lease: tiny at `bbbbbbbb`: its smoke failed$/);
    assert.match(first({}), /: its smoke passed$/);
    const verified = { verified: 5, roster: 5, level: 'L2' };
    const sealed = run({ state: 'sealed', verified });
    assert.match(first({ runs: [sealed] }), /: sealed, 5 of 5 files verified$/);
    assert.match(first({ runs: [sealed, run({ state: 'debt' })] }), /: a meter is not proven stopped$/);
    const whole = pullRequestComment(facts({ runs: [sealed], plan }));
    assert.ok(whole.indexOf('#### Runs') < whole.indexOf('<summary>Planned cost: at most 8.00 USD'), whole);
    assert.ok(whole.indexOf('**Next:**') < whole.indexOf('#### Runs'), 'what to do before what there is');
  });

  it('says nothing of costs under a smoke that failed, and links commit, files and form', () => {
    const links = {
      commit: 'https://github.com/ada/engine/commit/b',
      form: 'https://github.com/ada/engine/actions/workflows/gpu-lease-train.yml',
    };
    const plan = { candidates: [], declined: [], atMostUsd: 8 };
    assert.doesNotMatch(pullRequestComment(facts({ smoke: 'failed', plan, links })), /cost|Run workflow/);
    const passed = pullRequestComment(facts({ plan, links }));
    for (const url of Object.values(links)) assert.ok(passed.includes(`](${url})`), passed);
    const artifact = 'https://github.com/ada/engine/actions/runs/7/artifacts/9';
    const verified = { verified: 5, roster: 5, level: 'L3' };
    const told = pullRequestComment(facts({ runs: [run({ artifact, verified, state: 'sealed' })] }));
    assert.ok(told.includes(`[\`tiny-7\`](${artifact})`), told);
    assert.ok(
      told.includes(`\`+evidence/report.html\` in [its files](${artifact})`),
      'before it is approved',
    );
    assert.doesNotMatch(
      pullRequestComment(facts({ runs: [run({ artifact })] })),
      /report\.html/,
      'while it runs',
    );
    assert.match(told, /<sub>L3 .*complete, finite and of the right step.* · sealed: home, verified/);
  });

  it('says why a smoke failed in a block of code that nothing in it can leave, and of one that passed nothing', () => {
    const reason =
      'train.py:3: it died.\n```\n@ada <!-- gpu-lease:pull-request:large --> ![x](http://e.example)\u001b[31m\n# big\n````';
    const told = pullRequestComment(facts({ smoke: 'failed', reason }));
    const [, block = ''] = /\n`````text\n([\s\S]*?)\n`````\n/.exec(told) ?? [];
    assert.match(block, /^train\.py:3: it died\.\n```\n@ada /);
    assert.doesNotMatch(told.replace(block, ''), /@ada|# big|e\.example/);
    assert.doesNotMatch(told, /<!--|\u001b/);
    assert.doesNotMatch(pullRequestComment(facts({ smoke: 'passed', reason })), /it died/);
  });

  it('shows words of a box as words: no table breaks, mentions, links, images or markers', () => {
    const hostile = '| a | @ada <!-- gpu-lease --> ![x](http://e.example/x) [a](b)\n\n# big ```';
    const text = pullRequestComment(
      facts({
        runs: [
          run({
            state: 'halted',
            halted: { what: hostile, next: hostile },
            costing: [hostile],
            cells: [{ name: hostile, ended: hostile, step: 1, loss: 1 }],
          }),
        ],
        plan: {
          candidates: [{ platform: hostile, summary: hostile, usdPerHour: 1, expectedUsd: 1 }],
          declined: [{ platform: hostile, why: hostile }],
          atMostUsd: 1,
        },
      }),
    );
    assert.doesNotMatch(text, /@ada|<!--|!\[|\]\(b|\]\(http:|\n# |```/);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    assert.deepEqual([...new Set(rows.map((line) => line.split('|').length - 2))].sort(), [4, 7]);
  });

  it('draws the curve of the newest run that has one beside that of the base branch, as far as both went', () => {
    const chart = (key: string, steps: number, cell = 'main') => ({
      cell,
      key,
      title: `${key} of ${cell}`,
      points: curve(steps),
    });
    const own = run({ run: 'tiny-8', state: 'sealed', charts: [chart('loss', 120), chart('acc', 120)] });
    const base = run({ run: 'tiny-3', state: 'released', charts: [chart('loss', 100)] });
    const text = pullRequestComment(facts({ runs: [run(), own], base }));
    const [first = '', second = '', ...more] = mermaidIn(text);
    assert.deepEqual(more, []);
    assert.equal(first.match(/^ {2}line \[/gm)?.length, 2, first);
    assert.match(first, /x-axis "step" 1 --> 100/);
    assert.match(text, /\*\*loss\*\* of main: 1 at step 1 to 0\.008333 at step 120 in `tiny-8` \(blue\)/);
    assert.match(text, /0\.01 at step 100 in `tiny-3`, base branch \(orange\)\. Drawn from step 1 to 100/);
    assert.equal(second.match(/^ {2}line \[/gm)?.length, 1, 'the base branch has none to set beside it');
    assert.ok(text.indexOf('<summary>More curves (1)') < text.indexOf(second), 'and it is folded');
    const alone = pullRequestComment(facts({ runs: [own] }));
    assert.equal(mermaidIn(alone)[0]?.match(/^ {2}line \[/gm)?.length, 1);
    assert.doesNotMatch(alone, /orange\)/);
    assert.deepEqual(
      mermaidIn(pullRequestComment(facts({ runs: [run()], base }))),
      [],
      'as records of before',
    );
  });

  it('lets no name of a series do anything in the comment', () => {
    const hostile = 'loss"]\n```\n@ada <!-- x --> ![x](http://e.example) **a** |\u202e';
    const charts = [{ cell: 'main', key: hostile, title: `${hostile} of main`, points: curve(9) }];
    const text = pullRequestComment(facts({ runs: [run({ charts })], base: run({ run: 'tiny-3', charts }) }));
    const [block = '', ...more] = mermaidIn(text);
    assert.deepEqual(more, []);
    assert.match(block, /title "[\w ./-]+"\n/);
    assert.doesNotMatch(text.replace(block, ''), /@ada|<!--|!\[|\]\(http:|\*\*a\*\*|\u202e/);
  });

  it('names the most urgent next step first', () => {
    const next = (...runs: ToldRun[]) => nextStep({ smoke: 'failed', runs });
    assert.match(
      next(run({ state: 'sealed' }), run({ run: 'tiny-9', state: 'debt' })),
      /a meter of tiny-9 is not proven stopped/,
    );
    assert.match(next(run({ state: 'halted', halted: { what: 'x', next: 'look' } })), /stopped itself: look/);
    assert.match(next(), /correct what the smoke found/);
    assert.match(nextStep({ smoke: 'unknown', runs: [] }), /wait for the smoke/);
  });

  it('is written once and then over itself, job by job, and not at all where nothing changed [GH-09]', async () => {
    const clock = new SkippingClock(0);
    const twin = await startGitHubTwin({ clock });
    try {
      const open = (token: string) => {
        const github = openGitHub({ ...twin.env, GH_TOKEN: token }, clock, new AbortController().signal);
        assert.ok(github);
        return github;
      };
      const github = open(twin.token);
      const { number } = twin.addPullRequest({ author: 'ada', headSha: 'b'.repeat(40) });
      // Somebody quotes the marker: that comment is not ours.
      twin.addComment(number, 'eve', `${commentMarker('tiny')} mine`);
      const put = (job: string, text: string) => putComment(github, number, job, text);
      assert.equal(await put('tiny', 'one'), 'created');
      assert.equal(await put('tiny', 'one'), 'unchanged');
      assert.equal(await put('tiny', 'two'), 'updated');
      assert.equal(await put('large', 'one'), 'created');
      assert.equal(await put('tiny', 'x\n'.repeat(60_000)), 'updated', 'cut to what GitHub takes');
      const had = await github.commentMarked(number, commentMarker('tiny'));
      assert.match(had?.body ?? '', /The rest did not fit/);
      assert.ok((had?.body ?? '').length <= 65_536, 'as much as GitHub takes');
      const reading = open(twin.tokenWith({ pull_requests: 'read', issues: 'read' }));
      const outcome = await putComment(reading, number, 'tiny', 'three');
      assert.ok(typeof outcome === 'object', 'a token that only reads is told, not failed');
      assert.match(outcome.notAllowed, /(?:issues|pull-requests): write/);
    } finally {
      await twin.close();
    }
  });
});
