/**
 * `npm run drill -- --seed N --minutes M [--runs K] [--only STRATUM] [--break NAME] [--story]`: seeded lives in which everything
 * goes wrong, judged from outside, and a table of what they came to. Exit code 1 where it found anything.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BREAKS } from './breaks.ts';
import { layGround } from './ground.ts';
import { type LivedLife, liveOne, STRATA, type Stratum, stratumOf } from './live-one.ts';
import { tableOf } from './table.ts';
import { workHere } from './worker-here.ts';

/** Lives side by side in one process: most of a life waits for a shell. */
const LANES = 4;
const WORKERS = 2;

interface Order {
  seed: number;
  minutes: number;
  runs: number;
  only: Stratum | undefined;
  breaks: string | undefined;
  story: boolean;
}

function orderOf(words: readonly string[]): Order {
  const value = (name: string): string | undefined => {
    const at = words.indexOf(`--${name}`);
    return at < 0 ? undefined : words[at + 1];
  };
  const number = (name: string, otherwise: number): number => {
    const given = value(name);
    if (given === undefined) return otherwise;
    if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
    throw new Error(`--${name} ${given} is no number`);
  };
  const only = STRATA.find((each) => each.replaceAll(' ', '-') === value('only'));
  if (value('only') !== undefined && !only)
    throw new Error(`--only takes one of ${STRATA.map((each) => each.replaceAll(' ', '-')).join(', ')}`);
  const breaks = value('break');
  if (breaks !== undefined && !BREAKS.some(({ name }) => name === breaks))
    throw new Error(`--break takes one of ${BREAKS.map(({ name }) => name).join(', ')}`);
  return {
    seed: number('seed', 1),
    minutes: number('minutes', 10),
    runs: number('runs', Number.MAX_SAFE_INTEGER),
    only,
    breaks,
    story: words.includes('--story'),
  };
}

/** Seeds of the order, one after the other; those of another stratum are passed by. */
function* seedsOf({ seed, runs, only }: Order): Generator<number> {
  for (let given = 0, at = seed; given < runs; at += 1) {
    if (only !== undefined && stratumOf(at) !== only) continue;
    given += 1;
    yield at;
  }
}

async function lead(order: Order): Promise<void> {
  const began = Date.now();
  const seeds = seedsOf(order);
  const lived: LivedLife[] = [];
  const isOver = (): boolean => Date.now() - began > order.minutes * 60_000;
  const workers = Math.min(WORKERS, order.runs);
  await Promise.all(
    Array.from({ length: workers }, () => {
      const worker = fork(fileURLToPath(import.meta.url), ['--worker'], {
        env: { ...process.env, DRILL_BREAK: order.breaks ?? '', ...(order.story && { DRILL_STORY: '1' }) },
      });
      worker.on('message', (word: LivedLife | 'next') => {
        if (word !== 'next') {
          lived.push(word);
          show(word, order.story);
          return;
        }
        const next = isOver() ? undefined : seeds.next().value;
        worker.send({ seed: next ?? 0 });
      });
      return new Promise((resolve) => worker.once('exit', resolve));
    }),
  );
  console.log(tableOf(lived, (Date.now() - began) / 1000));
  if (lived.some(({ findings }) => findings.length > 0) || lived.length === 0) process.exitCode = 1;
}

function show({ seed, stratum, words, findings, story }: LivedLife, isTold: boolean): void {
  if (findings.length === 0 && !isTold) return;
  console.log(`seed ${seed} (${stratum}; ${words})`);
  for (const { kind, what } of findings) console.log(`  ${kind}: ${what}`);
  if (isTold) console.log(story);
}

/** Asks for a seed, lives it, tells of it. */
async function work(): Promise<void> {
  // A life that was killed leaves promises behind that nobody waits for.
  process.on('unhandledRejection', (error: unknown) => {
    if ((error as Error).name !== 'Killed') console.error('unhandled:', error);
  });
  workHere();
  const ground = await layGround();
  const breaks = BREAKS.find(({ name }) => name === process.env['DRILL_BREAK']);
  const asked: ((seed: number) => void)[] = [];
  process.on('message', ({ seed }: { seed: number }) => asked.shift()?.(seed));
  const next = (): Promise<number> =>
    new Promise((resolve) => {
      asked.push(resolve);
      process.send?.('next');
    });
  const lane = async (): Promise<void> => {
    for (let seed = await next(); seed > 0; seed = await next()) {
      const life = await liveOne(seed, ground, breaks);
      process.send?.({
        ...life,
        ...(life.findings.length === 0 && !process.env['DRILL_STORY'] && { story: '' }),
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  ground.end();
  process.disconnect();
}

if (process.argv.includes('--worker')) await work();
else await lead(orderOf(process.argv.slice(2)));
