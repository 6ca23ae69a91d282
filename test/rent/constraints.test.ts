import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { constraintFor } from '../../src/job/cuda.ts';
import type { Candidate } from '../../src/job/job.ts';
import { ENDS_ITSELF, LOGINS, NO_SPOT, REGISTRIES, SPOT } from '../../src/job/money-rules.ts';
import type { RentFailed, RentIntent } from '../../src/platforms/driver.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { askAndChoose } from '../../src/rent/ask.ts';
import { jobText, load, problemsOf } from '../job/job-text.ts';
import { opened, told } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';
import { rented as autodl } from '../twins/autodl-twin.ts';
import { rented as runpod } from '../twins/runpod-twin.ts';
import type { Twin as Server } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { type Machine, usualMachines } from '../twins/vastai-market.ts';
import { startVastaiTwin } from '../twins/vastai-twin.ts';

const clock = new SkippingClock(0);
const DIGEST = `@sha256:${'a'.repeat(64)}`;
const known = { platforms: new Set(['runpod', 'vastai', 'autodl', 'lambda']) };

type Twin = { env: Record<string, string | undefined>; close(): Promise<void> };

async function vastai(
  machines: Partial<Machine>[],
): Promise<Twin & Awaited<ReturnType<typeof startVastaiTwin>>> {
  const [one] = usualMachines();
  assert.ok(one);
  const twin = await startVastaiTwin({
    clock,
    machines: machines.map((more, at) => ({ ...one, id: 50_000 + at, ...more })),
  });
  return { ...twin, env: { VAST_API_KEY: twin.keys.full, GPU_LEASE_API_VASTAI: twin.server.url } };
}

async function asked(twin: Twin, platform: string, job: Record<string, string>, dataBytes?: number) {
  const driver = await driverFor(
    platform,
    { clock, localRoot: '', selfCommand: ['false'], secret: (name) => twin.env[name] },
    profileOf(platform).drive.driver,
  );
  const { world } = scriptedWorld({ driver, profile: async (name) => profileOf(name) });
  const loaded = load(
    jobText({
      candidates: `candidates: [${platform}]`,
      b: 'budget: {usd: 900, hours: 4, usdPerHour: 200}',
      ...job,
    }),
    known,
  ).job;
  const run = told([opened({}, loaded)]);
  const listed = {
    from: 'hf://ada/corpus',
    to: 'corpus',
    files: 1,
    unproven: 0,
    digest: '',
    fetched: undefined,
  };
  if (dataBytes !== undefined) run.data.set('corpus', { ...listed, bytes: dataBytes });
  const chosen = await askAndChoose(world, run, loaded);
  /** What `rent` sends for the best of them. */
  const create = (name = 'tiny-7-1') => {
    const offer = chosen.ranked[0]?.offer;
    assert.ok(offer, JSON.stringify(chosen.declined));
    const [candidate] = loaded.candidates as [Candidate];
    const intent: RentIntent = {
      name,
      owner: 'abcdefghij',
      offer,
      want: constraintFor(loaded, candidate),
      candidate,
      ...(loaded.image === undefined ? {} : { image: loaded.image }),
      authorizedKey: 'ssh-ed25519 AAAA test',
      lifetimeSeconds: 3600,
    };
    return driver.create(intent);
  };
  return { ...chosen, create };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies as they were sent
const lastSent = ({ server }: { server: Server }, method: string): any =>
  server.exchanges.findLast(({ request }) => request.method === method)?.request.body;

describe('what a box must have beside its card', () => {
  it('R1: RunPod is asked for RAM and CPUs of one card, and places nothing that has less', async () => {
    const twin = await runpod.start(clock);
    try {
      const r = 'resources: {gpu: {name: 4090, count: 2}, cpus: 9+, memory: 50GB+}';
      await (await asked(twin, 'runpod', { r })).create();
      const { gpu } = lastSent(twin, 'POST');
      assert.deepEqual([gpu.minRamPerGpu, gpu.minVcpuCountPerGpu], [25, 5]);
      const more = await asked(twin, 'runpod', { r: 'resources: {gpu: {name: 4090}, memory: 64GB+}' });
      await assert.rejects(more.create('more'), (error: RentFailed) => error.reason === 'no-capacity');
    } finally {
      await twin.close();
    }
  });

  it('R4: an image of yours by its digest alone goes to hosts of CUDA 12.8, one with a tag to what that says', async () => {
    const twin = await runpod.start(clock);
    const sent: unknown[] = [];
    try {
      for (const [image, cuda] of [
        [`me/train${DIGEST}`, ''],
        [`me/train:cu126${DIGEST}`, ''],
        [`me/train:v7${DIGEST}`, ', cuda: ">=12.4"'],
      ]) {
        const r = `resources: {gpu: {name: 4090}${cuda}}`;
        await (await asked(twin, 'runpod', { r, image: `image: "${image}"` })).create(`of-${sent.length}`);
        sent.push(lastSent(twin, 'POST').gpu.minCudaVersion);
      }
    } finally {
      await twin.close();
    }
    assert.deepEqual(sent, ['12.8', '12.6', '12.4']);
  });

  it('R4: vast.ai is asked for the CUDA that the image needs, and rents a Blackwell card with kernels for it', async () => {
    const twin = await vastai([
      { cuda: 12.6 },
      { cuda: 12.9 },
      { gpu: 'RTX 5090', gpuMb: 32_768, cuda: 12.9 },
    ]);
    try {
      const own = await asked(twin, 'vastai', {
        r: 'resources: {gpu: {name: rtx4090}}',
        image: `image: me/train${DIGEST}`,
      });
      assert.deepEqual([...new Set(own.ranked.map(({ offer }) => offer.hostId))], ['50001']);
      const usual = await asked(twin, 'vastai', { r: 'resources: {gpu: {name: rtx4090}}' });
      assert.deepEqual([...new Set(usual.ranked.map(({ offer }) => offer.hostId))].sort(), [
        '50000',
        '50001',
      ]);
      await (await asked(twin, 'vastai', { r: 'resources: {gpu: {name: 5090}}' })).create();
      assert.match(lastSent(twin, 'PUT').image, /cuda12\.8/);
      await usual.create('usual');
      assert.match(lastSent(twin, 'PUT').image, /cuda12\.4/);
    } finally {
      await twin.close();
    }
  });

  it('R4: a card without kernels in the image is declined by name, too new as well as too old', async () => {
    const twin = await autodl.start(clock);
    const vast = await vastai([{ gpu: 'Tesla V100', gpuMb: 16_384, cuda: 13 }]);
    try {
      const { ranked, declined } = await asked(twin, 'autodl', {
        r: 'resources: {gpu: {name: [5090, 4090D]}}',
      });
      assert.deepEqual(
        ranked.map(({ offer }) => offer.type),
        ['4090D'],
      );
      const why = declined.find(({ offer }) => offer?.type === '5090-p')?.why;
      assert.match(
        why ?? '',
        /RTX 5090 \(compute capability 12\.0\) needs an image of CUDA 12\.8 or newer, and this one is of 11\.8/,
      );
      const old = await asked(vast, 'vastai', {
        r: 'resources: {gpu: {name: V100}}',
        image: `image: "me/train:cuda13.0${DIGEST}"`,
      });
      assert.match(
        old.declined[0]?.why ?? '',
        /V100 \(compute capability 7\.0\) needs an image older than CUDA 13\.0/,
      );
    } finally {
      await Promise.all([twin.close(), vast.close()]);
    }
  });

  it('M7: a host that bills every download is not the cheapest, though its hour is', async () => {
    const twin = await vastai([
      { usdPerHour: 0.2, downUsdPerGb: 0.05 },
      { usdPerHour: 0.3, downUsdPerGb: 0 },
    ]);
    try {
      const job = {
        candidates: 'candidates: [{platform: vastai, market: on-demand}]',
        r: 'resources: {gpu: {name: 4090}}',
        w: 'watch: {expected: 1h}',
      };
      const { ranked } = await asked(twin, 'vastai', job);
      assert.deepEqual(
        ranked.map(({ offer }) => [offer.hostId, offer.ingressUsdPerGb]),
        [
          ['50001', 0],
          ['50000', 0.05],
        ],
      );
      const ingress = ranked[1]?.cost.parts.find(({ part }) => part === 'ingress');
      assert.equal(ingress?.usd, 8 * 0.05);
      const { ranked: withData } = await asked(twin, 'vastai', job, 5e9);
      const data = withData[1]?.cost.parts.find(({ part }) => part === 'ingress');
      assert.equal(data?.usd, (8 + 5) * 0.05);
    } finally {
      await twin.close();
    }
  });

  it("I8: vast.ai's offers come in the vendor's own order, and none of a host with a slow line", async () => {
    const twin = await vastai([{ usdPerHour: 0.1, downMbps: 150 }, { usdPerHour: 0.4 }]);
    try {
      const { ranked } = await asked(twin, 'vastai', { r: 'resources: {gpu: {name: 4090}}' });
      assert.deepEqual([...new Set(ranked.map(({ offer }) => offer.hostId))], ['50001']);
      const sent = lastSent(twin, 'POST');
      assert.deepEqual([sent.order[0], sent.inet_down], [['score', 'desc'], { gte: 200 }]);
    } finally {
      await twin.close();
    }
  });

  it('takes any number of cards within a range, the cheapest for the job first', async () => {
    const twin = await vastai([
      { gpus: 8, usdPerHour: 8 },
      { gpus: 4, usdPerHour: 1.4 },
      { gpus: 2, usdPerHour: 1.6 },
      { gpus: 1, usdPerHour: 0.2 },
    ]);
    try {
      const { ranked } = await asked(twin, 'vastai', {
        candidates: 'candidates: [{platform: vastai, market: on-demand}]',
        r: 'resources: {gpu: {name: 4090, count: 2..4}}',
      });
      assert.deepEqual(
        ranked.map(({ offer }) => offer.gpu?.count),
        [4, 2],
      );
    } finally {
      await twin.close();
    }
  });

  it('keeps to the price, the types, the regions and the hosts of a candidate', async () => {
    const twin = await vastai([
      { usdPerHour: 0.9 },
      { usdPerHour: 0.5 },
      { usdPerHour: 0.4, place: 'France, FR' },
      { usdPerHour: 0.3, gpu: 'RTX 3090' },
    ]);
    const hosts = async (more: string) => {
      const candidates = `candidates: [{platform: vastai, market: on-demand, ${more}}]`;
      const { ranked } = await asked(twin, 'vastai', { candidates, r: 'resources: {gpu: {memory: 20GB+}}' });
      return ranked.map(({ offer }) => offer.hostId);
    };
    try {
      assert.deepEqual(await hosts('usdPerHour: 0.6'), ['50003', '50002', '50001']);
      assert.deepEqual(await hosts('types: RTX 4090'), ['50002', '50001', '50000']);
      assert.deepEqual(await hosts('region: FR'), ['50002']);
      assert.deepEqual(await hosts('not-hosts: ["50001", "50003"]'), ['50002', '50000']);
    } finally {
      await twin.close();
    }
  });
});

const keyOf = (name: string) => (name.startsWith('GPU_LEASE_API_') ? undefined : 'x');

describe('what a job file refuses of a platform', () => {
  it('is what the profiles and the drivers say', async () => {
    const profiles = readdirSync(new URL('../../profiles', import.meta.url))
      .filter((name) => name.endsWith('.yml'))
      .map((name) => profileOf(name.replace(/\.yml$/, '')));
    const rents = profiles
      .filter(({ kind }) => kind !== 'loopback')
      .map(({ id, spot }) => [id, spot.available]);
    const byProfile = (said: string) => rents.filter(([, each]) => each === said).map(([id]) => id);
    assert.deepEqual(
      [...NO_SPOT].sort(),
      byProfile('no')
        .filter((id) => id !== 'generic-ssh')
        .sort(),
    );
    assert.deepEqual(
      [...SPOT].sort(),
      byProfile('yes')
        .filter((id) => id !== 'slurm')
        .sort(),
    );
    const keeping = profiles.filter(
      ({ rent, verbs }) =>
        rent['self-stop'] && verbs.find(({ id }) => id === rent['self-stop']?.verb)?.destroys.length === 0,
    );
    assert.deepEqual([...ENDS_ITSELF].sort(), keeping.map(({ id }) => id).sort());
    const takers: string[] = [];
    const hands: string[] = [];
    for (const { id, drive } of profiles.filter(({ drive }) => drive.driver !== undefined)) {
      const context = { clock, localRoot: '', selfCommand: ['false'] as const, secret: keyOf };
      const driver = await driverFor(id, context, drive.driver).catch(() => undefined);
      if (driver?.takesRegistry) takers.push(id);
      if (driver?.takesLogin) hands.push(id);
    }
    assert.deepEqual(takers.sort(), [...REGISTRIES].sort());
    assert.deepEqual(hands.sort(), [...LOGINS].sort());
  });

  it('a login of the job where the platform pulls by none, with the reason, and one without an image', () => {
    const image = `image: ghcr.io/ada/t@sha256:${'a'.repeat(64)}`;
    const registry = 'registry: {user: REGISTRY_USER, password: REGISTRY_PASSWORD}';
    const b = 'budget: {usd: 5, hours: 4, usdPerHour: 1}';
    const platforms = new Set(['runpod', 'vastai', 'lambda', 'kubernetes', 'local', 'generic-ssh']);
    const { job } = load(jobText({ image, registry, b, candidates: 'candidates: [runpod, vastai, local]' }), {
      platforms,
    });
    assert.deepEqual(job.registry, { user: 'REGISTRY_USER', password: 'REGISTRY_PASSWORD' });
    assert.deepEqual(job.secrets, []);
    const refused = (over: Record<string, string | null>) =>
      problemsOf(jobText({ image, registry, b, ...over }), { platforms }).map(
        ({ code, what }) => `${code}: ${what}`,
      );
    assert.match(
      refused({ candidates: 'candidates: [lambda]' }).join(),
      /no-registry-login: "lambda" rents whole machines/,
    );
    assert.match(
      refused({ candidates: "candidates: [{platform: kubernetes, queue: 'kube://a/b/c'}]" }).join(),
      /no-registry-login: "kubernetes" takes pull secrets of the cluster/,
    );
    assert.match(
      refused({ candidates: 'candidates: [{platform: runpod, registry: clx-1}]' }).join(),
      /registry-twice/,
    );
    assert.match(refused({ image: null }).join(), /registry-without-image/);
    assert.match(
      refused({
        registry: 'registry: {user: REGISTRY_USER, password: GITHUB_TOKEN}',
        candidates: 'candidates: [vastai]',
      }).join(),
      /key-of-another: `registry.password` names GITHUB_TOKEN/,
    );
  });

  it('M4: is the end of a box of one’s own where that would lose something, and of a rented one by a wish', () => {
    const known = { platforms: new Set(['autodl', 'runpod', 'gpushare']) };
    const attach = 'attach: "ssh -p 12345 root@connect.westb.seetacloud.com", usdPerHour: 1';
    const of = (candidate: string) =>
      problemsOf(jobText({ candidates: `candidates: [{${candidate}, self-stop: true}]` }), known).filter(
        ({ code }) => code.includes('self-stop'),
      );
    const autodl = load(
      jobText({
        candidates: `candidates: [{platform: autodl, ${attach}, self-stop: true}]`,
        budget: 'budget: {usd: 9, hours: 9, usdPerHour: 1}',
      }),
      known,
    );
    assert.equal(autodl.job.candidates[0]?.selfStop, true);
    const [runpod] = of(`platform: runpod, ${attach}`);
    assert.match(
      runpod?.what ?? '',
      /No line is known by which a box of "runpod" ends its own meter and keeps everything/,
    );
    assert.match(runpod?.next ?? '', /it is known of autodl, vastai/);
    assert.match(of(`platform: gpushare, ${attach}`)[0]?.what ?? '', /No line is known/);
    assert.match(of('platform: autodl')[0]?.what ?? '', /is for a box of your own/);
  });

  it('a version of CUDA that is a number, which would lose its last nought', () => {
    const [problem] = problemsOf(jobText({ r: 'resources: {gpu: {name: A100}, cuda: 12.8}' }));
    assert.match(problem?.what ?? '', /is not text such as 12\.8\+/);
  });
});
