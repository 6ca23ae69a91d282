import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeclinedOffer, OffersFacts, RankedOffer } from '../../src/report/offer-facts.ts';
import { offersText } from '../../src/report/offers-table.ts';
import { rulesWiderThan } from './table-rules.ts';

const ranked = (rank: number): RankedOffer => ({
  rank,
  platform: 'sim',
  offer: `o-${rank}`,
  summary: 'a box',
  gpu: '1x A100 80 GB',
  region: 'EU-RO-1',
  market: 'spot',
  usdPerHour: rank / 10,
  expectedUsd: rank,
  parts: [{ part: 'work', usd: rank, why: `${rank} h` }],
});
const declined = (n: number, why: string): DeclinedOffer => ({
  platform: 'sim',
  offer: `d-${n}`,
  summary: 'a box',
  usdPerHour: 9,
  why,
});
const facts = (over: Partial<OffersFacts>): OffersFacts => ({
  job: 'tiny',
  prefer: 'cheapest',
  ranked: [],
  declined: [],
  heldBack: [],
  ...over,
});
const many = (n: number, why: string) => Array.from({ length: n }, (_, at) => declined(at, why));

describe('the table of offers', () => {
  it('shows the best twenty, and how many more there are', () => {
    const all = Array.from({ length: 25 }, (_, at) => ranked(at + 1));
    const text = offersText(facts({ ranked: all }), { all: false });
    assert.match(text, /^20 +sim +o-20 +1x A100 80 GB +EU-RO-1 +spot +2 +20\.00 USD$/m);
    assert.doesNotMatch(text, /o-21/);
    assert.match(text, /and 5 more; --all shows them/);
    assert.match(offersText(facts({ ranked: all }), { all: true }), /o-25/);
  });

  it('shows the parts of the first, and says in a sentence why it is not the one that is cheaper by the hour', () => {
    const dear = {
      ...ranked(1),
      usdPerHour: 0.3,
      expectedUsd: 1.3,
      parts: [
        { part: 'work', usd: 1.3, why: '4 h at 0.3 USD/h' },
        { part: 'ingress', usd: 0, why: 'downloading is free' },
      ],
    };
    const cheap = {
      ...ranked(2),
      usdPerHour: 0.2,
      expectedUsd: 2.1,
      parts: [
        { part: 'work', usd: 2, why: '10 h at 0.2 USD/h' },
        { part: 'ingress', usd: 0.1, why: '8 GB' },
      ],
    };
    const text = offersText(facts({ ranked: [dear, cheap] }), { all: false });
    assert.match(text, /^ {2}work: 1\.30 USD \(4 h at 0\.3 USD\/h\)$/m);
    assert.match(
      text,
      /^why the first: o-2 is expected to cost 0\.80 USD more, though its hour costs less \(0\.2 USD\), most of it for work: 10 h at 0\.2 USD\/h$/m,
    );
  });

  it('counts the reasons of a marketplace, the most frequent first, and lists each when asked', () => {
    const all = [...many(2, 'in US, and the job wants eu'), ...many(40, '4 CPUs'), ...many(1, 'spot')];
    const text = offersText(facts({ declined: all }), { all: false });
    assert.match(text, /no offer meets job tiny now/);
    assert.match(
      text,
      /declined: sim: 4 CPUs \(40 offers\)\ndeclined: sim: in US.* \(2 offers\)\ndeclined: sim: spot\n/,
    );
    assert.equal(offersText(facts({ declined: all }), { all: true }).match(/^sim +d-\d+/gm)?.length, 43);
  });

  it('keeps why a platform could not be asked apart from what it offers', () => {
    const silent: DeclinedOffer = {
      platform: 'dumb',
      offer: null,
      summary: null,
      usdPerHour: null,
      why: 'no key',
    };
    assert.match(offersText(facts({ declined: [silent] }), { all: false }), /declined: dumb: no key\n/);
  });

  it('says what a failure holds back, until when, and once', () => {
    const until = '2026-11-22T10:00:00.000Z';
    const held = {
      platform: 'sim',
      offer: 'd-0',
      isLast: false,
      until,
      why: 'its host m-1 failed as other-1-1',
    };
    const last = { platform: 'sim', offer: 'o-2', isLast: true, until, why: 'other-2-1 of it failed' };
    const text = offersText(
      facts({
        ranked: [ranked(1), ranked(2)],
        declined: [declined(0, held.why), declined(1, '4 CPUs')],
        heldBack: [last, held],
      }),
      { all: false },
    );
    assert.match(
      text,
      /^held back behind every other until 2026-11-22T10.*: sim o-2: other-2-1 of it failed$/m,
    );
    assert.match(text, /^not taken until 2026-11-22T10.*: sim d-0: its host m-1 failed as other-1-1$/m);
    assert.equal(text.match(/m-1/g)?.length, 1);
    assert.match(text, /^declined: sim: 4 CPUs$/m);
  });

  it('is no wider than the terminal', () => {
    const of = facts({ ranked: [ranked(1)], declined: many(2, 'no room for what the job needs, by far') });
    assert.notDeepEqual(rulesWiderThan(60, offersText(of, { all: true })), []);
    assert.deepEqual(rulesWiderThan(60, offersText(of, { all: true, columns: 60 })), []);
  });
});
