// Over ten seconds: the program is killed at a call of a real Slurm, in whole lives.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { partInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { jobsOf, placeAt, placeJobOfCluster } from './slurm-cluster.ts';

/** Programs of Slurm as the login node has them, each of which counts its calls in one file and kills whoever asked at one of them. */
const PROGRAMS = ['sbatch', 'squeue', 'sacct', 'scontrol', 'scancel', 'sinfo'];
const counting = (dir: string, program: string): string => `#!/bin/sh
case " $* " in *' show config '*) exec REAL "$@" ;; esac
n=$(flock ${dir}/lock sh -c 'echo ${program} >>${dir}/calls; wc -l <${dir}/calls')
read -r at when <${dir}/kill 2>/dev/null || exec REAL "$@"
[ "$n" = "$at" ] || exec REAL "$@"
if [ "$when" = before ]; then kill -KILL "$(cat ${dir}/pid)"; exit 1; fi
out=$(REAL "$@" 2>&1); code=$?
kill -KILL "$(cat ${dir}/pid)"
printf '%s\\n' "$out"
exit $code
`;

/** More than a life has, so that its last ones are met, too. */
const MOST_CALLS = 22;
const KILLS = Array.from({ length: MOST_CALLS }, (_, at) => at + 1).flatMap((at) =>
  (['before', 'after'] as const).map((when) => ({ at, when })),
);
const nameOf = ({ at, when }: (typeof KILLS)[number]) => `${when} call ${at}`;

describe('a program that is killed at a call of Slurm', {
  skip: missing('slurm', 'sshd', 'testbed', 'ssh'),
  timeout: 1_500_000,
}, () => {
  let bed: SlurmTestbed;
  before(async () => {
    bed = await slurmTestbed({ acct: 'none' });
    for (const program of PROGRAMS) await bed.shadow(program, counting(bed.home, program));
  });
  after(() => bed?.down());

  for (const kill of partInTurn('a kill at a call of Slurm', KILLS, 15, nameOf))
    it(`${nameOf(kill)} submits nothing twice, loses nothing and goes on with the same command`, async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, { change: (job) => (job['vars'].TINY_STEP_MS = 20) });
      for (const name of ['calls', 'kill', 'pid']) rmSync(join(bed.home, name), { force: true });
      const running = place.start(['run'], { timeoutSeconds: 100 });
      writeFileSync(join(bed.home, 'pid'), `${running.child.pid}\n`);
      writeFileSync(join(bed.home, 'kill'), `${kill.at} ${kill.when}\n`);
      const first = await running.ended;
      rmSync(join(bed.home, 'kill'), { force: true });
      const called = readFileSync(join(bed.home, 'calls'), 'utf8').trim().split('\n');
      console.log(
        `show: ${nameOf(kill)} (${called[kill.at - 1] ?? 'none'}): ${first.signal ?? `ended with ${first.exitCode}`}`,
      );
      if (first.signal === null) {
        assert.ok(called.length < kill.at, 'it had fewer calls');
        return;
      }
      const done = await place.run(['run'], { timeoutSeconds: 100 });
      assert.equal(done.exitCode, 0, done.output);
      const story = onlyStory(place);
      assert.ok(story.run.seal && story.run.closed, done.output);
      assert.equal((await jobsOf(bed, story.run.id)).length, 1, 'one job was ever submitted');
      assert.equal(ofType(story, 'started').length, 1);
      assert.equal(ofType(story, 'intended').length, 1);
    });
});
