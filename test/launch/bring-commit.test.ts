import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { commitBringer } from '../../src/launch/bring-commit.ts';
import { bundleCode } from '../../src/launch/code-bundle.ts';
import { git, quickClock, tempDir } from '../ledger/git-fixture.ts';
import { serveGit } from '../ledger/http-remote.ts';
import { problem } from '../ledger/problem-matcher.ts';
import { missing } from '../requirement.ts';

const TOKEN = 'of-the-job';
const UNKNOWN = '1234567890'.repeat(4);

/** A server's repository whose run was begun on a branch, and the shallow clone of `main` that a later job has. */
function movedOn(t: TestContext) {
  const dir = tempDir(t);
  const [whole, bare, clone] = ['whole', 'code.git', 'clone'].map((name) => join(dir, name));
  assert.ok(whole && bare && clone);
  git(dir, 'init', '--quiet', '--initial-branch=main', whole);
  const commit = (text: string): string => {
    writeFileSync(join(whole, 'train.py'), text);
    git(whole, 'add', '--all');
    git(whole, '-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', text);
    return git(whole, 'rev-parse', 'HEAD').trim();
  };
  commit('first');
  git(whole, 'checkout', '--quiet', '-b', 'side');
  const older = commit('older of the branch');
  const bound = commit('bound');
  git(whole, 'checkout', '--quiet', 'main');
  commit('newest');
  git(dir, 'clone', '--quiet', '--bare', whole, bare);
  git(dir, 'clone', '--quiet', '--depth=1', '--branch=main', `file://${bare}`, clone);
  return { dir, bare, clone, bound, older };
}

const bringerFrom = (dir: string, url: string, token = TOKEN) =>
  commitBringer(
    { url, token, scratchDir: join(dir, 'a scratch: place') },
    { clock: quickClock(), random: () => 0.5 },
  );

const textOf = (bundle: Awaited<ReturnType<typeof bundleCode>>): string =>
  Buffer.from(bundle.tar).toString('latin1');

describe('a commit that the clone does not hold', { skip: missing('git') }, () => {
  it('is fetched alone, from a branch that is not checked out, and the clone stays as it was', async (t) => {
    const { dir, bare, clone, bound, older } = movedOn(t);
    const server = await serveGit(t, bare, { token: TOKEN });
    const state = () =>
      git(clone, 'for-each-ref') + git(clone, 'count-objects', '-v') + git(clone, 'config', '--list');
    const before = state();
    const bring = bringerFrom(dir, server.url);
    const bundle = await bundleCode(clone, { commit: bound, bring });
    assert.equal(bundle.commit, bound);
    assert.match(textOf(bundle), /bound/);
    const whole = join(dir, 'whole');
    git(whole, 'checkout', '--quiet', 'side');
    assert.equal(bundle.hash, (await bundleCode(whole)).hash, 'as it was bundled where the run began');
    assert.equal(state(), before);
    const scratch = join(dir, 'a scratch: place', 'code.git');
    assert.equal(git(scratch, 'rev-list', '--count', bound).trim(), '1', 'without its history');
    assert.throws(() => git(scratch, 'cat-file', '-e', older));
    const asked = server.logins.length;
    await bundleCode(clone, { commit: bound, bring });
    assert.equal(server.logins.length, asked, 'and only once');
  });

  it('is fetched once for several that need it at the same time', async (t) => {
    const { dir, bare, clone, bound, older } = movedOn(t);
    const server = await serveGit(t, bare, { token: TOKEN });
    const bring = bringerFrom(dir, server.url);
    const bundles = await Promise.all(
      [bound, older, bound, bound].map((commit) => bundleCode(clone, { commit, bring })),
    );
    assert.deepEqual(
      bundles.map(({ commit }) => commit),
      [bound, older, bound, bound],
    );
  });

  it('leaves the server alone where the clone holds the commit', async (t) => {
    const { clone } = movedOn(t);
    const commit = git(clone, 'rev-parse', 'HEAD').trim();
    const bring = () => assert.fail('nobody is asked');
    assert.equal((await bundleCode(clone, { commit, bring })).commit, commit);
  });

  it('is read out of a part of the repository as it was bundled there', async (t) => {
    const { dir, bare, clone, bound } = movedOn(t);
    const whole = join(dir, 'whole');
    git(whole, 'checkout', '--quiet', 'side');
    git(whole, 'mv', 'train.py', 'gone.py');
    for (const at of [whole, clone]) git(at, 'config', 'core.autocrlf', 'true');
    const server = await serveGit(t, bare, { token: TOKEN });
    for (const at of [whole, clone]) mkdirSync(join(at, 'sub'), { recursive: true });
    writeFileSync(join(whole, 'sub', 'job.py'), 'in a part\n');
    git(whole, 'add', '--all');
    git(whole, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'part');
    git(whole, 'push', '--quiet', bare, 'side');
    const commit = git(whole, 'rev-parse', 'HEAD').trim();
    assert.notEqual(commit, bound);
    const there = await bundleCode(join(whole, 'sub'));
    const here = await bundleCode(join(clone, 'sub'), { commit, bring: bringerFrom(dir, server.url) });
    assert.deepEqual(
      here.files.map(({ path }) => path),
      ['job.py'],
    );
    assert.equal(here.hash, there.hash);
  });

  it('is not asked for by anything but a whole id', async (t) => {
    const { clone } = movedOn(t);
    const bring = () => assert.fail('nobody is asked');
    for (const commit of [
      '--upload-pack=touch /tmp/x',
      'side',
      'refs/heads/side',
      '1234567',
      `${UNKNOWN}^{tree}`,
    ])
      await assert.rejects(bundleCode(clone, { commit, bring }), { kind: 'usage', code: 'no-commit' });
    assert.throws(() => bringerFrom(tempDir(t), 'https://example.org/a/b.git')('--all'), RangeError);
  });

  it('that cannot be had names the commit, the address and the reason, and what to do', async (t) => {
    const { dir, bare, clone } = movedOn(t);
    const server = await serveGit(t, bare, { token: TOKEN });
    const bring = bringerFrom(dir, server.url);
    const bundle = bundleCode(clone, { commit: UNKNOWN, bring });
    await assert.rejects(
      bundle,
      problem(
        'failed',
        'commit-not-fetched',
        new RegExp(`${UNKNOWN}.*${server.url}.*not our ref.*\nNext: Push a branch`),
      ),
    );
  });

  it('is refused with the permission that lacks, where the token may not read', async (t) => {
    const { dir, bare, clone, bound } = movedOn(t);
    const server = await serveGit(t, bare, { token: 'another' });
    const bring = bringerFrom(dir, server.url);
    await assert.rejects(
      bundleCode(clone, { commit: bound, bring }),
      (error: Error) =>
        /contents: read/.test(error.message) &&
        !error.message.includes(TOKEN) &&
        'kind' in error &&
        error.kind === 'refused',
    );
  });

  it('waits out a server that fails once, and calls one that stays away unreachable', async (t) => {
    const { dir, bare, clone, bound } = movedOn(t);
    const server = await serveGit(t, bare, { token: TOKEN });
    server.failNext(/upload-pack/, 503);
    assert.equal(
      (await bundleCode(clone, { commit: bound, bring: bringerFrom(dir, server.url) })).commit,
      bound,
    );
    assert.ok(server.hasFailed());
    const away = bringerFrom(tempDir(t), 'http://127.0.0.1:9/ada/engine.git');
    await assert.rejects(
      bundleCode(clone, { commit: bound, bring: away }),
      problem('unreachable', 'commit-not-fetched', /127\.0\.0\.1:9.*says nothing about the run/s),
    );
  });

  it('takes its token to no other server, nor over an open line, nor out of an address [leaks]', async (t) => {
    const { dir, bare, clone, bound } = movedOn(t);
    const there = await serveGit(t, bare, {});
    const door = await serveGit(t, bare, { renamed: ['/ada/engine.git'] });
    // What is renamed on the same server is followed.
    const old = door.url.replace(/\/[^/]+$/, '/ada/engine.git');
    assert.equal((await bundleCode(clone, { commit: bound, bring: bringerFrom(dir, old) })).commit, bound);
    // The clone's own words about addresses, proxies and helpers are nobody's.
    git(clone, 'config', `url.${there.url}.insteadOf`, door.url);
    git(clone, 'config', 'http.proxy', there.url);
    git(clone, 'config', 'credential.helper', `!touch '${join(dir, 'helper-ran')}'`);
    const again = bringerFrom(tempDir(t), door.url);
    assert.equal((await bundleCode(clone, { commit: bound, bring: again })).commit, bound);
    assert.deepEqual(there.logins, []);
    for (const [url, code] of [
      ['http://example.org/ada/engine.git', 'token-in-the-clear'],
      ['https://ada:word@example.org/ada/engine.git', 'bad-remote'],
      ['--upload-pack=sh', 'bad-remote'],
      ['https://example.org/a\nb.git', 'bad-remote'],
    ] as const) {
      const refused = bundleCode(clone, { commit: bound, bring: bringerFrom(tempDir(t), url) });
      await assert.rejects(refused, problem('usage', code, /of the code|no address/));
    }
    assert.equal(existsSync(join(dir, 'helper-ran')), false);
  });
});
