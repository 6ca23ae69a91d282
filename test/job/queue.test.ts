import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobText, KNOWN, load, marked, problemsOf } from './job-text.ts';

const known = { ...KNOWN, platforms: new Set([...KNOWN.platforms, 'slurm']) };
const QUEUE = 'queue: "ssh://me@login.lab"';
const slurm = (request: string, over: Record<string, string> = {}) => ({
  candidates: `candidates: [{platform: slurm, ${QUEUE}, slurm: {${request}}}]`,
  ...over,
});

const IMAGE = `image: "nvcr.io/nvidia/pytorch@sha256:${'a'.repeat(64)}"`;

describe('a candidate that is a queue', () => {
  it('is read with what it asks for, in our units', () => {
    const { job, warnings } = load(
      jobText({
        resources: 'resources: {gpu: {name: A100, count: 2}}',
        candidates: `candidates: [{platform: slurm, ${QUEUE}, usdPerHour: 1.5, slurm: {partition: gpu, account: lab, qos: long, constraint: "a100|h100", reservation: r1, time: 4h, gres: "gpu:a100:2", cpus: 8, memoryGb: 64, requeue: false, signalSeconds: 300, nodes: 1, modules: [cuda/12.1], dependency: "afterok:12", directives: [--exclusive, --mail-type=END]}}]`,
        budget: 'budget: {usd: 20, hours: 10, usdPerHour: 2}',
      }),
      known,
    );
    assert.deepEqual(warnings, []);
    assert.deepEqual(job.candidates, [
      {
        platform: 'slurm',
        queue: 'ssh://me@login.lab',
        usdPerHour: 1.5,
        slurm: {
          partition: 'gpu',
          account: 'lab',
          qos: 'long',
          constraint: 'a100|h100',
          reservation: 'r1',
          timeSeconds: 14_400,
          gres: 'gpu:a100:2',
          cpus: 8,
          memoryGb: 64,
          requeue: false,
          signalSeconds: 300,
          modules: ['cuda/12.1'],
          dependency: 'afterok:12',
          directives: ['--exclusive', '--mail-type=END'],
        },
      },
    ]);
  });

  it('may be several nodes on Kubernetes, where all that runs is a container', () => {
    const { job, warnings } = load(
      jobText({
        resources: 'resources: {nodes: 4}',
        image: IMAGE,
        candidates: 'candidates: [{platform: kubernetes, queue: "kube://lab/train/checkpoints"}]',
      }),
      { ...known, platforms: new Set([...known.platforms, 'kubernetes']) },
    );
    assert.deepEqual([warnings, job.resources.nodes], [[], 4]);
  });

  it('costs nothing and needs no budget where nothing is said of a price, and is put back by default', () => {
    const plain = {
      candidates:
        'candidates: [{platform: slurm, queue: cluster}, {platform: slurm, queue: other, slurm: {gpus: 1}}]',
    };
    const { job, warnings } = load(jobText({ ...plain, r: 'resources: {gpu: {count: 1}}' }), known);
    assert.deepEqual(warnings, []);
    assert.deepEqual(job.candidates, [
      { platform: 'slurm', queue: 'cluster' },
      {
        platform: 'slurm',
        queue: 'other',
        slurm: { gpus: '1', requeue: true, signalSeconds: 120, modules: [], directives: [] },
      },
    ]);
  });

  it('needs a budget where the site has a price', () => {
    const priced = { candidates: `candidates: [{platform: slurm, ${QUEUE}, usdPerHour: 1}]` };
    assert.deepEqual(
      problemsOf(jobText(priced), known).map(({ code }) => code),
      ['budget-missing'],
    );
  });
});

const gpus = { r: 'resources: {gpu: {count: 2}}' };

describe('what is refused of a queue, with line and column', () => {
  for (const { it: what, over, code, says } of [
    {
      it: 'no login node',
      over: { candidates: 'candidates:\n  - @@slurm' },
      code: 'queue-missing',
      says: /where its login node is/,
    },
    {
      it: 'a box and a queue at once',
      over: { candidates: `candidates: [{platform: slurm, attach: b, usdPerHour: 0, queue: @@c}]` },
      code: 'attach-and-queue',
      says: /`attach`.*`queue`/,
    },
    {
      it: 'an attached box in place of its login node',
      over: { candidates: `candidates: [{platform: slurm, usdPerHour: 0, attach: @@b}]` },
      code: 'queue-missing',
      says: /login node/,
    },
    {
      it: 'a queue of a platform that is none',
      over: { candidates: `candidates: [{platform: local, queue: @@c}]` },
      code: 'no-queue',
      says: /"local" is no queue/,
    },
    {
      it: 'what is asked of Slurm, of a platform that is none',
      over: { candidates: `candidates: [{platform: local, slurm: @@{cpus: 1}}]` },
      code: 'slurm-elsewhere',
      says: /"local"/,
    },
    {
      it: 'a queue on a market',
      over: { candidates: `candidates: [{platform: slurm, ${QUEUE}, market: @@spot}]` },
      code: 'market-of-queue',
      says: /no market/,
    },
    {
      it: 'an address that is none',
      over: { candidates: 'candidates: [{platform: slurm, queue: @@"http://x"}]' },
      code: 'bad-value',
      says: /ssh:\/\/user@host/,
    },
    {
      it: 'several nodes where cards and times are asked for',
      over: slurm('nodes: @@2'),
      code: 'bad-value',
      says: /asked for by `resources.nodes`/,
    },
    {
      it: 'a box that should be several machines',
      over: {
        candidates: `candidates: [{platform: slurm, ${QUEUE}}, @@local]`,
        r: 'resources: {nodes: 2}',
      },
      code: 'nodes-on-box',
      says: /2 machines that work as one, and a lease at "local" is one machine/,
    },
    {
      it: 'a floor above the most',
      over: slurm('time: 4h', { r: 'resources: {nodes: 2, least-nodes: @@3}' }),
      code: 'floor-above-nodes',
      says: /`least-nodes` is 3, and `nodes` asks for 2/,
    },
    {
      it: 'machines beside a first one that is not named',
      over: {
        candidates: 'candidates: [{platform: local, peers: @@[gpu-b]}]',
        r: 'resources: {nodes: 2}',
      },
      code: 'peers-without-attach',
      says: /`attach` names/,
    },
    {
      it: 'fewer machines than the job is for',
      over: {
        candidates: 'candidates: [{platform: generic-ssh, attach: gpu-a, peers: @@[gpu-b], usdPerHour: 0}]',
        r: 'resources: {nodes: 3}',
      },
      code: 'peers-and-nodes',
      says: /name 2 machines, and `resources.nodes` asks for 3/,
    },
    {
      it: 'a machine twice',
      over: {
        candidates:
          'candidates: [{platform: generic-ssh, attach: gpu-a, peers: @@[gpu-b, gpu-b], usdPerHour: 0}]',
        r: 'resources: {nodes: 3}',
      },
      code: 'peer-twice',
      says: /"gpu-b" is named twice/,
    },
    {
      it: 'a machine whose name would be an option of ssh',
      over: {
        candidates: 'candidates: [{platform: generic-ssh, attach: gpu-a, peers: [@@"-oProxyCommand=x"]}]',
      },
      code: 'bad-value',
      says: /neither ssh:\/\/user@host:port nor the name of a host/,
    },
    {
      it: 'several machines, and each cell on one of its own',
      over: slurm('time: 4h', {
        r: 'resources: {nodes: 2}',
        sweep: 'sweep: {at-once: @@2}',
        cells: 'cells: {matrix: {LR: [1, 2]}}',
      }),
      code: 'nodes-at-once',
      says: /one node each/,
    },
    {
      it: 'several machines of Slurm, and a container on each',
      over: slurm('container: apptainer', {
        r: 'resources: {nodes: 2}',
        image: IMAGE.replace('image: ', 'image: @@'),
      }),
      code: 'nodes-in-image',
      says: /gpu-lease starts on Kubernetes alone so far/,
    },
    {
      it: 'the cards of one node for all of them',
      over: slurm('gpus: @@4', { r: 'resources: {nodes: 2, gpu: {count: 4}}' }),
      code: 'slurm-card-count',
      says: /asks Slurm for 4 cards, and `resources.gpu` asks for 8/,
    },
    { it: 'half a minute', over: slurm('time: @@90s'), code: 'bad-value', says: /whole number of minutes/ },
    {
      it: 'an end before its warning',
      over: slurm('time: @@2min'),
      code: 'signal-before-start',
      says: /120 s before an end that comes after 120 s/,
    },
    {
      it: 'a warning before the start',
      over: slurm('time: 10min, signalSeconds: @@900'),
      code: 'signal-before-start',
      says: /900 s before/,
    },
    {
      it: 'cards asked for twice',
      over: slurm('gres: "gpu:2", gpus: @@2', gpus),
      code: 'gres-and-gpus',
      says: /`gres: gpu:2` and `gpus: 2`/,
    },
    {
      it: 'another number of cards',
      over: slurm('gres: @@"gpu:a100:4(S:0-1),shard:1"', gpus),
      code: 'slurm-card-count',
      says: /Slurm for 4 cards.*asks for 2/,
    },
    {
      it: 'cards that the job has no use for',
      over: slurm('gpus: @@"a100:1"'),
      code: 'slurm-card-count',
      says: /Slurm for 1 card, .*asks for none/,
    },
    {
      it: 'a partition that is two words',
      over: slurm('partition: @@"a b"'),
      code: 'bad-value',
      says: /name of a partition/,
    },
    {
      it: 'a constraint with a quote',
      over: slurm(`constraint: @@"a'b"`),
      code: 'bad-value',
      says: /constraint of features/,
    },
    {
      it: 'a module with a blank',
      over: slurm('modules: [@@"a b"]'),
      code: 'bad-value',
      says: /name of a module/,
    },
    { it: 'a key that does not exist', over: slurm('@@walltime: 4h'), code: 'unknown-key', says: /walltime/ },
    ...[
      ['--job-name=x', /contradicts --job-name/],
      ['-J x', /contradicts --job-name/],
      ['-Jx', /contradicts --job-name/],
      ['--hold', /contradicts --hold/],
      ['-H', /contradicts --hold/],
      ['--output=/tmp/x', /contradicts --output/],
      ['-o /tmp/x', /contradicts --output/],
      ['--error=/tmp/x', /contradicts --output/],
      ['--comment=mine', /contradicts --comment/],
      ['--signal=USR1@60', /contradicts --signal; set `signalSeconds`/],
      ['--requeue', /contradicts --requeue; set `requeue`/],
      ['--no-requeue', /contradicts --requeue/],
      ['--array=1-9', /contradicts the tasks of the submission/],
      ['--arr=1-9', /contradicts the tasks of the submission/],
      ['-a1-9', /contradicts the tasks of the submission/],
      ['--nodes=2', /contradicts `resources.nodes`/],
      ['-N2', /contradicts `resources.nodes`/],
      ['--chdir=/x', /contradicts the folder/],
      ['--clusters=b', /contradicts the cluster of the login node/],
      ['--open-mode=truncate', /contradicts --open-mode=append/],
      ['--wrap=true', /contradicts the script/],
      ['--time=5', /has a key of its own: set `time`/],
      ['-t 5', /set `time`/],
      ['--partition=x', /set `partition`/],
      ['--gres=gpu:1', /set `gres`/],
      ['-G 1', /set `gpus`/],
      ['--mem=4G', /set `memoryGb`/],
      ['-c4', /set `cpus`/],
      ['-y 4', /does not know; write its long form/],
      ['-sH', /does not know; write its long form/],
    ].map(([text, says]) => ({
      it: `the directive ${text}`,
      over: slurm(`directives: [@@"${text}"]`),
      code: 'slurm-directive',
      says: new RegExp(`"${text}" .*${(says as RegExp).source}`),
    })),
    ...['--exclusive --array=1-9', "--x='y'", '--x=#', 'exclusive', '-o x -J y'].map((text) => ({
      it: `what is not one directive: ${text}`,
      over: slurm(`directives: [@@"${text}"]`),
      code: 'bad-value',
      says: /one option|sbatch reads|option of sbatch/,
    })),
    {
      it: 'an image of the job without a word of what runs it',
      over: {
        candidates: `candidates:\n  - @@platform: slurm\n    ${QUEUE}\n    slurm: {cpus: 1}`,
        image: IMAGE,
      },
      code: 'image-without-container',
      says: /does not say by what/,
    },
    {
      it: 'an image file without a word of what runs it',
      over: slurm('image: @@/shared/torch.sif'),
      code: 'image-without-container',
      says: /"\/shared\/torch\.sif"/,
    },
    {
      it: 'a container without an image',
      over: slurm('container: @@apptainer'),
      code: 'container-without-image',
      says: /none is named/,
    },
    {
      it: 'a digest for pyxis, which takes none',
      over: slurm('container: @@enroot', { image: IMAGE }),
      code: 'enroot-without-file',
      says: /no digest/,
    },
    {
      it: 'an image file by a path that means another place for each',
      over: slurm('container: apptainer, image: @@torch.sif'),
      code: 'bad-value',
      says: /absolute path of a \.sif/,
    },
    ...['/tmp/runs', '/dev/shm', '/var/tmp/x', '/local/me'].map((place) => ({
      it: `work on a node's own disk: ${place} [SLURM5]`,
      over: slurm('cpus: 1', { storage: `storage: {work: @@"${place}"}` }),
      code: 'node-local',
      says: /lies on one machine.*wipes such places/,
    })),
    {
      it: "copies on a node's own disk [SLURM5]",
      over: slurm('cpus: 1', { storage: 'storage: {work: /scratch/me, durable: @@/tmp/keep}' }),
      code: 'node-local',
      says: /"\/tmp\/keep"/,
    },
    {
      it: 'a directive twice',
      over: slurm('directives: [--nice=5, @@--nice=9]'),
      code: 'slurm-directive',
      says: /"--nice=9" repeats the directive --nice=5/,
    },
    {
      it: 'memory by node and by core',
      over: slurm('memoryGb: 4, directives: [@@--mem-per-cpu=1G]'),
      code: 'slurm-directive',
      says: /contradicts the memory of 4 GB/,
    },
    {
      it: 'cards by node and by task',
      over: slurm('directives: [@@--gpus-per-task=1]', gpus),
      code: 'slurm-directive',
      says: /contradicts the cards gpu:2/,
    },
  ])
    it(`refuses ${what}`, () => {
      const { text, marks } = marked(jobText(over));
      const problems = problemsOf(text, known);
      assert.deepEqual(
        problems.map((each) => [each.code, each.at && { line: each.at.line, column: each.at.column }]),
        [[code, marks[0]]],
        problems.map(({ message }) => message).join('\n'),
      );
      assert.match(problems[0]?.what ?? '', says);
    });

  it('lets everything else through, and tells options from those that begin alike', () => {
    const list = [
      '--exclusive',
      '--time-min=30',
      '--gres-flags=enforce-binding',
      '--mail-type=END',
      '-x node7',
      '-s',
      '--nodelist=b',
      '--export=ALL,A=1',
    ];
    const { job } = load(
      jobText(slurm(`directives: [${list.map((each) => `"${each}"`).join(', ')}]`)),
      known,
    );
    assert.deepEqual(job.candidates[0]?.slurm?.directives, list);
  });

  it('says all of it at once', () => {
    const text = jobText(slurm('gpus: 1, time: 1min, directives: [--hold, -o x]'));
    assert.deepEqual(
      problemsOf(text, known).map(({ code }) => code),
      ['slurm-card-count', 'signal-before-start', 'slurm-directive', 'slurm-directive'],
    );
  });
});

describe('cells as tasks of one submission', () => {
  const cells = { cells: 'cells: [a, b, c]' };

  it('are so many at once as the job says, which is not what is computed', () => {
    const { job, warnings } = load(
      jobText({ ...cells, ...slurm('cpus: 1'), s: 'sweep: {at-once: 2}' }),
      known,
    );
    assert.deepEqual([job.sweep, warnings], [{ atOnce: 2 }, []]);
  });

  for (const { it: what, over, code, says } of [
    {
      it: 'runs with a box each as well',
      over: { ...slurm('cpus: 1'), s: 'sweep: {boxes: 2, at-once: @@2}' },
      code: 'boxes-and-at-once',
      says: /`boxes: 2` divides the cells into runs .* `at-once: 2` keeps them in one/,
    },
    {
      it: 'a box among the candidates',
      over: {
        candidates: `candidates: [{platform: slurm, ${QUEUE}}, runpod]`,
        budget: 'budget: {usd: 20, hours: 10, usdPerHour: 2}',
        s: 'sweep: {at-once: @@2}',
      },
      code: 'at-once-on-a-box',
      says: /"runpod" is none: there cells run one after another/,
    },
  ])
    it(`refuses ${what}`, () => {
      const { text, marks } = marked(jobText({ ...cells, ...over }));
      const problems = problemsOf(text, known);
      assert.deepEqual(
        problems.map((each) => [each.code, each.at && { line: each.at.line, column: each.at.column }]),
        [[code, marks[0]]],
        problems.map(({ message }) => message).join('\n'),
      );
      assert.match(problems[0]?.what ?? '', says);
    });

  it('warns where more may run than there are', () => {
    const { warnings } = load(jobText({ ...cells, ...slurm('cpus: 1'), s: 'sweep: {at-once: 9}' }), known);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['at-once-of-fewer'],
    );
  });
});
