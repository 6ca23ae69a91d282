import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import type { Job } from '../../src/job/job.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { jobText, load } from '../job/job-text.ts';
import { fencesIn, isYaml, textOfPage } from './fences.ts';

const PAGE = 'docs/recipes.md';

/** A part of a job file, by what its command has, over the least that loads. */
function shown(words: string): Job {
  const blocks = fencesIn(PAGE)
    .filter(({ language }) => isYaml(language))
    .map(({ text }) => parse(text))
    .filter(({ run }) => typeof run === 'string' && run.includes(words));
  assert.equal(blocks.length, 1, `${blocks.length} blocks of ${PAGE} run ${words}`);
  const parts = Object.entries(blocks[0]).map(([key, part]) => [key, stringify({ [key]: part }).trim()]);
  return load(jobText(Object.fromEntries(parts))).job;
}

describe('the recipe for a trainer', () => {
  for (const [name, words] of [
    ['transformers', '--output_dir'],
    ['lightning', 'train.py --output-dir'],
  ] as const)
    it(`keeps, follows and resumes what "gpu-lease init" writes for examples/${name}, which the long tests live`, () => {
      const recipe = shown(words);
      const { job: example } = load(textOfPage(`examples/${name}/gpu-lease.yml`));
      assert.deepEqual(recipe.checkpoint, example.checkpoint);
      assert.deepEqual(recipe.metrics, example.metrics);
      assert.deepEqual(
        recipe.artifacts.map(({ path, role, keep }) => ({ path, role, keep })),
        example.artifacts.map(({ path, role, keep }) => ({ path, role, keep })),
      );
    });
});

describe('examples/README.md', () => {
  it('has a row for each folder, and none for what is not there', () => {
    const rows = [...textOfPage('examples/README.md').matchAll(/^\| \[([a-z-]+)\]\(/gm)].map(
      ([, name]) => name,
    );
    const folders = readdirSync(join(repositoryRoot, 'examples'), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name);
    assert.deepEqual(rows.sort(), folders.sort());
  });
});
