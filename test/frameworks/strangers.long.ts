// Over a minute: six projects of people who never heard of us go from their own repository to a seal, and lose a box on the way.
import { after, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import type { Toll } from './newcomer.ts';
import { goesTheWholeWay, STRANGERS, type Stranger, tollTable } from './strangers.ts';

const MINUTES = 60_000;

describe('a stranger’s project', {
  skip: missing('frameworks', 'git', 'sshd', 'testbed', 'ssh'),
  timeout: 60 * MINUTES,
}, () => {
  const tolls: [Stranger, Toll][] = [];
  after(() => {
    for (const line of tollTable(tolls).split('\n')) console.log(`show: ${line}`);
  });
  for (const stranger of STRANGERS)
    it(`is sealed with few edits and smokes after its box was wiped: ${stranger.is}`, async (t) => {
      tolls.push([stranger, await goesTheWholeWay(t, stranger)]);
    });
});
