import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RankedOffer } from '../../src/report/offer-facts.ts';
import { whyText } from '../../src/report/offers-table.ts';
import { type Chosen, whyChosen } from '../../src/report/why-chosen.ts';

const offer = (rank: number, over: Partial<RankedOffer> = {}): RankedOffer => ({
  rank,
  platform: 'sim',
  offer: `o-${rank}`,
  summary: 'a box',
  gpu: '1x A100 80 GB',
  region: null,
  market: 'on-demand',
  usdPerHour: 0.4 - rank / 10,
  expectedUsd: rank,
  parts: [
    { part: 'work', usd: rank - 0.25, why: `${rank} h of work` },
    { part: 'boot', usd: 0.25, why: '5 min' },
  ],
  ...over,
});
const unknown = (rank: number) => offer(rank, { expectedUsd: null, parts: [] });
const why = (over: Partial<Chosen>) =>
  whyChosen({ prefer: 'cheapest', ranked: [offer(1), offer(2)], offers: 2, heldBack: [], ...over });
const until = '2026-11-27T10:00:00.000Z';

describe('why an offer and not another', () => {
  it('is what its parts cost, and for what each other costs more', () => {
    assert.deepEqual(why({ offers: 41 }), [
      'sim o-1 would be taken: 1.00 USD (work 0.75 USD: 1 h of work; boot 0.25 USD: 5 min); of 41 offers it is expected to cost least',
      'sim o-2: is expected to cost 1.00 USD more, though its hour costs less (0.2 USD), most of it for work: 2 h of work',
    ]);
  });

  it('is that there is no other, or none at all', () => {
    assert.match(why({ ranked: [offer(1)], offers: 1 })[0] ?? '', /; no other offer meets the job$/);
    assert.deepEqual(why({ ranked: [], offers: 0 }), []);
  });

  it('is the order of the candidates where the job asks for it, also when the later one is cheaper', () => {
    const [first, later] = why({ prefer: 'order', ranked: [offer(2), offer(1)] });
    assert.match(first ?? '', /the job asks for the order of its candidates/);
    assert.equal(
      later,
      'sim o-1: comes later in the order of the candidates, is expected to cost 1.00 USD and costs 0.30000000000000004 USD/h',
    );
  });

  it('names what the job does not say where the sums only compare', () => {
    const [first, other] = why({ ranked: [unknown(1), unknown(2)] });
    assert.match(first ?? '', /0\.3\d* USD\/h; the job does not say how long it takes \(watch\.expected\)/);
    assert.equal(other, 'sim o-2: comes after it, costs 0.2 USD/h');
  });

  it('names the failure that holds an offer back, though it would cost less', () => {
    const heldBack = [{ platform: 'sim', offer: 'o-1', isLast: true, until, why: 'other-1-1 of it failed' }];
    const [first, held] = why({ ranked: [offer(2), offer(1)], heldBack });
    assert.match(first ?? '', /^sim o-2 would be taken/);
    assert.equal(held, `sim o-1: held back behind every other until ${until}: other-1-1 of it failed`);
    const [only] = why({ ranked: [offer(1)], offers: 1, heldBack });
    assert.match(only ?? '', /every offer left is held back/);
  });

  it('is printed with what declined the rest, the most frequent reason first', () => {
    const declined = Array.from({ length: 12 }, (_, at) => ({
      platform: 'sim',
      offer: `d-${at}`,
      why: at < 3 ? '4 CPUs' : `reason ${at}`,
    }));
    const gone = { platform: 'sim', offer: 'd-3', isLast: false, until, why: 'its host failed' };
    const text = whyText({ job: 'tiny', why: why({}), declined, heldBack: [gone], refused: null });
    assert.match(text, /^sim o-1 would be taken.*\nsim o-2: .*\nnot taken until .* d-3: its host failed\n/);
    assert.match(text, /\ndeclined: sim: 4 CPUs \(3 offers\)\n/);
    assert.match(text, /\ndeclined: 1 more; "gpu-lease offers --all" shows why each$/);
    const none = whyText({ job: 'tiny', why: [], declined: [], heldBack: [], refused: 'It has no room.' });
    assert.equal(none, 'It has no room.\nno offer meets job tiny now');
  });
});
