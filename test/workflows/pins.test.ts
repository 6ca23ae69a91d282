import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { ACTION_FILES, repositoryRoot } from '../github/action-file.ts';

const DECISION = 'docs/decisions/0014-pins.md';
/** `$/` is the same commit of the same repository; `OWNER/gpu-lease` is what a reader puts their own fork into. */
const OURS = /^(\$\/|OWNER\/gpu-lease\b)/;

interface Use {
  where: string;
  action: string;
  ref: string;
  comment: string;
}

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');

const below = (dir: string, wanted: RegExp): string[] =>
  readdirSync(join(repositoryRoot, dir), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => relative(repositoryRoot, join(entry.parentPath, entry.name)));

const files = [
  ...ACTION_FILES,
  ...below('.github', /\.ya?ml$/),
  ...below('examples', /\.(ya?ml|md)$/),
  'README.md',
  ...below('docs', /\.md$/),
  ...below('actions', /\.md$/),
];

function usesIn(path: string): Use[] {
  return [...read(path).matchAll(/^\s*(?:- )?uses: (?!\$)([^@\s]+)@(\S+)(.*)$/gm)].map(
    ([, action = '', ref = '', comment = '']) => ({ where: path, action, ref, comment: comment.trim() }),
  );
}

const confirmed = new Map(
  [...read(DECISION).matchAll(/^\| `([^`]+)` \| (v[\d.]+) \| `([0-9a-f]{40})` \| (.+) \|$/gm)].map(
    ([, action = '', version = '', commit = '', by = '']) => [action, { version, commit, by }],
  ),
);

/** `github/codeql-action/init` is of `github/codeql-action`. */
const repositoryOf = (action: string): string => action.split('/').slice(0, 2).join('/');

describe('actions of others', () => {
  const uses = files.flatMap(usesIn).filter(({ action }) => !OURS.test(action));

  it('are found where they stand: workflows, actions, pages', () => {
    const places = new Set(uses.map(({ where }) => where.split('/')[0]));
    for (const place of ['.github', 'actions', 'action.yml', 'docs']) assert.ok(places.has(place), place);
    assert.ok(uses.length >= 40, `${uses.length} uses`);
  });

  for (const { where, action, ref, comment } of uses) {
    it(`${where} names ${action} by a commit that was confirmed, with its version`, () => {
      const pin = confirmed.get(repositoryOf(action));
      assert.ok(pin, `${action} is not in ${DECISION}`);
      assert.deepEqual({ ref, comment }, { ref: pin.commit, comment: `# ${pin.version}` });
    });
  }

  it('were each confirmed by two repositories, and none is listed that nobody uses', () => {
    const used = new Set(uses.map(({ action }) => repositoryOf(action)));
    assert.deepEqual([...confirmed.keys()].sort(), [...used].sort());
    for (const [action, { by }] of confirmed)
      assert.ok(new Set(by.match(/[\w.-]+\/[\w.-]+/g)).size >= 2, `${action}: ${by}`);
  });
});
