#!/usr/bin/env node
// `npm pack` and `npm publish` take package.json as it stands, so "prepack" writes the one that a package has and "postpack" puts
// ours back: `package-manifest.mjs write|restore`. See docs/decisions/0015-the-package.md.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../package.json', import.meta.url));
const root = join(path, '..');
const kept = `${path}.kept`;

if (process.argv[2] === 'restore') renameSync(kept, path);
else if (process.argv[2] === 'write') {
  // An interrupted one left ours beside it.
  if (existsSync(kept)) renameSync(kept, path);
  const ours = readFileSync(path, 'utf8');
  const text = `${JSON.stringify(published(JSON.parse(ours)), undefined, 2)}\n`;
  writeFileSync(kept, ours);
  writeFileSync(path, text);
} else {
  process.stderr.write('package-manifest.mjs write|restore\n');
  process.exitCode = 2;
}

/** The bundle holds every package that it needs, so that installing it fetches nothing and runs nothing. */
function published({ scripts, dependencies, devDependencies, ...rest }) {
  const commit = commitOfThis();
  return { ...rest, ...repository(rest.repository), ...(commit !== undefined && { gitHead: commit }) };
}

/** What `init --github` pins is this: a fork that publishes says itself. */
function repository(own) {
  const name = process.env.GITHUB_REPOSITORY;
  return name ? { repository: { ...own, url: `git+https://github.com/${name}.git` } } : {};
}

/** None where something differs from the commit: what is packed is then not what anybody could pin. */
function commitOfThis() {
  const git = (...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('status', '--porcelain', '--untracked-files=no') === '') return git('rev-parse', 'HEAD');
    process.stderr.write(
      'package-manifest: the work tree differs from its commit, so the package names none\n',
    );
  } catch {
    // No git, or no repository: an archive.
  }
}
