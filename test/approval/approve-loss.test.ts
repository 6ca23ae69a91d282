import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approveLoss } from '../../src/approval/approve-loss.ts';
import type { Given } from '../../src/approval/given.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { audited, intended, leaseOf, opened, reachable, rented, started, waived } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

const given = (over: Partial<Given> = {}): Given => ({
  env: {},
  person: 'ada',
  phrase: undefined,
  environment: undefined,
  noted: undefined,
  inAdvance: undefined,
  ended: undefined,
  atTerminal: async () => undefined,
  ...over,
});

/** A box of one's own at that price, found unfit. */
const onOwnBox = (usdPerHour: number, ...more: EventBody[]): EventBody[] => [
  opened(),
  waived,
  {
    ...(intended() as Extract<EventBody, { type: 'intended' }>),
    platform: 'generic-ssh',
    usdPerHour,
    attach: 'lab',
  },
  {
    ...(rented() as Extract<EventBody, { type: 'rented' }>),
    meters: [{ id: 'box', kind: 'none', usdPerHour, source: 'the word of the job file' }],
  },
  reachable(),
  audited(more.length > 0),
  ...more,
];

async function givenUp(events: EventBody[], over: Partial<Given> = {}) {
  const { run, lease } = leaseOf(events);
  const { world, face } = scriptedWorld({ profile: async () => profileOf('generic-ssh') });
  const approved = await approveLoss({ world, given: given(over), run }, lease, ['nothing']);
  return { approved, said: face.lines.join('\n') };
}

describe('giving up a box of one’s own', () => {
  it('asks for no phrase where nothing was started on it and it costs nothing', async () => {
    const { approved, said } = await givenUp(onOwnBox(0));
    assert.equal(approved?.person, 'ada');
    assert.equal(approved?.goal, 'abandon');
    assert.match(said, /no phrase is asked for/);
    assert.doesNotMatch(said, /to give this up, type/);
  });

  for (const { what, events, over } of [
    { what: 'that is paid for', events: onOwnBox(0.4) },
    { what: 'on which work was started', events: onOwnBox(0, started()) },
    { what: 'in a workflow', events: onOwnBox(0), over: { env: { GITHUB_ACTIONS: 'true' } } },
  ]) {
    it(`asks for its phrase for one ${what}`, async () => {
      const { approved, said } = await givenUp(events, over).catch((error: unknown) => ({
        approved: undefined,
        said: String(error),
      }));
      assert.equal(approved, undefined);
      if (!over) assert.match(said, /to give this up, type: tiny-7-1 /);
    });
  }
});
