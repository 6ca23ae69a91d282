#!/usr/bin/env node
// What CHANGELOG.md says of a version, for its release: `release-notes.mjs vX.Y.Z`. Refuses a tag that package.json does not have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tag = process.argv[2] ?? '';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const sections = new Map(
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => [
      section
        .split('\n', 1)[0]
        .split(/[\s,(]/, 1)[0]
        .replace(/[[\]]/g, ''),
      section.replace(/^.*\n/, '').trim(),
    ]),
);
const wrong =
  tag !== `v${version}`
    ? `the tag is ${tag || 'missing'} and package.json says ${version}; set the version first, then tag that commit`
    : sections.get(version)
      ? undefined
      : `CHANGELOG.md has no section "## ${version}" with a text; it has ${[...sections.keys()].join(', ')}`;
if (wrong === undefined) process.stdout.write(`${sections.get(version)}\n`);
else {
  process.stderr.write(`release-notes: ${wrong}\n`);
  process.exitCode = 1;
}
