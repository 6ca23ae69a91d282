import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import type { Resource } from '../../src/platforms/driver.ts';
import { classify } from '../../src/release/strays.ts';
import { asEvents, gone, intended, lost, opened, rented, started, waived } from '../lease/told-run.ts';

const X = 'tiny-7-1';
const BOX = 'box-of-tiny-7-1';
const refused: EventBody = { type: 'rent-refused', lease: X, reason: 'unclear', what: 'no answer' };
const released: EventBody[] = [
  { type: 'releasing', lease: X, verb: 'terminate' },
  gone('gpu'),
  gone('disk'),
  { type: 'released', lease: X, usd: 1 },
];
const working: EventBody[] = [
  { type: 'reachable', lease: X, hostKeySha256: 'k', pin: 'platform' },
  { type: 'audited', lease: X, fit: true, findings: [], measured: {} },
  started(),
];

const run = (...bodies: EventBody[]): Run => fold('tiny-7', asEvents([opened(), waived, ...bodies]));
const held = run(intended(), rented());

const box = (over: Partial<Resource> = {}): Resource => ({
  kind: 'instance',
  id: BOX,
  name: X,
  owner: `mark of ${X}`,
  native: 'RUNNING',
  billing: 'yes',
  ...over,
});
const other = box({ id: 'other' });
/** Made so many seconds after its create was given up. */
const late = (seconds: number): Resource => {
  const { at = '' } = run(intended(), refused).leases[0]?.refusal ?? {};
  return box({ id: 'other', createdAt: new Date(Date.parse(at) + seconds * 1000).toISOString() });
};

const sort = (inventory: Resource[], runs: Run[], unread: string[] = []) =>
  classify({
    platform: 'sim',
    inventory,
    runs,
    unread: new Set(unread),
    isOurs: (name, mark) => mark === `mark of ${name}`,
  });

describe('what a resource in the account is', () => {
  const strays: [string, Resource[], Run, string, RegExp | undefined][] = [
    ['a second box beside the held one', [box(), other], held, 'twin', undefined],
    ['a second box when the first is not in the list', [other], held, 'twin', undefined],
    ['a box of a refused intent', [late(600)], run(intended(), refused), 'refused-late', undefined],
    [
      'a box made long after its intent was refused',
      [late(3600)],
      run(intended(), refused),
      'refused-late',
      /another record may have made it/,
    ],
    [
      'a box of a refused intent that does not say when it was made',
      [other],
      run(intended(), refused),
      'refused-late',
      /nobody says when/,
    ],
    ['a box of an open intent', [other], run(intended()), 'half-created', /next launch/],
    ['a box that was given back', [box()], run(intended(), rented(), ...released), 'closed', /once already/],
    [
      'a volume of a refused intent',
      [box({ kind: 'volume' })],
      run(intended(), refused),
      'refused-late',
      /no box but a volume/,
    ],
    [
      'a volume of a lease that is over',
      [box({ kind: 'volume' })],
      run(intended(), rented(), ...released),
      'closed',
      /once already/,
    ],
    [
      'a late box of a closed run',
      [other],
      run(intended(), refused, { type: 'closed', usd: 0 }),
      'refused-late',
      /closed/,
    ],
    ['a box of no run', [box({ id: 'o', name: 'x-1', owner: 'mark of x-1' })], held, 'unknown-run', /no run/],
  ];
  for (const [what, inventory, known, kind, notPutUp] of strays) {
    it(`is a stray (${kind}): ${what}`, () => {
      const [stray, ...more] = sort(inventory, [known]).strays;
      assert.deepEqual([stray?.kind, more.length], [kind, 0]);
      if (notPutUp) assert.match(stray?.notPutUp ?? '', notPutUp);
      else assert.equal(stray?.notPutUp, undefined);
    });
  }

  it('is held while a meter of its lease is not proven stopped, whatever its state', () => {
    for (const known of [
      held,
      run(intended(), rented(), ...working, lost('box')),
      run(intended(), rented(), released[0] as EventBody, gone('gpu')),
    ]) {
      const sorted = sort([box()], [known]);
      assert.deepEqual([sorted.held.length, sorted.strays.length], [1, 0]);
    }
  });

  it('is held under another name or without its mark, and that is said', () => {
    const renamed = sort([box({ name: 'mine' })], [held]).held[0];
    assert.match(renamed?.warning ?? '', /called "mine" now/);
    const { owner: _, ...bare } = box();
    const unmarked = sort([bare], [held]);
    assert.match(unmarked.held[0]?.warning ?? '', /mark is missing/);
    assert.equal(unmarked.control, 'unsigned');
  });

  it('is held, and its price is told when the list has another one than it was rented for [faults F14]', () => {
    const at = (usdPerHour: number) => sort([box({ usdPerHour })], [held]).held[0]?.dearer;
    assert.deepEqual(at(22), { rented: 1.1, listed: 22 });
    for (const usual of [0, 1, 1.1, 1.6]) assert.equal(at(usual), undefined, `${usual} USD/h`);
    assert.equal(sort([box()], [held]).held[0]?.dearer, undefined, 'where the list says nothing');
    const volume = box({ kind: 'volume', usdPerHour: 22 });
    assert.equal(sort([volume], [held]).held[0]?.dearer, undefined);
  });

  it('is held for a volume of a held lease, also of one that surfaced beside another', () => {
    const surfaced: EventBody = {
      type: 'surfaced',
      lease: `${X}~2`,
      of: X,
      boxId: 'other',
      meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 1, source: 'offer' }],
    };
    const known = run(intended(), rented(), surfaced, ...released);
    const sorted = sort([other, box({ kind: 'volume', id: 'v' })], [known]);
    assert.deepEqual(
      sorted.held.map(({ lease }) => lease),
      [`${X}~2`, `${X}~2`],
    );
  });

  it('is not put up when it may be the held box under another id', () => {
    const [stray] = sort([other], [run(intended(), rented(), ...working)]).strays;
    assert.match(stray?.notPutUp ?? '', /same box under another id/);
  });

  it('is not put up when it was made long after the held box: a copy has data on it', () => {
    const known = run(intended(), rented(), ...working);
    const at = (id: string, createdAt: string) => box({ id, createdAt });
    const first = at(BOX, '2026-11-21T10:00:00Z');
    const [copy] = sort([first, at('c', '2026-11-21T12:00:00Z')], [known]).strays;
    assert.match(copy?.notPutUp ?? '', /copy with data/);
    const [twin] = sort([first, at('t', '2026-11-21T10:01:00Z')], [known]).strays;
    assert.equal(twin?.notPutUp, undefined);
  });

  it('is foreign without a good mark, and what looks like ours is told apart', () => {
    const { owner: _, ...bare } = other;
    const sorted = sort(
      [bare, { ...bare, id: 'x', name: 'desk' }, box({ id: 'y', owner: 'mark of y' })],
      [held],
    );
    assert.deepEqual([sorted.strays, sorted.held], [[], []]);
    assert.match(sorted.foreign[0]?.looksOurs ?? '', /has the name of/);
    assert.equal(sorted.foreign[1]?.looksOurs, undefined);
    assert.match(sorted.foreign[2]?.looksOurs ?? '', /name of|another/);
    assert.equal(sorted.control, 'nothing');
  });

  it('is no stray while the record of its run cannot be read', () => {
    const sorted = sort([other], [], ['tiny-7']);
    assert.deepEqual([sorted.strays.length, sorted.untold.length], [0, 1]);
  });

  it('is nothing of ours when a person made and attached it', () => {
    const attached = { ...intended(), attach: 'ssh://a@b' } as EventBody;
    const sorted = sort([], [run(attached, rented())]);
    assert.deepEqual([sorted.notSeen, sorted.control], [[], 'nothing']);
  });

  it('says which held box the list did not show', () => {
    assert.deepEqual(sort([], [held]).notSeen, [X]);
    assert.deepEqual(sort([], [run(intended(), rented(), lost('box'))]).notSeen, []);
  });

  it('belongs to the platform that rented it: the same name elsewhere is of no run', () => {
    const elsewhere = classify({
      platform: 'other',
      inventory: [box()],
      runs: [held],
      unread: new Set(),
      isOurs: () => true,
    });
    assert.equal(elsewhere.strays[0]?.kind, 'unknown-run');
  });
});
