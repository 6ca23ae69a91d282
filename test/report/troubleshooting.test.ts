import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateTroubleshooting, troubleshooting } from '../../scripts/generate-troubleshooting.ts';
import { SIGNATURES } from '../../src/watch/failures/catalogue.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'troubleshooting.md'), 'utf8');

describe('docs/troubleshooting.md', () => {
  it('is what the classifier and the profiles make (npm run generate -- troubleshooting)', () => {
    const [generated] = generateTroubleshooting();
    assert.equal(page, generated?.content);
  });

  it('has the line of every signature as a person would search for it, under an anchor of its id', () => {
    for (const { signature, shows } of SIGNATURES) {
      assert.ok(page.includes(`<a id="${signature}"></a>`), signature);
      if ('line' in shows && !/[`|]/.test(shows.line)) assert.ok(page.includes(shows.line), shows.line);
    }
  });

  it('has every gotcha of every profile once, with cause and fix, under an anchor of its own [FR-05]', () => {
    for (const id of namesIn(SHIPPED))
      for (const gotcha of profileOf(id).gotchas) {
        const [row = '', ...more] = page
          .split('\n')
          .filter((line) => line.includes(`<a id="${id}-${gotcha.id}"></a>`));
        assert.equal(more.length, 0, `${id} ${gotcha.id}`);
        const words = `${gotcha.symptom} ${gotcha.cause} ${gotcha.fix}`.match(/[A-Za-z]{4,}/g) ?? [];
        for (const word of words) assert.ok(row.includes(word), `${id} ${gotcha.id}: ${word}`);
        assert.equal(row.match(/(?<!\\)\|/g)?.length, 5, row);
      }
  });

  it('leads to every anchor that it links, and every anchor is there once', () => {
    const anchors = [...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id ?? '');
    assert.equal(new Set(anchors).size, anchors.length);
    // GitHub makes an anchor of a heading: lower case, blanks become dashes.
    const headings = [...page.matchAll(/^#+ ([^<\n]+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, target = ''] of page.matchAll(/\]\(#([^)]+)\)/g))
      assert.ok(anchors.includes(target) || headings.includes(target), target);
  });

  it('is not made with a class of failures that it does not explain', () => {
    const [first] = SIGNATURES;
    assert.ok(first);
    assert.throws(
      () => troubleshooting([{ ...first, failureClass: 'GREMLINS' }], []),
      /does not explain GREMLINS/,
    );
  });
});
