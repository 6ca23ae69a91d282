import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { configHash } from '../../src/job/config-hash.ts';
import { jobText, load, loadJob } from './job-text.ts';

const CODE = { commit: 'a'.repeat(40), codeHash: 'b'.repeat(64) };
const hashOf = (over: Record<string, string | null> = {}, code = CODE): string =>
  configHash(loadJob(over), code);
const SHA = '0'.repeat(64);

describe('the configuration hash', () => {
  const changing: Record<string, Record<string, string>> = {
    run: { run: 'run: sh other.sh' },
    setup: { s: 'setup: make' },
    image: { i: `image: a@sha256:${SHA}` },
    requirements: { q: 'requirements: r.txt' },
    'where torch comes from': { q: 'requirements: {file: r.txt, torch: as-pinned}' },
    'a variable': { v: 'vars: {A: 1}' },
    'the value of a variable': { v: 'vars: {A: 2}' },
    'the spelling of a value': { v: 'vars: {A: 2.0}' },
    'an empty variable': { v: 'vars: {A: ""}' },
    'the cells': { c: 'cells: [a]' },
    'a variable of a cell': { c: 'cells: [{name: a, vars: {A: 1}}]' },
    'the number of GPUs': { r: 'resources: {gpu: {count: 2}}' },
  };

  it('differs for everything that determines the computation [XC-06]', () => {
    const hashes = [hashOf(), ...Object.values(changing).map((over) => hashOf(over))];
    hashes.push(
      hashOf({}, { ...CODE, commit: 'c'.repeat(40) }),
      hashOf({}, { ...CODE, codeHash: 'd'.repeat(64) }),
    );
    assert.equal(new Set(hashes).size, hashes.length);
  });

  const keeping: Record<string, Record<string, string>> = {
    'the name': { name: 'name: other' },
    secrets: { e: 'env: [A]' },
    'the budget': { b: 'budget: {usd: 9, hours: 9, usdPerHour: 9}' },
    'the candidates': { candidates: 'candidates: [{platform: generic-ssh, attach: b, usdPerHour: 0}]' },
    'the disk': { r: 'resources: {disk: 10GB+}' },
    'the smoke': { smoke: 'smoke: none' },
    'what is kept': { artifacts: 'artifacts: [{path: "**", role: opaque}]' },
    'when to be alarmed': { w: 'watch: {stall: 1h}' },
    retries: { t: 'retry: {max: 3}' },
    'who approves': { p: 'approval: {environment: e}' },
    'what happens at the end': { o: 'on-finish: park' },
  };
  for (const [what, over] of Object.entries(keeping)) {
    it(`is the same whatever is said of ${what} [XC-06]`, () => assert.equal(hashOf(over), hashOf()));
  }

  it('is the same whatever the order of keys, variables and cells, and whatever the comments [XC-06]', () => {
    const variables = ['A: 1', 'B: two', 'C: ""'];
    const cells = [
      '{name: x, vars: {P: 1, Q: 2}}',
      '{name: y, vars: {P: 3, Q: 4}}',
      '{name: z, vars: {P: 5, Q: 6}}',
    ];
    const text = (vars: string[], names: string[]) =>
      jobText({ v: `vars: {${vars.join(', ')}}`, c: `cells: [${names.join(', ')}]` });
    const shuffled = <T>(list: T[]) => fc.shuffledSubarray(list, { minLength: list.length });
    const expected = configHash(load(text(variables, cells)).job, CODE);
    const lines = text(variables, cells).trimEnd().split('\n');
    fc.assert(
      fc.property(
        shuffled(variables),
        shuffled(cells),
        shuffled(lines),
        fc.nat(5),
        (vars, names, order, at) => {
          assert.equal(configHash(load(text(vars, names)).job, CODE), expected);
          const commented = [...order.slice(0, at), '# a remark', '', ...order.slice(at)].join('\n');
          assert.equal(configHash(load(commented).job, CODE), expected);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is the same for a matrix and its axes in another order', () => {
    assert.equal(
      hashOf({ c: 'cells: {matrix: {A: [1, 2], B: [3]}}' }),
      hashOf({ c: 'cells: {matrix: {B: [3], A: [2, 1]}}' }),
    );
  });
});
