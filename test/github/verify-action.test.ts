import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { installation } from '../installation.ts';
import { torchFile } from '../verify/torch-writer.ts';
import { FakeRunner } from './fake-runner.ts';

/** Lines that a runner would obey. */
const commandsIn = (log: string): string[] =>
  log.split(/\r\n|\r|\n/).filter((line) => /^\s*::[a-z]|##\[/.test(line));

describe('the action "verify", as a runner runs it', () => {
  let runner: FakeRunner;

  beforeEach(() => {
    runner = new FakeRunner(installation());
    mkdirSync(join(runner.workspace, 'out'));
    put('good.pt', torchFile());
  });
  afterEach(() => {
    runner.remove();
  });

  const put = (name: string, bytes: Uint8Array) => writeFileSync(join(runner.workspace, 'out', name), bytes);
  const verify = (given: Record<string, string> = {}) =>
    runner.step({ stage: 'verify', with: { path: 'out', ...given } });

  it('sets outputs and adds to the summary', async () => {
    const { exitCode, log, outputs, summary } = await verify({ report: 'verify.html', sarif: 'v.sarif' });
    assert.equal(exitCode, 0, log);
    assert.equal(outputs['verdict'], 'pass');
    assert.equal(outputs['failed'], '0');
    const json = outputs['json'] ?? '';
    assert.equal(JSON.parse(readFileSync(json, 'utf8')).files[0].label, 'out/good.pt');
    rmSync(json, { force: true });
    assert.ok(existsSync(outputs['report'] ?? ''));
    assert.ok(existsSync(join(runner.workspace, 'v.sarif')));
    assert.match(summary, /good\.pt/);
    assert.ok(!/^::(error|warning)/m.test(log));
  });

  it('marks what failed, and ends as fail-on says', async () => {
    put('cut.pt', torchFile().subarray(0, 400));
    const failed = await verify({ 'fail-on': 'fail' });
    assert.equal(failed.exitCode, 1);
    assert.equal(failed.outputs['verdict'], 'fail');
    assert.equal(failed.outputs['failed'], '1');
    assert.match(failed.log, /^::error file=out\/cut\.pt,line=1,col=1,title=gpu-lease::out\/cut\.pt: fail/m);
    assert.match(failed.summary, /cut\.pt/);

    rmSync(join(runner.workspace, 'out', 'cut.pt'));
    put('strange.bin', Buffer.alloc(5000, 'Zq7\u0001\u0002\u0003'));
    const unknown = await verify();
    assert.equal(unknown.exitCode, 3);
    assert.match(unknown.log, /^::warning file=out\/strange\.bin,/m);
    assert.equal((await verify({ 'fail-on': 'fail' })).exitCode, 0);
  });

  it('says what is wrong with its inputs, and has outputs all the same', async () => {
    const { exitCode, outputs, summary } = await verify({ role: 'chekpoint', jobs: '0' });
    assert.equal(exitCode, 2);
    assert.equal(outputs['verdict'], 'unknown');
    assert.match(summary, /chekpoint/);
  });

  it('lets no name of a file speak to the runner', async () => {
    for (const name of [
      '\n::set-env name=PATH::evil.pt',
      '\r::error::evil.pt',
      '\n##[command]evil.pt',
      '::stop-commands::evil.pt',
    ])
      put(name, torchFile().subarray(0, 400));
    const { exitCode, log, outputs } = await verify();
    assert.equal(exitCode, 1);
    assert.equal(outputs['failed'], '4');
    const obeyed = commandsIn(log).filter((line) => !/^::(group|endgroup)/.test(line));
    assert.equal(obeyed.length, 4, log);
    for (const line of obeyed) assert.match(line, /^::error file=[^:]*,title=gpu-lease::/);
  });
});
