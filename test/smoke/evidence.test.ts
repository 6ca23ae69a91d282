import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SmokePassed } from '../../src/lease/events.ts';
import { Problem } from '../../src/problem.ts';
import { evidenceText, readEvidence, smokeEvidence } from '../../src/smoke/evidence.ts';

const commit = 'c'.repeat(40);
const configHash = 'd'.repeat(64);
const drilled = { run: 'x', timeoutSeconds: 300, memoryMb: 1000, threads: 2 };
const drill = { run: 'x', timeoutSeconds: 300 };
const bound = { commit, configHash, job: { smoke: { ...drilled, drill } } };
const whole: SmokePassed = {
  type: 'smoke-passed',
  commit,
  configHash,
  seconds: 41.5,
  environment: { os: 'Linux 6.8.0', arch: 'x64', interpreter: 'Python 3.12.3' },
  drill: { killedAtStep: 40, resumedAtStep: 41 },
};

/** What the reading says of it: the code of its Problem, or `taken`. */
function said(text: string, of: Parameters<typeof readEvidence>[1] = bound): string {
  try {
    readEvidence(text, of);
    return 'taken';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    assert.equal(error.kind, 'refused');
    return error.code;
  }
}

const changed = (change: object): string => JSON.stringify({ ...whole, ...change });

describe('the evidence of a smoke that another job made [security 2]', () => {
  it('is taken as it was handed over', () => {
    assert.deepEqual(readEvidence(evidenceText(whole), bound), whole);
    const plain = { ...whole, drill: 'none' as const };
    assert.equal(
      said(evidenceText(plain), { ...bound, job: { smoke: { ...drilled, drill: 'none' } } }),
      'taken',
    );
  });

  it('carries what one checkpoint takes, within bounds [P0-05]', () => {
    const footprint = { checkpoint: { bytes: 12e9, files: 6 }, output: { bytes: 13e9, files: 9 } };
    assert.deepEqual(readEvidence(changed({ footprint }), bound), { ...whole, footprint });
    for (const bytes of [-1, 1e18, 0.5, '1'])
      assert.equal(said(changed({ footprint: { output: { bytes, files: 1 } } })), 'bad-evidence');
  });

  it('is one line within bounds, whatever the programs of the change call themselves', () => {
    const environment = {
      os: 'Linux',
      arch: 'x64',
      interpreter: `\u001b]0;x\u0007${'py\n::error::'.repeat(90)}`,
    };
    const evidence = smokeEvidence({ seconds: 1, environment, drill: 'none', warnings: [] } as never, {
      commit,
      configHash,
    });
    assert.match(evidence.environment.interpreter, /^[\x20-\x7e]{1,100}$/);
    const text = evidenceText(evidence);
    assert.doesNotMatch(text, /[\r\n]/);
    assert.equal(said(text, { ...bound, job: { smoke: { ...drilled, drill: 'none' } } }), 'taken');
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['no JSON', 'smoke passed'],
    ['a list', '[]'],
    ['another event', changed({ type: 'approved', person: 'the-reviewer', binds: 'e'.repeat(64) })],
    ['a field more', changed({ person: 'the-reviewer' })],
    ['a field less', JSON.stringify({ ...whole, drill: undefined })],
    ['times of its own', changed({ at: '2020-01-01T00:00:00Z', by: 'mallory', seq: 0 })],
    ['a commit that is none', changed({ commit: 'main' })],
    ['a step before the checkpoint', changed({ drill: { killedAtStep: 40, resumedAtStep: 1 } })],
    ['a step that is no number', changed({ drill: { killedAtStep: '40', resumedAtStep: 41 } })],
    ['endless seconds', changed({ seconds: 1e12 })],
    ['seconds before it began', changed({ seconds: -1 })],
    ['lines in a word', changed({ environment: { ...whole.environment, os: 'a\n::add-mask::e' } })],
    ['escapes in a word', changed({ environment: { ...whole.environment, os: '\u001b[2J' } })],
    ['a book', changed({ environment: { ...whole.environment, os: 'x'.repeat(1900) } })],
    ['a library', `${evidenceText(whole)}${' '.repeat(1e6)}`],
    ['a drill where it was skipped', changed({ drill: 'none' })],
  ] as const)
    it(`is refused for ${what}`, () => assert.equal(said(text), 'bad-evidence'));

  for (const [what, change] of [
    ['another commit', { commit: 'a'.repeat(40) }],
    ['another configuration', { configHash: 'a'.repeat(64) }],
  ] as const)
    it(`is refused for ${what} than the one that whoever records it has found`, () =>
      assert.equal(said(changed(change)), 'evidence-of-another'));

  it('is refused where the job file has no smoke, or no drill', () => {
    assert.equal(said(evidenceText(whole), { ...bound, job: { smoke: 'none' } }), 'bad-evidence');
    const undrilled = { ...bound, job: { smoke: { ...drilled, drill: 'none' as const } } };
    assert.equal(said(evidenceText(whole), undrilled), 'bad-evidence');
  });

  it('ends in a refusal or in this very commit and configuration, and says nothing of a stranger in its words', () => {
    const nearly = fc.record(
      {
        type: fc.constantFrom('smoke-passed', 'approved'),
        commit: fc.constantFrom(commit, 'a'.repeat(40), '\u202e'),
        configHash: fc.constantFrom(configHash, 'x'),
        seconds: fc.oneof(fc.double(), fc.string()),
        environment: fc.oneof(fc.constant(whole.environment), fc.dictionary(fc.string(), fc.string())),
        drill: fc.oneof(
          fc.constant('none'),
          fc.record({ killedAtStep: fc.double(), resumedAtStep: fc.double() }),
        ),
        __proto__: fc.constant(null),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          nearly.map((each) => JSON.stringify(each)),
          fc.string(),
          fc.json(),
        ),
        (text) => {
          try {
            const read = readEvidence(text, bound);
            assert.deepEqual([read.type, read.commit, read.configHash], ['smoke-passed', commit, configHash]);
          } catch (error) {
            assert.ok(error instanceof Problem, String(error));
            assert.match(error.message, /^[\x20-\x7e\n]{1,600}$/);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
