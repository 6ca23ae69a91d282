import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkoutOf, checkoutWarning } from '../../src/github/checkout.ts';
import { missing } from '../requirement.ts';

describe('the checkout of a job', { skip: missing('git') }, () => {
  let dir: string;
  let whole: string;
  let first: string;
  let second: string;

  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'gl-checkout-'));
    whole = join(dir, 'whole');
    git(dir, 'init', '--quiet', whole);
    for (const message of ['one', 'two']) git(whole, 'commit', '--quiet', '--allow-empty', '-m', message);
    second = git(whole, 'rev-parse', 'HEAD');
    first = git(whole, 'rev-parse', 'HEAD~1');
    git(dir, 'clone', '--quiet', '--depth=1', `file://${whole}`, join(dir, 'shallow'));
  });

  after(() => rmSync(dir, { recursive: true, force: true }));

  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd,
      encoding: 'utf8',
      timeout: 30_000,
    }).trim();

  it('is told from the commit that a run is bound to', async () => {
    assert.deepEqual(await checkoutOf(whole, second), { head: second, hasCommit: true, isShallow: false });
    assert.deepEqual(await checkoutOf(whole, first), { head: second, hasCommit: true, isShallow: false });
    assert.deepEqual(await checkoutOf(join(dir, 'shallow'), first), {
      head: second,
      hasCommit: false,
      isShallow: true,
    });
    assert.deepEqual(await checkoutOf(dir, first), { head: undefined, hasCommit: false, isShallow: false });
  });

  it('never hands git anything but a commit id', async () => {
    for (const strange of ['HEAD', '--all', '', `${first}^{tree}`])
      assert.equal((await checkoutOf(whole, strange)).hasCommit, false);
  });

  it('is worth a warning when a lost box could not be replaced from it, and only then', async () => {
    const shallow = await checkoutOf(join(dir, 'shallow'), first);
    const warning = checkoutWarning('resnet-7', first, shallow, false);
    assert.match(warning ?? '', /shallow clone does not hold/);
    assert.match(warning ?? '', /Next: give the step GH_TOKEN/);
    assert.equal(checkoutWarning('resnet-7', first, shallow, true), undefined, 'it is fetched');
    assert.equal(checkoutWarning('resnet-7', second, shallow, false), undefined);
    assert.equal(checkoutWarning('resnet-7', first, await checkoutOf(whole, first), false), undefined);
    assert.match(
      checkoutWarning('r', first, await checkoutOf(dir, first), true) ?? '',
      /There is no checkout here.*Next: add a step with actions\/checkout/,
    );
  });
});
