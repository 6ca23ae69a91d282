import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { matchGotchas } from '../../src/profile/gotcha-match.ts';
import { diagnose } from '../../src/watch/diagnose.ts';
import { Explaining } from '../../src/watch/explain.ts';
import type { Remains } from '../../src/watch/failures/failure.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';
import { HEALTHY } from './failure-corpus.ts';

/** What trainings of real frameworks, installers and tools printed from their start to their end, on a processor. */
const LOGS = join(import.meta.dirname, 'healthy');

const RECORDED = readdirSync(LOGS).map((name): [string, string] => [
  name,
  readFileSync(join(LOGS, name), 'utf8'),
]);

const WANTED = [
  'accelerate',
  'apt',
  'fsdp-dcp',
  'git',
  'keras',
  'lightning',
  'nanogpt',
  'pip',
  'torchrun',
  'transformers',
  'trl',
];

async function seenIn(log: string, remains: Partial<Remains> = {}) {
  const explaining = new Explaining(remains);
  await explaining.read(log);
  // That something says it has come to its end is no alarm.
  return explaining.findings().filter(({ failureClass }) => failureClass !== 'COMPLETE');
}

const shown = (findings: Awaited<ReturnType<typeof seenIn>>): string[] =>
  findings.map(({ signature, at }) => `${signature}: ${at?.text}`);

const killedFromOutside = (logTail: string): Remains => ({
  exitCode: 137,
  logTail,
  oomKillsSinceStart: 0,
  rebooted: false,
  diskFreeBytes: 1e12,
  diskFreeInodes: 1e6,
  vanished: false,
  cardAsked: false,
});

describe('the log of a run that went well', () => {
  it('is there of every framework', () => {
    const names = RECORDED.map(([name]) => name.replace('.log', ''));
    assert.deepEqual(
      WANTED.filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const [name, log] of [...RECORDED, ...Object.entries(HEALTHY)]) {
    it(`raises nothing, whoever reads it: ${name} [P4-04]`, async () => {
      assert.deepEqual(shown(await seenIn(log)), []);
      for (const platform of namesIn(SHIPPED))
        for (const stream of ['log', 'setup'] as const)
          assert.deepEqual(matchGotchas(profileOf(platform), stream, log), [], platform);
    });

    it(`is no reason for its end by a signal: ${name} [P4-14]`, () => {
      const { signature } = diagnose(killedFromOutside(log.slice(-4096)));
      assert.equal(signature, 'exit-signal');
    });
  }
});

describe('a log that says that there is no card', () => {
  const lightning = RECORDED.find(([name]) => name === 'lightning.log')?.[1] ?? '';

  it('is fine where none was asked for, and an alarm where one is paid for', async () => {
    assert.match(lightning, /GPU available: False, used: False/);
    assert.deepEqual(shown(await seenIn(lightning, { cardAsked: false })), []);
    assert.deepEqual(shown(await seenIn(lightning, { cardAsked: true })), [
      'F-E03: GPU available: False, used: False',
    ]);
  });

  it('is an alarm where the same log shows a card at work before, though far before', async () => {
    const before = 'GPU available: True (cuda), used: True\n';
    const [found] = await seenIn(`${before}${'epoch 1 loss 0.5\n'.repeat(9000)}${lightning}`);
    assert.equal(found?.signature, 'F-E03');
  });
});
