// Over ten seconds: two clones go on with one run, in real processes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { type Place, placeFor } from './run-bundle.ts';

const JOB = `name: tiny
run: "true"
resources: { gpu: none }
candidates: [local]
smoke: { run: "true" }
artifacts: [{ path: last.pt, role: opaque }]
`;

describe('two clones of one repository', { skip: missing('git'), timeout: 120_000 }, () => {
  /** The place's own clone and a second one. */
  function clones(t: TestContext): { place: Place; origin: string; second: string } {
    const place = placeFor(t);
    const [origin, second] = [join(place.dir, 'origin.git'), join(place.dir, 'second')];
    writeFileSync(join(place.repository, 'gpu-lease.yml'), JOB);
    place.commit();
    execFileSync('git', ['clone', '--quiet', '--bare', place.repository, origin]);
    execFileSync('git', ['clone', '--quiet', origin, second]);
    return { place, origin, second };
  }

  const smoke = (place: Place, cwd: string, env: Record<string, string> = {}) =>
    place.run(['smoke'], { cwd, env, from: installation() });

  async function runsIn(place: Place, cwd: string, env: Record<string, string> = {}): Promise<string[]> {
    const { stdout } = await place.run(['status', '--json'], { cwd, env, from: installation() });
    return (JSON.parse(stdout) as { runs: { run: string }[] }).runs.map(({ run }) => run);
  }

  it('keep a ledger each, and the one in which a run begins says so [faults F14]', async (t) => {
    const { place, origin, second } = clones(t);
    for (const url of [origin, `file://${origin}`]) {
      execFileSync('git', ['-C', second, 'remote', 'set-url', 'origin', url]);
      const begun = await smoke(place, second);
      assert.equal(begun.exitCode, 0, begun.output);
      assert.match(
        begun.output,
        /is kept in this clone alone \(\S+second\)\. Another clone of \S+origin\.git/,
      );
      assert.match(begun.output, /Next: name one for all of them, with --ledger or GPU_LEASE_LEDGER/);
    }
    assert.equal((await runsIn(place, second)).length, 1);
    assert.deepEqual(await runsIn(place, place.repository), []);
  });

  it('say it in a line where the origin is far, and not at all where there is none', async (t) => {
    const { place, second } = clones(t);
    execFileSync('git', [
      '-C',
      second,
      'remote',
      'set-url',
      'origin',
      'https://me:pw@forge.example.org/a/b.git',
    ]);
    const far = await smoke(place, second);
    assert.match(far.output, /^ *ledger: in this clone/m);
    assert.doesNotMatch(far.output, /kept in this clone alone|me:pw/);
    const alone = await smoke(place, place.repository);
    assert.doesNotMatch(alone.output, /in this clone/);
  });

  it('share one that both name for a whole shell, and hear nothing of it', async (t) => {
    const { place, second } = clones(t);
    const env = { GPU_LEASE_LEDGER: join(place.dir, 'ledger.git') };
    const begun = await smoke(place, second, env);
    assert.equal(begun.exitCode, 0, begun.output);
    assert.doesNotMatch(begun.output, /in this clone/);
    const [run, ...more] = await runsIn(place, place.repository, env);
    assert.deepEqual(more, []);
    const again = await smoke(place, place.repository, env);
    assert.match(again.output, new RegExp(`${run} is opened`));
    assert.doesNotMatch(again.output, /smoke passed/, 'it passed in the other clone');
  });
});
