// Over ten seconds: the bundle is made twice in other folders, and npm lists what is in it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { repositoryRoot } from '../github/action-file.ts';

const RULE = '='.repeat(80);
const SECTION = new RegExp(`^${RULE}\n(\\S+) (\\S+) \\((.+)\\)\n${RULE}\n`, 'gm');
/** Licences that allow what we do: pass the code on within a work under another licence. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
]);

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort();

function digestOf(dir: string): string {
  const digest = createHash('sha256');
  for (const path of filesOf(dir))
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(dir, path)))
      .update('\0');
  return digest.digest('hex');
}

/** Of the folder that the package is in, by its name and version. */
const sectionsOf = (text: string): Map<string, { licence: string; text: string }> =>
  new Map(
    [...text.matchAll(SECTION)].map((found, at, all) => [
      `${found[1]}@${found[2]}`,
      { licence: found[3] ?? '', text: text.slice(found.index + found[0].length, all[at + 1]?.index) },
    ]),
  );

describe('what is shipped', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-supply-'));
  const built: string[] = [];
  after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));

  /** As on another machine: other folder, umask, time zone and language. */
  function build(name: string, umask: string, env: Record<string, string>): string {
    const sources = join(dir, name);
    mkdirSync(sources);
    for (const part of [
      'src',
      'scripts',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'node_modules',
    ])
      cpSync(join(repositoryRoot, part), join(sources, part), {
        recursive: true,
        filter: (path) =>
          !/node_modules\/(typescript|@biomejs|knip|wabt|@oxc-[\w-]+|dependency-cruiser|fast-check)(\/|$)/.test(
            path,
          ),
      });
    execFileSync('sh', ['-c', `umask ${umask} && exec node scripts/build.mjs --without-types`], {
      cwd: sources,
      env: { PATH: process.env['PATH'], HOME: dir, ...env },
      timeout: 120_000,
    });
    return join(sources, 'dist');
  }

  before(() => {
    built.push(build('one', '022', { TZ: 'UTC', LANG: 'C.UTF-8' }));
    built.push(build('another', '077', { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }));
  });

  it('comes out the same to the byte in another folder, umask, time zone and language', () => {
    const [one = '', another = ''] = built;
    assert.ok(filesOf(one).length > 100);
    assert.deepEqual(filesOf(one), filesOf(another));
    assert.equal(digestOf(one), digestOf(another));
  });

  it('carries the licence text of every package that is in it, and none that forbids it', () => {
    const [dist = ''] = built;
    const sections = sectionsOf(readFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8'));
    const named = new Set([...sections.keys()].map((each) => each.slice(0, each.lastIndexOf('@'))));
    const inBundle = new Set<string>();
    for (const path of filesOf(dist).filter((each) => /\.(mjs|cjs)$/.test(each)))
      for (const [, name = ''] of readFileSync(join(dist, path), 'utf8').matchAll(
        /^\/\/ (?:.*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm,
      ))
        inBundle.add(name);
    assert.ok(inBundle.size >= 20, `${inBundle.size} packages`);
    assert.deepEqual(
      [...inBundle].filter((name) => !named.has(name)),
      [],
    );
    for (const [name, { licence, text }] of sections) {
      const isPermissive = licence.split(' AND ').every((each) => PERMISSIVE.has(each));
      assert.ok(isPermissive, `${name} is ${licence}`);
      assert.ok(text.trim().length > 400, `${name}: ${text.trim()}`);
      assert.match(text, /copyright|public domain/i, name);
    }
  });

  it('has a bill of materials of exactly these packages, each with its version, licence and digest', () => {
    const [dist = ''] = built;
    const said = execFileSync('node', ['scripts/sbom.mjs'], { cwd: join(dist, '..'), encoding: 'utf8' });
    const { bomFormat, components, metadata, dependencies } = JSON.parse(said);
    assert.equal(bomFormat, 'CycloneDX');
    assert.equal(metadata.component.name, 'gpu-lease');
    const sections = sectionsOf(readFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8'));
    const names = components.map((each: { 'bom-ref': string }) => each['bom-ref']);
    assert.deepEqual(names.sort(), [...sections.keys()].sort());
    for (const { purl, licenses, hashes } of components) {
      assert.match(purl, /^pkg:npm\//);
      assert.ok(licenses?.length > 0 || purl.includes('ssh2'), purl);
      assert.match(hashes[0].content, /^[0-9a-f]{128}$/);
    }
    const known = new Set([...names, metadata.component['bom-ref']]);
    for (const { ref, dependsOn } of dependencies)
      for (const each of [ref, ...dependsOn]) assert.ok(known.has(each), each);
  });
});

describe('notes of a release', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-notes-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  function notes(changelog: string, tag: string): { code: number | null; stdout: string; stderr: string } {
    mkdirSync(join(dir, 'scripts'), { recursive: true });
    cpSync(join(repositoryRoot, 'scripts/release-notes.mjs'), join(dir, 'scripts/release-notes.mjs'));
    writeFileSync(join(dir, 'package.json'), '{ "version": "1.2.0" }');
    writeFileSync(join(dir, 'CHANGELOG.md'), changelog);
    const done = spawnSync('node', ['scripts/release-notes.mjs', tag], { cwd: dir, encoding: 'utf8' });
    return { code: done.status, stdout: done.stdout, stderr: done.stderr };
  }

  const TWO = '# Changelog\n\n## 1.2.0 (2026-12-01)\n\nFaster.\n\n- A thing.\n\n## 1.1.0\n\nOlder.\n';

  it('are the section of that version and nothing of another', () => {
    assert.deepEqual(notes(TWO, 'v1.2.0'), { code: 0, stdout: 'Faster.\n\n- A thing.\n', stderr: '' });
  });

  it('are refused for another version than that of the package, and where nothing is written', () => {
    assert.match(notes(TWO, 'v1.3.0').stderr, /the tag is v1\.3\.0 and package\.json says 1\.2\.0/);
    assert.match(
      notes('# Changelog\n\n## Unreleased\n\nx\n', 'v1.2.0').stderr,
      /no section "## 1\.2\.0".*it has Unreleased/,
    );
    assert.equal(notes('# Changelog\n\n## 1.2.0\n\n## 1.1.0\n\nx\n', 'v1.2.0').code, 1);
  });
});
