import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Constraint } from '../../src/job/constraint.ts';
import type { SlurmRequest } from '../../src/job/job.ts';
import { toldBy } from '../../src/platforms/slurm/api.ts';
import { gresIn, offersOf } from '../../src/platforms/slurm/offers.ts';

const QUEUE = 'ssh://me@login.lab';

/** A login node where sinfo prints this; what is submitted to it for a test is kept. */
function nodeWith(...sinfo: string[]) {
  const scripts: string[] = [];
  const answer = [...sinfo.map((line) => `sinfo>${line}`), 'sinfo=0', 'test=0'].join('\n');
  const ask = async (_program: string, _words: readonly string[], stdin = '') => {
    scripts.push(stdin);
    return toldBy(answer);
  };
  return { scripts, node: { target: QUEUE, ask } };
}

const offered = async (
  node: ReturnType<typeof nodeWith>['node'],
  want: Constraint,
  over: Partial<SlurmRequest> = {},
) => {
  const slurm = { requeue: true, signalSeconds: 120, modules: [], directives: [], ...over };
  const candidate = { platform: 'slurm', queue: QUEUE, slurm };
  const [offer] = await offersOf(node, { want, candidate, tasks: undefined });
  assert.ok(offer);
  return offer;
};

const MIXED = [
  'main*|up|2-00:00:00|gpu:a100:4(S:0-1),gpu:v100:2',
  'main*|up|2-00:00:00|gpu:tesla_t4:1,gpu:2080ti:4(S:0-1)',
  'other|up|infinite|gpu:h100:8',
];

describe('an offer of a cluster that counts cards by type', () => {
  for (const [names, gres, model] of [
    [['A100'], 'gpu:a100:2', 'A100'],
    [['H100', 'V100'], 'gpu:v100:2', 'V100'],
    [['T4'], 'gpu:tesla_t4:2', 'T4'],
    [['RTX 2080 Ti'], 'gpu:2080ti:2', 'RTX 2080 Ti'],
  ] as const)
    it(`asks for ${names.join(' or ')} by the name that the partition has for it`, async () => {
      const { node, scripts } = nodeWith(...MIXED);
      const offer = await offered(node, { gpu: { names: [...names], count: 2 } });
      assert.equal(offer.id, `${QUEUE}/default/${gres}`);
      assert.deepEqual([offer.gpu?.model, offer.gpu?.count], [model, 2]);
      assert.match(scripts.at(-1) ?? '', new RegExp(`^#SBATCH --gres=${gres}$`, 'm'));
      assert.equal(gresIn(offer.id), gres, 'the submit asks for what was tested');
    });

  it('asks for a number of cards where the partition has none of that name, or the job names none', async () => {
    for (const names of [['H100'], []]) {
      const { node, scripts } = nodeWith(...MIXED);
      const offer = await offered(node, { gpu: { names, count: 2 } });
      assert.deepEqual([offer.id, offer.gpu, gresIn(offer.id)], [`${QUEUE}/default`, undefined, undefined]);
      assert.match(scripts.at(-1) ?? '', /^#SBATCH --gres=gpu:2$/m);
    }
  });

  it('leaves the words of the job as they are', async () => {
    const { node, scripts } = nodeWith(...MIXED);
    const want = { gpu: { names: ['A100'], count: 2 } };
    const offer = await offered(node, want, { gres: 'gpu:v100:2', partition: 'main' });
    assert.deepEqual([offer.id, offer.gpu?.model], [`${QUEUE}/main`, 'V100']);
    assert.match(scripts.at(-1) ?? '', /^#SBATCH --gres=gpu:v100:2$/m);
  });

  it('takes a list of partitions, of which one may be too short or closed', async () => {
    const { node } = nodeWith(
      'short|up|30:00|(null)',
      'long|up|7-00:00:00|(null)',
      'shut|inact|infinite|(null)',
    );
    const asked = { partition: 'short,long,shut', timeSeconds: 86_400 };
    assert.equal((await offered(node, {}, asked)).id, `${QUEUE}/short,long,shut`);
    await assert.rejects(offered(node, {}, { ...asked, timeSeconds: 700_000 }), {
      code: 'partition-time',
      what: /gives 7 d 00 h at most/,
    });
  });

  it('lets Slurm choose where a cluster has no default', async () => {
    const { node } = nodeWith('a|up|infinite|(null)', 'b|up|infinite|(null)');
    assert.equal((await offered(node, {})).id, `${QUEUE}/default`);
  });
});

describe('an image on a cluster', () => {
  const asked = async (codes: string[], over: Partial<SlurmRequest>) => {
    const words: (readonly string[])[] = [];
    const ask = async (_program: string, of: readonly string[]) => {
      words.push(of);
      return toldBy([...codes, ...MIXED.map((line) => `sinfo>${line}`), 'sinfo=0', 'test=0'].join('\n'));
    };
    await offered({ target: QUEUE, ask }, {}, over);
    return words[0]?.slice(1);
  };

  it('is looked for before anything is submitted, with what runs it', async () => {
    const image = '/shared/torch.sqsh';
    assert.deepEqual(await asked(['container=0', 'image=0'], { container: 'enroot', image }), [
      'enroot',
      image,
    ]);
    assert.deepEqual(await asked([], {}), ['', '']);
  });

  it('is refused where nothing there runs it, or it is not there', async () => {
    await assert.rejects(asked(['container=1'], { container: 'apptainer' }), {
      code: 'container-missing',
      message: /there is no apptainer, and no module/,
    });
    await assert.rejects(asked(['container=1', 'image=0'], { container: 'enroot', modules: ['x'] }), {
      code: 'container-missing',
      message: /--container-image/,
    });
    await assert.rejects(asked(['image=1'], { container: 'apptainer', image: '/shared/none.sif' }), {
      code: 'image-missing',
    });
  });

  it('may be run by what a module brings to the nodes alone', async () => {
    await asked(['container=1'], { container: 'apptainer', modules: ['apptainer/1.3'] });
  });
});
