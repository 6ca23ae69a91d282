import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelRefusal, readLabelled } from '../../src/github/labelled.ts';
import type { StartingEvent } from '../../src/github/untrusted-event.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';

interface Change {
  event?: string;
  action?: string;
  label?: unknown;
  author?: string;
  from?: string;
  number?: unknown;
  sha?: string;
}

function event({
  event: name = 'pull_request',
  action = 'labeled',
  label = 'gpu',
  author = 'mallory',
  from = 'ada/engine',
  number = 7,
  sha = SHA,
}: Change = {}): StartingEvent {
  const head = { sha, repo: from === '' ? null : { full_name: from } };
  return {
    name,
    repository: 'ada/engine',
    payload: {
      action,
      label: { name: label },
      sender: { login: 'ada' },
      pull_request: { number, user: { login: author }, head },
    },
  };
}

const open = { isOpen: true, headSha: SHA, headRepository: 'ada/engine', labels: ['GPU', 'bug'] };
const writer = { permission: 'write', isPerson: true };
const asked = { label: 'gpu', pullRequest: 7, headSha: SHA, by: 'ada' };

describe('a label on a pull request', () => {
  it('asks for a run of the commit that it was put on', () => {
    assert.deepEqual(readLabelled(event(), 'GPU'), { labelled: asked });
  });

  for (const [what, change, why] of [
    ['by another name', { label: 'gpu2' }, /Another label/],
    ['that has no name', { label: { name: 'gpu' } }, /Another label/],
    ['of a change from a fork', { from: 'mallory/engine' }, /from a fork/],
    ['of a fork that is gone', { from: '' }, /from a fork/],
    ['of a change of Dependabot', { author: 'dependabot[bot]' }, /Dependabot/],
    ['that was taken off', { action: 'unlabeled' }, /Only a label/],
    ['in an event that has our secrets', { event: 'pull_request_target' }, /Only a label/],
    ['of a pull request without a number', { number: '7; rm' }, /no pull request/],
    ['of what is no commit', { sha: '$(id)' }, /no pull request/],
  ] as const)
    it(`starts nothing ${what}`, () => {
      const read = readLabelled(event(change), 'gpu');
      assert.match('ignored' in read ? read.ignored : 'it starts one', why);
    });

  it('is heeded where a person who may write put it there', () => {
    for (const permission of ['admin', 'maintain', 'write'])
      assert.equal(labelRefusal(asked, open, { permission, isPerson: true }), undefined);
  });

  for (const [code, pull, person] of [
    ['labeller-may-not-write', open, { permission: 'read', isPerson: true }],
    ['labeller-may-not-write', open, { permission: 'none', isPerson: true }],
    ['labeller-may-not-write', open, { permission: 'write', isPerson: false }],
    ['labeller-may-not-write', open, undefined],
    ['pushed-meanwhile', { ...open, headSha: 'f'.repeat(40) }, writer],
    ['label-gone', { ...open, labels: ['bug'] }, writer],
    ['not-open', { ...open, isOpen: false }, writer],
    ['not-open', undefined, writer],
  ] as const)
    it(`is refused: ${code} (${JSON.stringify(person ?? 'nobody')})`, () => {
      assert.equal(labelRefusal(asked, pull && { ...pull, labels: [...pull.labels] }, person)?.code, code);
    });
});
