import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isMap, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import type { Job } from '../../src/job/job.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { Problem } from '../../src/problem.ts';
import { intend } from '../../src/rent/intend.ts';
import { rent } from '../../src/rent/rent.ts';
import { hostKey, loginKey, newSecret, ownerMark } from '../../src/secret/keys.ts';
import { RENTED_PLATFORMS, type RentedPlatform } from '../faults/rented-platforms.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { jobText, load } from '../job/job-text.ts';
import { opened, RUN, waived } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';
import { LAMBDA_KEY, startLambdaTwin } from '../twins/lambda-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { allFences, isYaml, textOfPage } from './fences.ts';

/** A candidate as a page shows it, with the job that a reader would have by it. */
interface Shown {
  /** `docs/recipes.md:159`. */
  where: string;
  platform: string;
  job: Job;
}

/** Everything that a reader is not told there. */
const REST: Record<string, string> = {
  resources: 'resources: {gpu: {memory: 16GB+}, disk: 40GB+}',
  budget: 'budget: {usd: 100, hours: 10, usdPerHour: 10}',
};

const PLATFORMS = new Set(
  readdirSync(join(repositoryRoot, 'profiles'))
    .filter((each) => each.endsWith('.yml'))
    .map((each) => each.replace('.yml', '')),
);
/** As a stage does: what is sold out gives way to the next. */
const MOST_OFFERS = 5;

const SECRET = newSecret();
const RENTED = new Set(RENTED_PLATFORMS.map(({ name }) => name));

/** What is offered as a comment below the candidates counts: a reader takes the mark away. */
const withoutMarks = (text: string): string =>
  text.replaceAll(/^(\s+)# - (?=\{ ?platform:|[a-z-]+$)/gm, '$1- ');

/** @param line of its first line in the page */
function candidatesIn(page: string, text: string, line: number): Shown[] {
  const counter = new LineCounter();
  const document = parseDocument(withoutMarks(text), { lineCounter: counter });
  if (!isMap(document.contents)) return [];
  const candidates = document.get('candidates');
  if (!isSeq(candidates)) return [];
  const parts = Object.fromEntries(
    Object.entries(document.toJS()).map(([key, part]) => [key, stringify({ [key]: part }).trim()]),
  );
  const { job } = load(jobText({ ...REST, ...parts }), { platforms: PLATFORMS });
  return candidates.items.flatMap((node, at): Shown[] => {
    const candidate = job.candidates[at];
    assert.ok(candidate);
    if (!RENTED.has(candidate.platform) || candidate.attach !== undefined) return [];
    const offset = (node as { range?: [number] }).range?.[0] ?? 0;
    const where = `${page}:${line + counter.linePos(offset).line - 1}`;
    return [{ where, platform: candidate.platform, job: { ...job, candidates: [candidate] } }];
  });
}

const SHOWN: Shown[] = [];
for (const { page, text, language, line } of allFences())
  if (isYaml(language)) SHOWN.push(...candidatesIn(page, text, line + 1));
for (const folder of readdirSync(join(repositoryRoot, 'examples'))) {
  const page = `examples/${folder}/gpu-lease.yml`;
  if (existsSync(join(repositoryRoot, page))) SHOWN.push(...candidatesIn(page, textOfPage(page), 1));
}

/** A twin of each platform; at Lambda with the file system that a reader of the quick start has. */
async function startTwin(platform: RentedPlatform, clock: SkippingClock) {
  if (platform.name !== 'lambda') return platform.start(clock);
  const twin = await startLambdaTwin({ clock });
  twin.addFileSystem('weights', 'us-east-1');
  const env: Record<string, string> = { LAMBDA_API_KEY: LAMBDA_KEY, GPU_LEASE_API_LAMBDA: twin.server.url };
  return { env, billed: () => twin.billed(), close: () => twin.close() };
}

/** The path of a stage: the job is opened, an offer chosen and written down, and rented. */
async function rentAtTwin({ platform, job }: Shown, clock: SkippingClock, env: Record<string, string>) {
  const profile = profileOf(platform);
  const context = {
    clock,
    localRoot: '',
    selfCommand: ['false'] as const,
    secret: (name: string) => env[name],
  };
  const driver = await driverFor(platform, context, profile.drive.driver);
  const { world } = scriptedWorld({
    driver,
    profile: async () => profile,
    clock,
    secret: (name) => `value-of-${name}`,
    loginKey: async (run) => loginKey(SECRET, run),
    hostKey: async (lease) => hostKey(SECRET, lease),
    ownerMark: (lease) => ownerMark(SECRET, 'ada/digits', lease, 'shared'),
  });
  const events: LedgerEvent[] = [];
  const write = (bodies: readonly EventBody[]): Run => {
    for (const body of bodies)
      events.push({ ...body, seq: events.length, at: clock.now().toISOString(), by: 'test' });
    return fold(RUN, events);
  };
  let run = write([opened({}, job), waived]);
  for (let n = 1; n <= MOST_OFFERS && events.at(-1)?.type !== 'rented'; n++) {
    run = write(await intend(world, { run, job, n }));
    const lease = run.leases.at(-1);
    assert.ok(lease, `finds nothing: ${run.noCapacity?.declined.join('; ')}`);
    run = write(await rent(world, run, lease));
  }
  return events;
}

describe('every candidate that the pages and the examples show', () => {
  for (const platform of RENTED_PLATFORMS)
    describe(`at the twin of ${platform.name}`, () => {
      const clock = new SkippingClock(0);
      const shown = SHOWN.filter((each) => each.platform === platform.name);

      it('is among them', () => assert.ok(shown.length > 0, `no page shows a job for ${platform.name}`));

      for (const each of shown)
        it(`is rented: ${each.where}`, async () => {
          const twin = await startTwin(platform, clock);
          try {
            const last = (await rentAtTwin(each, clock, twin.env)).at(-1);
            assert.ok(last?.type === 'rented', `${each.where}: ${JSON.stringify(last)}`);
            assert.deepEqual(twin.billed().map(platform.leaseOf), [last.lease]);
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            assert.fail(`${each.where}: ${error.what}`);
          } finally {
            await twin.close();
          }
        });
    });
});
