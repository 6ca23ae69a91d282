// Makes a repository of examples/repository and pushes it: node scripts/example-repository.mjs REMOTE OWNER/NAME COMMIT VERSION,
// where the last three say which gpu-lease its workflow files pin. Makes no commit where nothing differs.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [remote, suite, commit, version, ...more] = process.argv.slice(2);
if (
  !/^[0-9a-f]{40}$/.test(commit ?? '') ||
  !/^[\w.-]+\/[\w.-]+$/.test(suite) ||
  !version ||
  more.length > 0
) {
  console.error('usage: node scripts/example-repository.mjs REMOTE OWNER/NAME COMMIT VERSION');
  process.exit(2);
}

const root = join(import.meta.dirname, '..');
const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-example-'));
const git = (...words) =>
  execFileSync('git', ['-C', dir, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
try {
  git('clone', '--quiet', remote, '.');
  // Also of an empty repository, whatever the branch is called here.
  git('symbolic-ref', 'HEAD', 'refs/heads/main');
  git('rm', '-r', '--quiet', '--ignore-unmatch', '.');
  cpSync(join(root, 'examples', 'repository'), dir, { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(dir, 'LICENSE'));
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    if (!name.startsWith('.git/') && /\.(md|yml)$/.test(name) && statSync(join(dir, name)).isFile())
      fillIn(join(dir, name));
  git('add', '--all');
  if (git('status', '--porcelain') === '') console.log(`${remote} is as of gpu-lease ${version} already`);
  else {
    const who = ['-c', 'user.name=gpu-lease', '-c', 'user.email=gpu-lease@users.noreply.github.com'];
    git(...who, 'commit', '--quiet', '--message', `As of gpu-lease ${version}`);
    git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    console.log(`pushed to ${remote}: as of gpu-lease ${version}`);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function fillIn(path) {
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replaceAll('OWNER/gpu-lease', suite).replaceAll('@<commit>', `@${commit} # ${version}`),
  );
}
