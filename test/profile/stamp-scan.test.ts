import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countsOf, scanProfile, together } from '../../src/profile/stamp-scan.ts';
import { namesIn, SHIPPED, textOf } from './profiles.ts';

const NOW = new Date('2026-11-22T00:00:00Z');
const LIMITS = { months: 6, monthsMoney: 3 };
const scan = (text: string, id = 'lambda') => scanProfile(text, `profiles/${id}.yml`, NOW, LIMITS);

/** The text with one stamp changed, and the line on which it stands. */
function stamped(verified: string): { text: string; line: number } {
  const text = textOf('lambda').replace(/(id: LAM14[\s\S]*?verified: )2026-06/, `$1${verified}`);
  const line = text
    .slice(0, text.indexOf(`verified: ${verified}`, text.indexOf('id: LAM14')))
    .split('\n').length;
  return { text, line };
}

describe('a scan of the stamps of a profile', () => {
  for (const id of namesIn(SHIPPED)) {
    it(`gives for every fact of ${id} the very line on which its month stands [FR-01]`, () => {
      const text = textOf(id);
      const lines = text.split('\n');
      const { facts, faults } = scan(text, id);
      assert.deepEqual(faults, []);
      assert.ok(facts.length > 0);
      for (const { name, line, stamp } of facts)
        assert.match(lines[line - 1] ?? '', new RegExp(`verified: ${stamp.verified}\\b`), name);
    });
  }

  for (const { what, verified } of [
    { what: 'words', verified: 'last-spring' },
    { what: 'a month that is none', verified: '2026-13' },
    { what: 'a day', verified: '2026-06-01' },
    { what: 'a number', verified: '202606' },
  ]) {
    it(`takes ${what} for no stamp: an error with its line, and the other facts keep their ages [FR-02]`, () => {
      const { text, line } = stamped(verified);
      const whole = scan(textOf('lambda'));
      const { facts, faults } = scan(text);
      assert.deepEqual(
        faults.map((each) => [each.file, each.line]),
        [['profiles/lambda.yml', line]],
      );
      assert.equal(facts.length, whole.facts.length - 1);
      assert.equal(
        facts.some(({ name }) => name === 'gotchas.LAM14'),
        false,
      );
      assert.equal(countsOf({ facts, faults, retirements: [] }).errors, 1);
    });
  }

  it('counts a month to come as an error and lists it first [FR-02]', () => {
    const { text, line } = stamped('2027-01');
    const found = scan(text);
    assert.deepEqual(
      [found.facts[0]?.state, found.facts[0]?.name, found.facts[0]?.line],
      ['future', 'gotchas.LAM14', line],
    );
    assert.equal(countsOf(found).errors, 1);
  });

  it('says where the YAML of a profile is broken, and nothing else about it [FR-01]', () => {
    const { facts, faults } = scan('schema: 1\nid: lambda\nsources: { a: [\n');
    assert.equal(facts.length, 0);
    assert.ok(
      faults.length > 0 && faults.every(({ file, line }) => file === 'profiles/lambda.yml' && line > 1),
    );
  });

  it('puts the facts of several profiles into one order, never verified and costly first [FR-01]', () => {
    const all = together(['vastai', 'lambda', 'autodl'].map((id) => scan(textOf(id), id)));
    const rank = all.facts.map(
      ({ state, risk }) =>
        ['future', 'never', 'stale', 'fresh'].indexOf(state) * 2 + Number(risk === 'other'),
    );
    assert.deepEqual(
      rank,
      [...rank].sort((a, b) => a - b),
    );
    assert.deepEqual(
      new Set(all.facts.map(({ profile }) => profile)),
      new Set(['vastai', 'lambda', 'autodl']),
    );
    assert.equal(all.facts[0]?.state, 'never');
  });

  it('names the address behind every source of a fact', () => {
    const terminate = scan(textOf('lambda')).facts.find(({ name }) => name === 'verbs.terminate');
    assert.ok(terminate && terminate.sources.length > 0);
    for (const { tag, where } of terminate.sources) assert.notEqual(where, tag);
  });

  it('gives the line on which a way in is announced to end', () => {
    const text = textOf('runpod').replace('type: graphql', "type: graphql\n      retires-on: '2026-11-15'");
    const [only] = scan(text, 'runpod').retirements;
    assert.deepEqual([only?.entry, only?.on, only?.daysLeft], ['graphql', '2026-11-15', -7]);
    assert.match(text.split('\n')[(only?.line ?? 0) - 1] ?? '', /retires-on/);
  });
});
