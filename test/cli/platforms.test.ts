import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { programCommand } from '../installation.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';
import { deviations } from './json-docs.ts';

/** Outside any repository, without a key, a ledger or a home. */
const program = (...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const [node, main] = programCommand();
    execFile(
      node,
      [main, 'platforms', ...args],
      { cwd: tmpdir(), env: { PATH: process.env['PATH'], HOME: '/nonexistent' }, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

describe('gpu-lease platforms', () => {
  it('lists every shipped platform with what stops its meter, needing no key and no repository', async () => {
    const { code, stdout } = await program();
    assert.equal(code, 0);
    for (const id of namesIn(SHIPPED)) assert.match(stdout, new RegExp(`^${id}  `, 'm'));
    assert.equal(stdout.match(/^ {2}what stops the GPU meter: /gm)?.length, namesIn(SHIPPED).length);
  });

  it('gives the list as one line of JSON, as documented', async () => {
    const { stdout } = await program('--json');
    const { platforms } = JSON.parse(stdout) as { platforms: Record<string, unknown>[] };
    assert.deepEqual(
      platforms.map((each) => each['platform']),
      namesIn(SHIPPED).sort(),
    );
    for (const each of platforms) assert.deepEqual(deviations('platform', each), []);
  });

  it('shows one platform in full, by name [XC-14]', async () => {
    const { code, stdout } = await program('vastai');
    assert.equal(code, 0);
    for (const clock of profileOf('vastai').clocks) assert.ok(stdout.includes(clock.says), clock.id);
    for (const title of [
      'ways in',
      'what survives what',
      'how everything ends',
      'meters',
      'gotchas',
      'sources',
    ])
      assert.match(stdout, new RegExp(`^${title}$`, 'm'));
  });

  it('suggests the nearest name for one that it does not know', async () => {
    const { code, stdout, stderr } = await program('runpdo');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /no profile for the platform "runpdo"[\s\S]*Did you mean "runpod"\?/);
  });
});
