import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseArguments } from '../../src/cli/arguments.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { givenOptions } from '../../src/cli/given-options.ts';
import type { OptionName } from '../../src/cli/options.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { type Problem, Problems } from '../../src/problem.ts';

type Given = Partial<Record<OptionName, string>>;
const faultsOf = (given: Given): readonly Problem[] => givenOptions({ given }).faults;

describe('what an option says', () => {
  it('is a time in seconds, a whole number or one of its words, read the same for every option', () => {
    const { options, faults } = givenOptions({
      given: { bound: '90s', every: ' 2h ', parallel: '64', hop: '0', chain: 'auto', issues: 'false' },
    });
    assert.deepEqual(faults, []);
    assert.deepEqual([options.number('bound'), options.number('every')], [90, 7200]);
    assert.deepEqual([options.number('parallel'), options.number('hop')], [64, 0]);
    assert.deepEqual([options.choice('chain'), options.choice('issues')], ['auto', 'false']);
  });

  it('is its default where nothing was given: that of the command before the usual one', () => {
    const sweep = COMMANDS.find(({ name }) => name === 'sweep');
    assert.equal(givenOptions({ given: {} }).options.number('parallel'), 16);
    assert.equal(
      givenOptions({ given: {}, ...(sweep && { command: sweep }) }).options.number('parallel'),
      64,
    );
    assert.equal(givenOptions({ given: {} }).options.number('boxes'), undefined);
    assert.equal(givenOptions({ given: {} }).options.choice('role'), undefined);
  });

  for (const [name, texts] of Object.entries({
    bound: ['', '0s', '10', 'soon', '-1min'],
    parallel: ['', '0', '65', '1.5', '-1', 'x', '1e1'],
    calls: ['1001', '-0'],
    months: ['six', '1000'],
    chain: ['', 'yes', 'Auto'],
    issues: ['yes', '1'],
  }))
    for (const text of texts)
      it(`is nothing for --${name} ${JSON.stringify(text)}, which is told and counts as not given`, () => {
        const [fault, ...more] = faultsOf({ [name]: text });
        assert.deepEqual([fault?.code, fault?.kind, more], [`bad-${name}`, 'usage', []]);
        assert.ok(fault?.what.includes(`--${name} `) && fault.next !== '');
      });

  it('names the nearest word', () => {
    assert.match(
      faultsOf({ chain: 'allways' })[0]?.next ?? '',
      /^Did you mean "always"\? Use one of: never, /,
    );
  });

  it('is refused for all options at once, beside those that nobody knows', () => {
    assert.throws(
      () => settingsOf({ given: { bound: 'soon', every: '', chain: 'x' } }, {}),
      (error) =>
        error instanceof Problems &&
        error.all.map(({ code }) => code).join() === 'bad-bound,bad-every,bad-chain',
    );
    assert.throws(
      () => parseArguments(['tick', '--bund', '60s', '--every', 'soon', '--parallel=0'], COMMANDS),
      (error) =>
        error instanceof Problems &&
        error.all.map(({ code }) => code).join() === 'unknown-option,bad-every,bad-parallel',
    );
  });
});
