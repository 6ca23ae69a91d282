// Over ten seconds: a browser opens each kind of page on four screens and on paper, and axe-core looks at each.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { axePath, Chromium, type Screen } from './chromium.ts';
import { samplePages } from './sample-pages.ts';

const PAGES = samplePages();
const SCREENS: Screen[] = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);
/** A4 between the margins of the page. */
const PAPER: Screen = { width: 688, scheme: 'dark', media: 'print' };

/** Of what is wider than the screen and does not scroll in a box of its own: what it is, and by how much. */
const OVERFLOWING = `(() => {
  const wide = [...document.querySelectorAll('main *')].filter((each) => {
    const { right, left, width } = each.getBoundingClientRect();
    const isScrolled = each.parentElement.closest('.wide, pre');
    return width > 0 && !isScrolled && (right > innerWidth + 1 || left < -1);
  });
  return [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page, ' + document.documentElement.scrollWidth] : []),
    ...wide.map((each) => each.tagName + ' ' + each.textContent.slice(0, 40)),
  ];
})()`;

/** Cells of tables and words of lists whose lines have room for only a few letters. */
const CRAMPED = `[...document.querySelectorAll('td, li, dd, .under')].flatMap((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  const letters = each.textContent.length;
  return lines > 2 && letters / lines < 9 ? [each.textContent.slice(0, 60) + ': ' + lines + ' lines'] : [];
})`;

const SMALL_WORDS = `[...document.querySelectorAll('.plot text')].flatMap((each) => {
  const { height } = each.getBoundingClientRect();
  return height < 11 ? [each.textContent + ': ' + height] : [];
})`;

const AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({
  passed: passes.length,
  found: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' ')),
}))`;

describe('the pages in a browser', { skip: missing('chromium'), timeout: 120_000 }, () => {
  let chromium: Chromium;
  let dir: string;
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'gl-pages-'));
    for (const [name, html] of Object.entries(PAGES)) writeFileSync(join(dir, `${name}.html`), html);
    chromium = await Chromium.start();
  });
  after(async () => {
    await chromium?.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const open = (name: string, screen: Screen) => chromium.open(join(dir, `${name}.html`), screen);

  for (const name of Object.keys(PAGES)) {
    it(`shows ${name} at 390 and 1440 pixels in both themes: nothing beyond the edge, nothing cramped, and axe finds nothing`, async () => {
      const axe = readFileSync(axePath(), 'utf8');
      for (const screen of SCREENS) {
        const of = `${name} at ${screen.width}, ${screen.scheme}`;
        await open(name, screen);
        assert.deepEqual(await chromium.evaluate(OVERFLOWING), [], of);
        assert.deepEqual(await chromium.evaluate(CRAMPED), [], of);
        assert.deepEqual(await chromium.evaluate(SMALL_WORDS), [], of);
        await chromium.evaluate(axe);
        const { found, passed } = await chromium.evaluate<{ found: string[]; passed: number }>(AXE);
        assert.deepEqual(found, [], of);
        assert.ok(passed > 10, `${of}: axe looked at ${passed} things`);
      }
    });

    it(`prints ${name} on A4, black on white, with no table cut off`, async () => {
      await open(name, PAPER);
      assert.deepEqual(await chromium.evaluate(OVERFLOWING), []);
      assert.equal(
        await chromium.evaluate('getComputedStyle(document.body).backgroundColor'),
        'rgb(255, 255, 255)',
      );
      const cut = await chromium.evaluate(`[...document.querySelectorAll('.wide, pre')].flatMap((each) =>
        each.scrollWidth > each.clientWidth + 1 ? [each.textContent.slice(0, 60) + ' ' + each.scrollWidth] : [])`);
      assert.deepEqual(cut, []);
    });
  }
});
