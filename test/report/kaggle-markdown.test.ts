import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type KaggleCard, kaggleMarkdown } from '../../src/report/kaggle-markdown.ts';

const CARD: KaggleCard = {
  ...{
    run: 'tiny-kaggle-0123456789ab',
    state: 'pushed',
    session: 2,
    kernel: 'ada/tiny-kaggle-0123456789ab-2',
  },
  ...{ seal: null, place: null, why: null, quotas: ['weekly GPU quota: 2.0 h of 30.0 h used'] },
};

describe('the card of a step on Kaggle', () => {
  it('says how the run stands, what is next and what the quota has', () => {
    assert.equal(
      kaggleMarkdown(CARD),
      [
        '## Kaggle: session 2 was pushed',
        'run `tiny-kaggle-0123456789ab` · [session 2](https://www.kaggle.com/code/ada/tiny-kaggle-0123456789ab-2)',
        '**Next:** nothing: the next look comes by the schedule, or by hand',
        '- weekly GPU quota&#58; 2.0 h of 30.0 h used\n',
      ]
        .join('\n\n')
        .replace('&#58;', ':'),
    );
  });

  it('names where it was stored, and its seal', () => {
    const card = kaggleMarkdown({
      ...CARD,
      state: 'stored',
      seal: 'f'.repeat(64),
      place: 'artifact x of run 1',
    });
    assert.match(card, /done, verified, sealed and stored\n[\s\S]*seal `ffffffff`[\s\S]*artifact x of run 1/);
  });

  it('takes nothing that a session or Kaggle wrote for markup, nor for a link', () => {
    const hostile = '</h2><img src=x> [a](http://evil) @ada ::error::';
    const card = kaggleMarkdown({ ...CARD, why: hostile, place: hostile, kernel: 'ada/](http://evil)' });
    assert.doesNotMatch(card, /<img|\]\(http:\/\/evil|@ada/);
  });
});
