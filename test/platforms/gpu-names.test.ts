import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Offer } from '../../src/platforms/driver.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { askAndChoose, type Choosing } from '../../src/rent/ask.ts';
import { jobText, load } from '../job/job-text.ts';
import { opened, told } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';
import { rented as autodl } from '../twins/autodl-twin.ts';
import { CARDS, rented as compshare } from '../twins/compshare-twin.ts';
import { SIZES, size } from '../twins/digitalocean-create.ts';
import { rented as digitalocean } from '../twins/digitalocean-twin.ts';
import { TYPES as LAMBDA, rented as lambda } from '../twins/lambda-twin.ts';
import { rented as paperspace, USD_PER_HOUR } from '../twins/paperspace-twin.ts';
import { GPUS } from '../twins/runpod-catalog.ts';
import { rented as runpod } from '../twins/runpod-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { type Machine, usualMachines } from '../twins/vastai-market.ts';
import { startVastaiTwin } from '../twins/vastai-twin.ts';
import { TYPES as VERDA } from '../twins/verda-market.ts';
import { rented as verda } from '../twins/verda-twin.ts';
import { namesOf, SPELLINGS, type Spelling } from './gpu-spellings.ts';

const clock = new SkippingClock(0);

/** What the twins offer, which each market replaces by its own; other files that run in this process see the same. */
const ROWS: unknown[][] = [GPUS, LAMBDA, SIZES, VERDA];
const TABLES: Record<string, unknown>[] = [USD_PER_HOUR, CARDS];
const usualRows = structuredClone(ROWS);
const usualTables = structuredClone(TABLES);
function restoreTwins(): void {
  for (const [at, rows] of ROWS.entries()) rows.splice(0, rows.length, ...(usualRows[at] ?? []));
  for (const [at, table] of TABLES.entries()) {
    for (const key of Object.keys(table)) delete table[key];
    Object.assign(table, usualTables[at]);
  }
}

/** Of one card, where its name does not say it: what its maker sells. */
const MEMORY: Record<string, number> = {
  A100: 80,
  H100: 80,
  H200: 141,
  B200: 180,
  B300: 270,
  V100: 16,
  MI300X: 192,
  'RTX 6000 Ada': 48,
  'RTX 4000 Ada': 20,
  A6000: 48,
  L40S: 48,
};
const memoryOf = ({ model, memoryGb }: Spelling): number => memoryGb ?? MEMORY[model] ?? 24;

interface Market {
  platform: string;
  /** What it rents out one by one, each under the platform's own name. */
  sold: Spelling[];
  /** Beside the platform's name. */
  candidate?: string;
  start(): Promise<{ env: Record<string, string>; close(): Promise<void> }>;
  /** The platform's own name of the card of an offer. */
  nativeOf(offer: Offer): string;
}

const sold = (text: string, model: string, memoryGb: number, form?: Spelling['form']): Spelling => ({
  text,
  model,
  memoryGb,
  ...(form && { form }),
});

const firstOf = (id: string): string => id.split('@')[0] ?? '';
const native = ({ gpu }: Offer): string => gpu?.native ?? '';

const MARKETS: Market[] = [
  {
    platform: 'runpod',
    sold: namesOf('RunPod'),
    start() {
      const [one] = GPUS;
      assert.ok(one);
      GPUS.splice(0);
      for (const each of this.sold)
        GPUS.push({
          ...one,
          id: each.text,
          name: each.text.replace(/^NVIDIA +(GeForce )?/, ''),
          memory: memoryOf(each),
        });
      return runpod.start(clock);
    },
    nativeOf: native,
  },
  {
    platform: 'vastai',
    sold: namesOf('vastai'),
    candidate: 'market: on-demand',
    async start() {
      const [one] = usualMachines();
      assert.ok(one);
      const machines = this.sold.map(
        (each, at): Machine => ({ ...one, id: 90_000 + at, gpu: each.text, gpuMb: memoryOf(each) * 1024 }),
      );
      const twin = await startVastaiTwin({ clock, machines });
      const env = { VAST_API_KEY: twin.keys.full, GPU_LEASE_API_VASTAI: twin.server.url };
      return { env, close: () => twin.close() };
    },
    nativeOf: native,
  },
  {
    platform: 'lambda',
    // Its descriptions; `gpu_1x_...` is the name of the type.
    sold: [
      sold('A10 (24 GB PCIe)', 'A10', 24, 'PCIe'),
      sold('A100 (40 GB SXM4)', 'A100', 40, 'SXM'),
      sold('H100 (80 GB PCIe)', 'H100', 80, 'PCIe'),
      sold('GH200 (96 GB)', 'GH200', 96),
      sold('RTX A6000 (48 GB)', 'A6000', 48),
      sold('Quadro RTX 6000 (24 GB)', 'RTX 6000', 24),
      sold('B200 (180 GB SXM6)', 'B200', 180, 'SXM'),
    ],
    start() {
      LAMBDA.splice(0);
      for (const [at, { text }] of this.sold.entries())
        LAMBDA.push([`gpu_1x_${at}`, text, 100, 1, 30, 200, 512]);
      return lambda.start(clock);
    },
    nativeOf: native,
  },
  {
    platform: 'digitalocean',
    sold: [
      sold('gpu-h100x1-80gb', 'H100', 80),
      sold('gpu-h200x1-141gb', 'H200', 141),
      sold('gpu-l40sx1-48gb', 'L40S', 48),
      sold('gpu-4000adax1-20gb', 'RTX 4000 Ada', 20),
      sold('gpu-6000adax1-48gb', 'RTX 6000 Ada', 48),
      sold('gpu-mi300x1-192gb', 'MI300X', 192),
    ],
    start() {
      const model: Record<string, string> = {
        H100: 'nvidia_h100',
        H200: 'nvidia_h200',
        L40S: 'nvidia_l40s',
        'RTX 4000 Ada': 'nvidia_rtx4000_ada',
        'RTX 6000 Ada': 'nvidia_rtx6000_ada',
        MI300X: 'amd_mi300x',
      };
      SIZES.splice(0);
      for (const each of this.sold)
        SIZES.push(
          size(each.text, 2, ['nyc2'], { count: 1, model: model[each.model] ?? '', gib: memoryOf(each) }),
        );
      return digitalocean.start(clock);
    },
    nativeOf: ({ id }) => firstOf(id),
  },
  {
    platform: 'verda',
    // What dstack's catalog reads: type and model.
    sold: [
      sold('1B200.30V', 'B200', 180, 'SXM'),
      sold('1B300.30V', 'B300', 270, 'SXM'),
      sold('1H200.141S.44V', 'H200', 141, 'SXM'),
      sold('1H100.80S.30V', 'H100', 80, 'SXM'),
      sold('1A100.22V', 'A100', 80, 'SXM'),
      sold('1A100.40S.22V', 'A100', 40, 'SXM'),
      sold('1RTX6000ADA.10V', 'RTX 6000 Ada', 48),
      sold('1RTXPRO6000.30V', 'RTX PRO 6000', 96),
      sold('1A6000.10V', 'A6000', 48),
      sold('1V100.6V', 'V100', 16),
      sold('1L40S.20V', 'L40S', 48),
    ],
    candidate: 'market: on-demand',
    start() {
      const model: Record<string, string> = {
        'RTX 6000 Ada': 'RTX 6000 Ada',
        A6000: 'RTX A6000',
        V100: 'Tesla V100',
        B200: 'B200 SXM6',
        B300: 'B300 SXM6',
        H200: 'H200 SXM5',
        H100: 'H100 SXM5',
        A100: 'A100 SXM4',
      };
      const [one] = VERDA;
      assert.ok(one);
      VERDA.splice(0);
      for (const each of this.sold)
        VERDA.push({
          ...one,
          name: each.text,
          model: model[each.model] ?? each.model,
          cardGb: memoryOf(each),
        });
      return verda.start(clock);
    },
    nativeOf: ({ id }) => firstOf(id),
  },
  {
    platform: 'paperspace-core',
    // Machine types of its page of prices.
    sold: [
      sold('A100', 'A100', 40),
      sold('A100-80G', 'A100', 80),
      sold('H100', 'H100', 80),
      sold('V100', 'V100', 16),
      sold('V100-32G', 'V100', 32),
      sold('P4000', 'P4000', 8),
      sold('P5000', 'P5000', 16),
      sold('P6000', 'P6000', 24),
      sold('RTX4000', 'RTX 4000', 8),
      sold('RTX5000', 'RTX 5000', 16),
      sold('A4000', 'A4000', 16),
      sold('A5000', 'A5000', 24),
      sold('A6000', 'A6000', 48),
    ],
    candidate: 'usdPerHour: 1',
    start() {
      for (const each of Object.keys(USD_PER_HOUR)) delete USD_PER_HOUR[each];
      for (const { text } of this.sold) USD_PER_HOUR[text] = 1;
      return paperspace.start(clock);
    },
    nativeOf: ({ id }) => firstOf(id),
  },
  {
    platform: 'compshare',
    sold: [
      sold('4090', 'RTX 4090', 24),
      sold('4090_48G', 'RTX 4090', 48),
      sold('5090', 'RTX 5090', 32),
      sold('3090', 'RTX 3090', 24),
      sold('3080Ti', 'RTX 3080 Ti', 12),
      sold('A800', 'A800', 80),
      sold('H20', 'H20', 96),
      sold('P40', 'P40', 24),
      sold('V100S', 'V100', 32),
    ],
    candidate: 'market: on-demand',
    start() {
      for (const each of Object.keys(CARDS)) delete CARDS[each];
      for (const each of this.sold)
        CARDS[each.text] = { yuan: 2, memoryGb: memoryOf(each), zones: ['cn-wlcb-01'], spot: false };
      return compshare.start(clock);
    },
    nativeOf: native,
  },
  {
    platform: 'autodl',
    sold: [
      sold('h800', 'H800', 80),
      sold('v-48g', 'RTX 4090', 48),
      sold('pro6000-p', 'RTX PRO 6000', 96),
      sold('v-32g-p', 'RTX 4080 SUPER', 32),
      sold('v-48g-350w', 'RTX 3090', 48),
      sold('5090-p', 'RTX 5090', 32),
      sold('4090D', 'RTX 4090D', 24),
    ],
    // An image of one's own: the usual one has no kernels for Blackwell, and those cards would be declined.
    async start() {
      const twin = await autodl.start(clock);
      return { ...twin, env: { ...twin.env, AUTODL_IMAGE: 'image-own' } };
    },
    nativeOf: ({ id }) => id.split(':')[0] ?? '',
  },
];

/** What of a market is the card of a name: form and memory count where both say them. */
const meant = (wanted: Spelling, { sold: all }: Market): string[] =>
  all
    .filter(({ model }) => model === wanted.model)
    .filter(({ form }) => form === undefined || wanted.form === undefined || form === wanted.form)
    .filter((each) => wanted.memoryGb === undefined || hasMemory(each, wanted.memoryGb))
    .map(({ text }) => text)
    .sort();

/** H100 NVL has 94 GB, the others 80. */
const hasMemory = (each: Spelling, memoryGb: number): boolean => memoryOf(each) === memoryGb;

describe('names of cards as peers and people write them', () => {
  it(`are more than 200 (${SPELLINGS.length})`, () => assert.ok(SPELLINGS.length > 200));

  for (const market of MARKETS)
    describe(`at the twin of ${market.platform}`, () => {
      let twin: Awaited<ReturnType<Market['start']>>;
      let ask: (gpu: string) => Promise<Choosing>;
      before(async () => {
        twin = await market.start();
        ask = await asker(market, twin.env);
      });
      after(async () => {
        await twin?.close();
        restoreTwins();
      });
      const namesIn = ({ ranked }: Choosing): string =>
        [...new Set(ranked.map(({ offer }) => market.nativeOf(offer)))].sort().join(', ');

      it('R2: each finds its offers, or is told that the platform lacks it', async () => {
        const faults: string[] = [];
        const counted = { found: 0, lacking: 0 };
        for (const wanted of SPELLINGS) {
          const chosen = await ask(`{name: ${JSON.stringify(wanted.text)}}`);
          const [found, expected] = [namesIn(chosen), meant(wanted, market).join(', ')];
          if (found !== expected) faults.push(`${wanted.text}: found ${found}, meant ${expected}`);
          else if (found === '' && !isTold(chosen, wanted, market))
            faults.push(`${wanted.text}: ${chosen.unasked?.what ?? chosen.declined[0]?.why}`);
          counted[found === '' ? 'lacking' : 'found'] += 1;
        }
        assert.deepEqual(faults, []);
        assert.ok(counted.found > 0 && counted.lacking > 0, JSON.stringify(counted));
      });

      it('R3: a memory alone finds every card that has it', async () => {
        const large = market.sold.filter((each) => memoryOf(each) >= 80).map(({ text }) => text);
        const chosen = await ask('{memory: 80GB+}');
        assert.equal(namesIn(chosen), large.sort().join(', '));
      });
    });
});

/** The real path of a stage, from the text of a job to the choice, with the real driver. */
async function asker(market: Market, env: Record<string, string | undefined>) {
  const { platform, candidate = '' } = market;
  const profile = profileOf(platform);
  const context = {
    clock,
    localRoot: '',
    selfCommand: ['false'] as const,
    secret: (name: string) => env[name],
  };
  const driver = await driverFor(platform, context, profile.drive.driver);
  const { world } = scriptedWorld({ driver, profile: async () => profile });
  return (gpu: string): Promise<Choosing> => {
    const text = jobText({
      candidates: `candidates: [{platform: ${platform}${candidate && `, ${candidate}`}}]`,
      r: `resources: {gpu: ${gpu}}`,
      b: 'budget: {usd: 5000, hours: 4, usdPerHour: 1000}',
    });
    const { job } = load(text, { platforms: new Set([platform]) });
    return askAndChoose(world, told([opened({}, job)]), job);
  };
}

function isTold({ unasked, declined }: Choosing, { text }: Spelling, { platform }: Market): boolean {
  if (unasked)
    return (
      unasked.code === 'no-such-card' &&
      unasked.what.includes(profileOf(platform).name) &&
      unasked.what.includes(text)
    );
  // What vast.ai's own list names may come free, though no machine has it now.
  return platform === 'vastai' && declined[0]?.why === `no ${text} that meets the constraint is offered now`;
}
