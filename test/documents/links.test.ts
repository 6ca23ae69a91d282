import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { repositoryRoot } from '../github/action-file.ts';
import { PAGES, textOfPage } from './fences.ts';

/** As GitHub makes a name of a heading: the second of two alike is `-1`, and so on. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    const name = plain
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let own = name;
    for (let more = 1; anchors.has(own); more += 1) own = `${name}-${more}`;
    anchors.add(own);
  }
  return anchors;
}

const withoutBlocks = (text: string): string => text.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '');

/** Links of a page that lead nowhere in this repository. */
function brokenIn(page: string, text = textOfPage(page)): string[] {
  const links = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)];
  return links
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(page, '..', path));
      if (target !== page && !existsSync(join(repositoryRoot, target))) return true;
      return (
        anchor !== undefined &&
        target.endsWith('.md') &&
        !anchorsOf(target === page ? text : textOfPage(target)).has(anchor)
      );
    })
    .map((link) => `${page}: ${link}`);
}

describe('links of the pages', () => {
  it('lead to files and headings that there are', () => {
    assert.deepEqual(
      PAGES.flatMap((page) => brokenIn(page)),
      [],
    );
  });

  it('would be found out where they do not', () => {
    const text =
      '# A: b & c\n\n[one](#a-b--c) [two](#a-b) [three](../README.md) [four](gone.md) <img src="gone.png">\n';
    assert.deepEqual(
      brokenIn('docs/added.md', text),
      ['#a-b', 'gone.md', 'gone.png'].map((each) => `docs/added.md: ${each}`),
    );
  });
});
