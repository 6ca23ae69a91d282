import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { isForkPullRequest, refuseUntrusted, type StartingEvent } from '../../src/github/untrusted-event.ts';
import { Problem } from '../../src/problem.ts';

const REPOSITORY = 'ada/engine';
const event = (name: string, payload: Record<string, unknown> = {}): StartingEvent => ({
  name,
  payload,
  repository: REPOSITORY,
});
const pull = (head: string | null) => ({
  pull_request: {
    number: 7,
    head: { sha: 'a', repo: head === null ? null : { full_name: head } },
    base: { repo: { full_name: REPOSITORY } },
  },
});
const workflowRun = (head: string | null, by = 'pull_request') => ({
  workflow_run: { event: by, head_repository: head === null ? null : { full_name: head } },
});
const comment = (association: string, of = 'comment') => ({
  [of]: { author_association: association },
  issue: { number: 7, pull_request: {} },
});

const SPENDING = [
  'run',
  'launch',
  'watch',
  'collect',
  'release',
  'tick',
  'gate',
  'stored',
  'continue',
  'sweep',
  'abandon',
  'resume',
  '',
];

const refusal = (stage: string, of: StartingEvent): Problem | undefined => {
  try {
    refuseUntrusted(COMMANDS.find(({ name }) => name === stage) ?? { name: stage }, of);
    return;
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error;
  }
};

describe('what a stranger can start', () => {
  for (const { what, of, smoke } of [
    { what: 'a pull request from a fork', of: event('pull_request', pull('eve/engine')), smoke: true },
    { what: 'a pull request whose fork is gone', of: event('pull_request', pull(null)), smoke: true },
    { what: 'a pull request whose payload cannot be read', of: event('pull_request'), smoke: true },
    {
      what: 'a review of a pull request from a fork',
      of: event('pull_request_review', pull('eve/engine')),
      smoke: true,
    },
    {
      what: 'pull_request_target with the head of a fork',
      of: event('pull_request_target', pull('eve/engine')),
      smoke: false,
    },
    { what: 'pull_request_target without a payload', of: event('pull_request_target'), smoke: false },
    {
      what: 'workflow_run after the run of a fork',
      of: event('workflow_run', workflowRun('eve/engine')),
      smoke: false,
    },
    {
      what: 'workflow_run after a push to a fork',
      of: event('workflow_run', workflowRun('eve/engine', 'push')),
      smoke: false,
    },
    {
      what: 'workflow_run after the run of a fork that is gone',
      of: event('workflow_run', workflowRun(null)),
      smoke: false,
    },
    { what: 'a comment by a passer-by', of: event('issue_comment', comment('NONE')), smoke: false },
    {
      what: 'a comment by one who once contributed',
      of: event('issue_comment', comment('CONTRIBUTOR')),
      smoke: false,
    },
    {
      what: 'an issue by a passer-by',
      of: event('issues', { issue: { author_association: 'NONE' } }),
      smoke: false,
    },
    { what: 'a star', of: event('watch'), smoke: false },
  ]) {
    it(`${what}: ${smoke ? 'the smoke and nothing that spends' : 'not even the smoke, which would run beside our secrets'} [GH-09]`, () => {
      assert.equal(refusal('smoke', of) === undefined, smoke);
      for (const stage of SPENDING) assert.equal(refusal(stage, of)?.code, 'untrusted-event', stage);
      assert.equal(refusal('staleness', of), undefined);
    });
  }

  for (const { what, of } of [
    { what: 'a pull request of a branch here', of: event('pull_request', pull(REPOSITORY)) },
    { what: 'the same, whatever the case of the name', of: event('pull_request', pull('Ada/Engine')) },
    { what: 'pull_request_target of a branch here', of: event('pull_request_target', pull(REPOSITORY)) },
    { what: 'workflow_run after a run of a branch here', of: event('workflow_run', workflowRun(REPOSITORY)) },
    { what: 'a comment by a collaborator', of: event('issue_comment', comment('COLLABORATOR')) },
    { what: 'a dispatch', of: event('workflow_dispatch', { inputs: {} }) },
    { what: 'the schedule', of: event('schedule') },
    { what: 'a push', of: event('push') },
  ]) {
    it(`${what} may do everything else`, () => {
      for (const stage of ['smoke', ...SPENDING]) assert.equal(refusal(stage, of), undefined, stage);
    });
  }

  it('refuses every stage that there is, the smoke aside, and so any that is added', () => {
    const fork = event('pull_request', pull('eve/engine'));
    for (const { name } of COMMANDS.filter((each) => each.action?.of === 'run'))
      assert.equal(refusal(name, fork) === undefined, name === 'smoke', name);
  });

  it('says who started it, whose code it is, that nothing was done and what to do instead', () => {
    const told = refusal('launch', event('pull_request_target', pull('eve/engine')));
    assert.match(
      told?.what ?? '',
      /"pull_request_target" with the secrets of this repository.*from eve\/engine.*Nothing was done/,
    );
    assert.match(told?.next ?? '', /"pull_request", which has no secrets/);
  });

  it('knows where a token can only read', () => {
    assert.equal(isForkPullRequest(event('pull_request', pull('eve/engine'))), true);
    assert.equal(isForkPullRequest(event('pull_request', pull(REPOSITORY))), false);
    assert.equal(isForkPullRequest(event('pull_request_target', pull('eve/engine'))), false);
  });
});
