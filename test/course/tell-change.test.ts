import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tellChange } from '../../src/course/tell-change.ts';
import type { Job } from '../../src/job/job.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import type { World } from '../../src/world.ts';

const HEAD = 'b'.repeat(40);

const labelled = (more: Partial<Run> = {}): Run => ({
  ...fold('tiny-7', [
    {
      ...{ type: 'run-opened', version: 1, job: 'tiny', configHash: 'c', commit: HEAD, codeHash: 'd' },
      ...{ dirty: false, cells: ['main'], budget: { usd: 5, hours: 2, usdPerHour: 1 }, retryMax: 1 },
      ...{ onFinish: 'hold', resumes: true, document: { name: 'tiny' } as Job, change: { pullRequest: 12 } },
      ...{ seq: 0, at: '2026-11-21T09:00:00.000Z', by: 'ada@laptop' },
    } as never,
  ]),
  ...more,
});

const halted = {
  type: 'halted',
  code: 'cell-dead',
  what: 'main is dead.',
  next: 'Correct it.',
  at: '2026-11-21T09:30:00.000Z',
} as Run['halted'];

async function told(run: Run, { headSha = HEAD, isOpen = true, fails = false } = {}) {
  const [comments, said]: [string[], string[]] = [[], []];
  const github = {
    pullRequest: async () => ({ isOpen, headSha, headRepository: 'ada/engine', labels: [] }),
    commentMarked: async () => {
      if (fails) throw new Problem({ code: 'gone', kind: 'unreachable', what: 'No answer.', next: 'Wait.' });
    },
    createComment: async (_: number, body: string) => void comments.push(body),
  };
  const say = (text: string) => void said.push(text);
  const world = {
    ...{ github, ledger: new MemoryLedger(), page: 'https://github.com/ada/engine/actions/runs/7' },
    ...{ face: { line: say, warn: say }, clock: { now: () => new Date('2026-11-21T10:00:00Z') } },
  };
  await tellChange(world as unknown as World, run, { env: {}, redactor: new Redactor() });
  return { comments, said: said.join('\n') };
}

describe('the end of a labelled run, on its pull request', () => {
  it('is told once there is one, with what to do', async () => {
    const { comments } = await told(labelled({ halted }));
    assert.equal(comments.length, 1);
    assert.match(comments[0] ?? '', /: halted\n[\s\S]*tiny-7 stopped itself: Correct it/);
    assert.deepEqual((await told(labelled())).comments, [], 'while it goes on the status says so');
  });

  it('is not told where the change has gone on, or is open no more', async () => {
    assert.deepEqual((await told(labelled({ halted }), { headSha: 'c'.repeat(40) })).comments, []);
    assert.deepEqual((await told(labelled({ halted }), { isOpen: false })).comments, []);
  });

  it('costs the run nothing where it could not be written', async () => {
    const { said } = await told(labelled({ halted }), { fails: true });
    assert.match(said, /comment on pull request 12 could not be written: No answer\..*Next: Wait/);
  });
});
