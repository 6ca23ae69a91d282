import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toldBy } from '../../src/platforms/slurm/api.ts';
import { begin } from '../../src/platforms/slurm/box.ts';

const begun = (...answer: string[]) =>
  begin({ target: 'ssh://me@login.lab', ask: async () => toldBy(answer.join('\n')) }, '4711');

describe('letting a held job of Slurm go', () => {
  for (const [why, answer] of [
    ['its list did not come in time', ['squeue=124']],
    ['its list failed', ['squeue>squeue: error: Invalid user', 'squeue=1']],
    ['the release did not end in time', ['squeue>4711|PENDING|JobHeldUser||x|y', 'squeue=0', 'release=124']],
  ] as const)
    it(`is not taken for done where ${why}: it would be held for ever`, () =>
      assert.rejects(begun(...answer), { code: 'queue-silent', kind: 'unreachable' }));

  for (const [why, answer] of [
    ['was let go before', ['name>tiny-1', 'begun>yes']],
    ['is forgotten', ['squeue>slurm_load_jobs error: Invalid job id specified', 'squeue=1']],
    ['runs', ['squeue>4711|RUNNING|None||x|y', 'squeue=0', 'mark=0']],
    ['is let go now', ['squeue>4711|PENDING|JobHeldUser||x|y', 'squeue=0', 'release=0', 'mark=0']],
  ] as const)
    it(`is quiet of one that ${why}`, () => begun(...answer));

  it('says what Slurm says against it', () =>
    assert.rejects(
      begun('squeue>4711|PENDING|JobHeldUser||x|y', 'squeue=0', 'release>Access denied', 'release=1'),
      {
        code: 'begin-refused',
        message: /does not let job 4711 go: Access denied/,
      },
    ));
});
