import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentenceOf, toldBy } from '../../src/platforms/slurm/api.ts';
import { standingIn } from '../../src/platforms/slurm/looked.ts';
import { secondsIn } from '../../src/platforms/slurm/offers.ts';
import { rowsOf, standingOf } from '../../src/platforms/slurm/standing.ts';

/** Lines as Slurm 22.05.8 printed them, unless a row says otherwise. */
const seen = (line: string, begun = true) => {
  const [row] = rowsOf([line]);
  assert.ok(row, line);
  return standingOf(row, begun);
};
const job = (state: string, reason: string, starts = 'N/A') =>
  `42|${state}|${reason}|${starts}|gpu-lease aaaaaaaaaa|run-1`;

describe('why a job of Slurm waits', () => {
  for (const [reason, why, never] of [
    ['Resources', /waits until enough is free/],
    ['Priority', /higher priority/],
    ['BeginTime', /time to begin has not come/],
    ['Dependency', /waits for the job that `dependency` names/],
    ['DependencyNeverSatisfied', /never starts/, true],
    ['PartitionTimeLimit', /longer than the partition allows/, true],
    ['PartitionInactive', /closed/],
    ['PartitionConfig', /no such nodes/, true],
    ['BadConstraints', /no node has all/, true],
    ['QOSMaxWallDurationPerJobLimit', /`time` is longer than QOS or account allow/, true],
    ['ReqNodeNotAvail, UnavailableNodes:node[0-1]', /down, drained or reserved.*\(ReqNodeNotAvail, Unav/],
    [
      'Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions',
      /down, drained or reserved/,
    ],
    ['JobHeldAdmin', /an administrator holds it, not gpu-lease/],
    ['JobHeldUser', /held by hand.*scontrol release/],
    // By the manual and the sources alone.
    ['QOSMaxGRESPerUser', /as much at once as QOS or account allow to one user/],
    ['QOSMaxJobsPerUserLimit', /when jobs of yours end/],
    ['QOSGrpGRES', /all users of the QOS/],
    ['AssocGrpGRES', /all users of the account/],
    ['AssocGrpGRESMinutes', /hours .* are used up/],
    ['QOSGrpCPUMinutesLimit', /hours .* are used up/],
    ['QOSMaxGRESPerJob', /more than account or QOS allow to one job/, true],
    ['Licenses', /licence/],
    ['launch failed requeued held', /could not start it and holds it/, true],
    ['JobHoldMaxRequeue', /could not start it and holds it/, true],
    ['job requeued in held state', /held by hand/],
    ['SomethingNew', /Slurm says SomethingNew/],
  ] as const) {
    it(`says it in words, with what to do: ${reason.slice(0, 40)}`, () => {
      const { native, word, never: hopeless } = seen(job('PENDING', reason));
      assert.equal(native, `PENDING ${reason}`);
      assert.equal(word?.phase, 'waiting');
      assert.match(word.why ?? '', why);
      assert.equal(hopeless !== undefined, never === true);
    });
  }

  it('says of what somebody holds that it does not start by itself, and of what only waits nothing', () => {
    const stuck = (reason: string) => seen(job('PENDING', reason)).word?.stuck;
    assert.deepEqual(['JobHeldUser', 'JobHeldAdmin'].map(stuck), ['held', 'held']);
    assert.equal(stuck('DependencyNeverSatisfied'), 'never');
    assert.deepEqual(['Priority', 'Resources', 'BeginTime'].map(stuck), [undefined, undefined, undefined]);
  });

  it('tells a hold of ours from every other one', () => {
    assert.deepEqual(seen(job('PENDING', 'JobHeldUser'), false).word, { phase: 'held' });
    assert.equal(seen(job('PENDING', 'JobHeldAdmin'), false).word?.phase, 'waiting');
    assert.equal(seen(job('REQUEUE_HOLD', 'JobHeldUser'), false).word?.phase, 'waiting');
  });

  it('says when Slurm expects it to start, whatever the time zone, and nothing where it does not', () => {
    const { word } = seen('12|PENDING|Resources|2026-11-26T05:42:49+0100|(null)|r2');
    assert.equal(word?.startsAt, '2026-11-26T04:42:49.000Z');
    for (const starts of ['N/A', '', '2026-11-26T05:42:49', 'x'])
      assert.equal(seen(job('PENDING', 'Priority', starts)).word?.startsAt, undefined);
  });
});

describe('what a state of Slurm means', () => {
  for (const [state, phase] of [
    ['RUNNING', 'running'],
    ['COMPLETING', 'running'],
    ['CONFIGURING', 'running'],
    ['SUSPENDED', 'running'],
    ['PENDING', 'waiting'],
    ['REQUEUED', 'waiting'],
    ['SPECIAL_EXIT', 'waiting'],
    ['COMPLETED', 'over'],
    ['PREEMPTED', 'over'],
    ['BOOT_FAIL', 'over'],
    ['DEADLINE', 'over'],
    ['SOMETHING_NEW', undefined],
  ] as const)
    it(`${state} is ${phase ?? 'not known'}`, () => {
      assert.equal(seen(job(state, 'None')).word?.phase, phase);
      assert.equal(seen(job(state, 'None')).native, state);
    });
});

/** The answer of one look: what each program said, and its exit code. */
function look(said: { [label: string]: string[] | undefined }): ReturnType<typeof standingIn> {
  const lines = Object.entries(said).flatMap(([label, words = []]) =>
    words.map((each) => `${label}>${each}`),
  );
  return standingIn(toldBy(lines.join('\n')), '42');
}
const FORGOTTEN = ['slurm_load_jobs error: Invalid job id specified'];

describe('how a job of Slurm ended', () => {
  for (const { it: what, said, why, taken = false } of [
    {
      it: 'an exit code, by sacct',
      said: {
        squeue: [job('FAILED', 'NonZeroExitCode')],
        sacct: ['42|FAILED|7:0||100M', '42.batch|FAILED|7:0|3256K|'],
      },
      why: /^its command ended with exit code 7 \(FAILED\)$/,
    },
    {
      it: 'an exit code, by scontrol where there is no sacct',
      said: {
        squeue: [job('FAILED', 'NonZeroExitCode')],
        sacct: ['Slurm accounting storage is disabled'],
        scontrol: [
          'JobId=42 JobName=run-1 JobState=FAILED Reason=NonZeroExitCode ExitCode=7:0 RunTime=00:00:02',
        ],
      },
      why: /exit code 7/,
    },
    {
      it: 'an exit code, by scontrol where sacct has the state and not yet the code',
      said: {
        squeue: [job('FAILED', 'NonZeroExitCode')],
        sacct: ['42|FAILED|0:0||100M'],
        scontrol: [
          'JobId=42 JobName=run-1 JobState=FAILED Reason=NonZeroExitCode ExitCode=7:0 RunTime=00:00:02',
        ],
      },
      why: /exit code 7/,
    },
    {
      it: 'a signal, where sacct lags behind',
      said: {
        squeue: [job('FAILED', 'JobLaunchFailure')],
        sacct: ['42|RUNNING|0:0||100M'],
        scontrol: [
          'JobId=42 JobState=FAILED Reason=JobLaunchFailure Restarts=0 ExitCode=0:9 RunTime=00:00:02',
        ],
      },
      why: /signal 9 ended it/,
    },
    {
      it: 'a cancel by oneself',
      said: { uid: ['1000'], squeue: FORGOTTEN, sacct: ['42|CANCELLED by 1000|0:0||100M'] },
      why: /cancelled by your own user/,
    },
    {
      it: 'a cancel by somebody else',
      said: { uid: ['1000'], squeue: FORGOTTEN, sacct: ['42|CANCELLED by 1234|0:0||'] },
      why: /cancelled by user 1234/,
    },
    {
      it: 'a cancel by the administrator',
      said: { uid: ['1000'], squeue: FORGOTTEN, sacct: ['42|CANCELLED by 0|0:0|None|'] },
      why: /the administrator/,
    },
    {
      it: 'memory',
      said: {
        squeue: [job('OUT_OF_MEMORY', 'OutOfMemory')],
        sacct: [
          '42|OUT_OF_MEMORY|0:125||8G',
          '42.batch|OUT_OF_MEMORY|0:125|900M|',
          '42.0|OUT_OF_MEMORY|0:125|8.2G|',
        ],
      },
      why: /8\.2G of 8G; ask for a fifth more/,
    },
    {
      it: 'its walltime',
      said: { squeue: [job('TIMEOUT', 'TimeLimit')] },
      why: /reached its walltime/,
      taken: true,
    },
    { it: 'a lost node', said: { squeue: [job('NODE_FAIL', 'NodeDown')] }, why: /node failed/, taken: true },
    {
      it: 'what nobody knows any more',
      said: {
        name: ['run-1'],
        squeue: FORGOTTEN,
        sacct: ['Slurm accounting storage is disabled'],
        scontrol: FORGOTTEN,
        age: ['901'],
        kept: ['300'],
      },
      why: /finished, and Slurm no longer knows how/,
    },
  ])
    it(`tells ${what}`, () => {
      const { word, taken: isTaken = false } = look(said);
      assert.equal(word?.phase, 'over');
      assert.match(word.why ?? '', why);
      assert.equal(isTaken, taken);
    });

  for (const { it: what, said } of [
    {
      it: 'the controller does not answer',
      said: {
        name: ['run-1'],
        squeue: ['slurm_load_jobs error: Unable to contact slurm controller (connect failure)'],
        sacct: ['42|COMPLETED|0:0||'],
      },
    },
    { it: 'nothing was said', said: { name: ['run-1'] } },
    {
      it: 'squeue shows nothing, and nobody says that there is no such job',
      said: { name: ['run-1'], squeue: [], age: ['901'], kept: ['300'] },
    },
    { it: 'an unknown id is none of ours', said: { squeue: FORGOTTEN, scontrol: FORGOTTEN } },
    {
      it: 'it was submitted a moment ago',
      said: { name: ['run-1'], squeue: FORGOTTEN, scontrol: FORGOTTEN, age: ['12'], kept: ['300'] },
    },
    {
      it: 'Slurm forgets none',
      said: { name: ['run-1'], squeue: FORGOTTEN, scontrol: FORGOTTEN, age: ['901'], kept: ['0'] },
    },
    {
      it: 'sacct is behind and the controller did not say of what it failed',
      said: {
        squeue: [job('FAILED', 'NonZeroExitCode')],
        sacct: ['42|RUNNING|0:0||100M'],
        scontrol: ['slurm_load_jobs error: Socket timed out on send/recv operation'],
      },
    },
    {
      it: 'it has an exit code, and nobody says yet which',
      said: {
        squeue: [job('FAILED', 'NonZeroExitCode')],
        sacct: ['42|FAILED|0:0||100M'],
        scontrol: [],
      },
    },
    { it: 'the id is another job’s by now', said: { name: ['run-2'], squeue: [job('COMPLETED', 'None')] } },
  ])
    it(`does not call it over where ${what}`, () => {
      const { word, native } = look(said);
      assert.equal(word, undefined);
      assert.ok(native.length > 0);
    });
});

describe('a sentence of Slurm', () => {
  it('stands without the names of programs before it, once', () => {
    for (const [lines, sentence] of [
      [
        [
          'sbatch: error: invalid partition specified: nix',
          'allocation failure: Invalid partition name specified',
        ],
        'invalid partition specified: nix; Invalid partition name specified',
      ],
      [
        ['sbatch: error: Batch job submission failed: Requested node configuration is not available'],
        'Requested node configuration is not available',
      ],
      [
        ["/usr/bin/sbatch: unrecognized option '--foo'", 'Try "sbatch --help" for more information'],
        "unrecognized option '--foo'",
      ],
      [[], undefined],
    ] as const)
      assert.equal(sentenceOf(lines), sentence);
  });

  it('reads the time limit of a partition', () => {
    for (const [text, seconds] of [
      ['infinite', undefined],
      ['3:00', 180],
      ['4:00:00', 14_400],
      ['7-00:00:00', 604_800],
    ] as const)
      assert.equal(secondsIn(text), seconds);
  });
});

describe('tasks of an array', () => {
  const row = (places: string, state: string, reason = 'None') =>
    `squeue>4711_${places}|${state}|${reason}|N/A|gpu-lease ab12|tiny-7-1`;
  const lookAt = (...lines: string[]) =>
    standingIn(toldBy(['name>tiny-7-1', 'begun>yes', ...lines, 'squeue=0'].join('\n')), '4711');

  it('are ranges of those that wait and run, and groups of those that ended badly', () => {
    const { word, native } = lookAt(
      row('[12-39%4]', 'PENDING', 'JobArrayTaskLimit'),
      row('9', 'PENDING', 'BeginTime'),
      ...['7', '8', '10', '11'].map((place) => row(place, 'RUNNING')),
      row('0', 'COMPLETED'),
      row('3', 'OUT_OF_MEMORY', 'OutOfMemory'),
      row('5', 'TIMEOUT', 'TimeLimit'),
    );
    assert.equal(word?.phase, 'running');
    assert.deepEqual([word?.tasks?.waiting, word?.tasks?.running], ['9,12-39', '7-8,10-11']);
    assert.deepEqual(
      word?.tasks?.ended.map(({ places, native: state }) => [places, state]),
      [
        ['3', 'OUT_OF_MEMORY'],
        ['5', 'TIMEOUT'],
      ],
    );
    assert.equal(native, '29 PENDING, 4 RUNNING, 1 COMPLETED, 1 OUT_OF_MEMORY, 1 TIMEOUT');
  });

  it('are held, wait or are over together', () => {
    const held = standingIn(
      toldBy(`name>tiny-7-1\n${row('[0-39%4]', 'PENDING', 'JobHeldUser')}\nsqueue=0`),
      '4711',
    );
    assert.deepEqual([held.word?.phase, held.word?.tasks?.waiting], ['held', '0-39']);
    assert.equal(lookAt(row('[0-39%4]', 'PENDING', 'Priority')).word?.phase, 'waiting');
    const over = lookAt(row('1', 'COMPLETED'), row('2', 'FAILED'));
    assert.deepEqual([over.word?.phase, over.word?.tasks?.ended[0]?.places], ['over', '2']);
  });

  it('that ended without accounting are told by scontrol, each by its own line', () => {
    const shown = (job: number, task: number, state: string, exit: string) =>
      `scontrol>JobId=${job} ArrayJobId=4711 ArrayTaskId=${task} JobName=tiny-7-1 JobState=${state} Restarts=0 ExitCode=${exit} RunTime=00:00:02`;
    const { word } = lookAt(
      row('0', 'FAILED', 'NonZeroExitCode'),
      row('1', 'COMPLETED'),
      row('2', 'FAILED', 'NonZeroExitCode'),
      shown(4712, 0, 'FAILED', '7:0'),
      shown(4713, 1, 'COMPLETED', '0:0'),
      shown(4711, 2, 'FAILED', '0:9'),
    );
    assert.deepEqual(
      word?.tasks?.ended.map(({ places, why }) => [places, why.slice(0, 35)]),
      [
        ['0', 'its command ended with exit code 7 '],
        ['2', 'signal 9 ended it, sent after a gra'],
      ],
    );
  });

  it('that only accounting knows are told by it', () => {
    const { word } = lookAt(
      'sacct>4711_0|COMPLETED|0:0||100M',
      'sacct>4711_1|OUT_OF_MEMORY|0:125||100M',
      'sacct>4711_1.batch|OUT_OF_MEMORY|0:125|99M|',
      'scontrol>slurm_load_jobs error: Invalid job id specified',
    );
    assert.equal(word?.phase, 'over');
    assert.match(word?.tasks?.ended[0]?.why ?? '', /99M of 100M/);
  });
});
