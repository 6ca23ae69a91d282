// Over ten seconds: every event of a life is written by a command that is killed behind it.
// In turn: a whole run that is killed
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onlyStory, stories } from '../scenarios/ledger-story.ts';
import { type Outcome, type Place, placeFor } from '../scenarios/run-bundle.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';
import { assertWellEnded, awaitedPhrase } from '../scenarios/whole-life.ts';

/** Several times the events of a life: a run that needs more does not get on. */
const MOST_COMMANDS = 60;

describe('a whole run, killed at its boundaries', { timeout: 300_000 }, () => {
  it('gets on by one event a command when every command is killed right after its first one [XC-01] [P3-02] [P4-19]', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    let commands = 0;
    for (; !isOver(place) && commands < MOST_COMMANDS; commands += 1) {
      const before = tips(place);
      await killWhen(place, () => tips(place) !== before);
    }
    const { events } = onlyStory(place);
    assert.ok(commands >= 10, `${commands} commands for ${events.length} events`);
    await assertWellEnded(place, { boxes: 1, starts: 1 });
  });

  it('does nothing twice when it is killed between an effect and the event that tells of it [XC-01] [P3-02] [P5-13]', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const onBox = (path: string) =>
      place
        .boxes()
        .some((name) => existsSync(join(place.boxesDir, name, 'home', '.gpu-lease', runId(place), path)));
    const effects: Record<string, () => boolean> = {
      'the box is rented': () => place.boxes().length > 0,
      'the code is on it': () => onBox('plans/1'),
      'the trainer is started': () => onBox('attempts/1'),
      'the evidence is sealed': () => existsSync(join(outDir(place), '+evidence', 'seal.json')),
      'the box is destroyed': () => recordOf(place).includes('"destroyed"'),
    };
    const caught: string[] = [];
    const toldOf = ['rented', 'started', 'started', 'sealed', 'releasing'];
    for (const [index, [name, happened]] of Object.entries(effects).entries()) {
      if (name === 'the box is destroyed') assert.equal((await place.run(['run'])).exitCode, 0);
      const killed = await killWhen(place, happened);
      assert.equal(killed.signal, 'SIGKILL', `${name}:\n${killed.output}`);
      const types: string[] = onlyStory(place).events.map((event) => event.type);
      if (!types.includes(toldOf[index] ?? '')) caught.push(name);
    }
    t.diagnostic(`caught before its event: ${caught.join(', ')}`);
    assert.ok(caught.length >= 3, 'most kills came before the event; on a busy machine some come late');
    const last = await place.run(command(place));
    assert.equal(last.exitCode, 0, last.output);
    await assertWellEnded(place, { boxes: 1, starts: 1 });
  });
});

/** Runs the command of this moment and kills it, group and all, as soon as the condition holds. */
async function killWhen(place: Place, condition: () => boolean): Promise<Outcome> {
  const running = place.start(command(place));
  let ended = false;
  const outcome = running.ended.finally(() => {
    ended = true;
  });
  // As often as can be without taking the processor from what is to be caught.
  while (!ended && !condition()) await sleep(1);
  if (!ended) process.kill(-(running.child.pid ?? 0), 'SIGKILL');
  return outcome;
}

function command(place: Place): string[] {
  const phrase = awaitedPhrase(place);
  return phrase === undefined ? ['run'] : ['run', '--approve', phrase];
}

const isOver = (place: Place): boolean => stories(place).some((story) => story.archived);
const runId = (place: Place): string => stories(place)[0]?.run.id ?? 'none';
const outDir = (place: Place): string =>
  join(place.repository, 'gpu-lease-out', readdirOr(join(place.repository, 'gpu-lease-out'))[0] ?? 'none');

/** The ledger's refs as files; git itself would take longer than what is to be caught. */
function tips(place: Place): string {
  const dir = join(place.repository, '.git', 'refs', 'gpu-lease');
  try {
    return readdirSync(dir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => textOr(join(entry.parentPath ?? entry.path, entry.name)))
      .join();
  } catch {
    return ''; // Not made yet, or git moves the last run out of a directory and removes that.
  }
}

const recordOf = (place: Place): string =>
  textOr(join(place.boxesDir, place.boxes()[0] ?? 'none', 'box.json'));

function textOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readdirOr(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
