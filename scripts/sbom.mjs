#!/usr/bin/env node
// What is inside of the bundle, in CycloneDX as npm writes it: `sbom.mjs [FILE]`. npm lists whatever the lock file has, and with
// "--omit dev" leaves out what a tool of ours needs, too; of the whole list stays what THIRD-PARTY-LICENSES.txt beside the bundle
// names, because that is what is shipped.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const RULE = '='.repeat(80);

/** `NAME@VERSION` of every package in the bundle. */
function bundled() {
  const text = readFileSync(join(root, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  return new Set(
    [...text.matchAll(new RegExp(`^${RULE}\n(\\S+) (\\S+) \\(.*\\)\n${RULE}$`, 'gm'))].map(
      ([, name, version]) => `${name}@${version}`,
    ),
  );
}

const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const listed = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
const shipped = bundled();
const self = listed.metadata.component;
// npm takes the folder's name for that of its root.
self.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;
const components = listed.components.filter((each) => shipped.has(each['bom-ref']));
const absent = [...shipped].filter((each) => !components.some((component) => component['bom-ref'] === each));
if (absent.length > 0) {
  process.stderr.write(`sbom: bundled, and not in package-lock.json: ${absent.join(', ')}\n`);
  process.exit(1);
}
const kept = new Set([self['bom-ref'], ...shipped]);
const dependencies = listed.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
const text = `${JSON.stringify({ ...listed, components, dependencies }, undefined, 2)}\n`;
if (process.argv[2]) writeFileSync(process.argv[2], text);
else process.stdout.write(text);
