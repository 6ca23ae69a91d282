import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { givingUp } from '../../src/lease/giving-up.ts';
import {
  approved,
  HELD,
  intended,
  LEASE,
  lost,
  opened,
  RUNNING,
  STARTED_AT,
  told,
  waived,
} from './told-run.ts';

const NOW = new Date(STARTED_AT + 3_600_000);

/** How many leases are withdrawn, given up, and given up once more. */
const found = (story: readonly EventBody[]) => {
  const { unrented, held, lapsed } = givingUp(told(story), NOW);
  return [unrented.length, held.length, lapsed.length];
};

const GIVEN_UP: EventBody[] = [
  ...RUNNING,
  { type: 'abandoned', lease: LEASE, lost: ['main: last.safetensors'] },
];
const word = (expiresAt: string) => approved({ goal: 'abandon', binds: 'the list', expiresAt });
const [EARLIER, LATER] = ['2026-11-21T10:30:00Z', '2026-11-21T12:00:00Z'];

describe('what there is to give up', () => {
  for (const [what, story, expected] of [
    ['an intent that no platform answered', [opened(), waived, intended()], [1, 0, 0]],
    ['a box with work on it', RUNNING, [0, 1, 0]],
    ['what is on a box that only stopped working', [...RUNNING, lost('process')], [0, 1, 0]],
    ['a box on which nothing was begun: no event says that it is of no use', HELD, [0, 1, 0]],
    ['nothing of a box that is gone', [...RUNNING, lost('box')], [0, 0, 0]],
    ['nothing that was given up while that word holds', [...GIVEN_UP, word(LATER)], [0, 0, 0]],
    ['what was given up by a word that ran out', [...GIVEN_UP, word(EARLIER)], [0, 0, 1]],
  ] as const)
    it(`is ${what}`, () => assert.deepEqual(found(story), expected));
});
