import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainPattern } from '../../src/verify/trainers/plain-pattern.ts';

const NAMES = [
  'model.layers.0.self_attn.q_proj',
  'model.layers.12.mlp.down_proj',
  'q_proj',
  'xq_proj',
  'layers.3.k_proj.extra',
  '',
  'aab',
];

describe('patterns that come with the files', () => {
  for (const pattern of [
    '.*\\.(q_proj|down_proj)',
    '(.*\\.)?(q_proj)',
    'model\\.layers\\.\\d+\\..*',
    'model\\.layers\\.[0-9]\\..*_proj',
    'model\\.layers\\.(?:0|12)\\.[a-z_]+\\.\\w+',
    'a*b',
    'a+b?',
    '(a|aa)+b',
    '^q_proj$',
    '.?q_proj',
    'a|b|',
    '(a*)*b',
  ]) {
    it(`match whole names as the language would: ${pattern}`, () => {
      const test = plainPattern(pattern);
      assert.ok(test);
      for (const name of NAMES)
        assert.equal(test(name), new RegExp(`^(?:${pattern})$`).test(name), `${pattern} on ${name}`);
    });
  }

  for (const pattern of [
    '(?!x)y',
    '(?=x)y',
    'a{2}',
    '\\bq',
    '\\1',
    '[^a]',
    '(a',
    'a)',
    '[',
    '*a',
    'a\\',
    '(?x)',
  ]) {
    it(`are left alone beyond that: ${pattern}`, () => {
      assert.equal(plainPattern(pattern), undefined);
    });
  }

  it('cost no more than pattern times name, however hostile', () => {
    const test = plainPattern(`${'(a*)*'.repeat(60)}b`);
    assert.equal(test?.('a'.repeat(1000)), false);
    assert.equal(plainPattern('a'.repeat(501)), undefined);
    assert.equal(plainPattern(`${'('.repeat(40)}a${')'.repeat(40)}`), undefined);
  });
});
