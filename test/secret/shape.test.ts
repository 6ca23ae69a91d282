import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findSecrets, isSecretName, quoted, withoutSecrets } from '../../src/secret/shape.ts';
import { jobText, problemsOf } from '../job/job-text.ts';

const SHAPES = [
  'password',
  'passwd',
  'token',
  'access token',
  'refresh token',
  'auth token',
  'api token',
  'bearer',
  'authorization',
  'secret',
  'client secret',
  'credential',
  'credentials',
  'private key',
  'api key',
  'access key',
  'secret key',
  'passphrase',
];

describe('a secret-shaped name', () => {
  it('is found in every spelling [XC-12]', () => {
    const spelling = fc.constantFrom<(words: string[]) => string>(
      (words) => words.join('_'),
      (words) => words.join('-'),
      (words) => words.join('.'),
      (words) => words.join(''),
      (words) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
      (words) => words.join('_').toUpperCase(),
      (words) => [...words.join('')].join('_'),
    );
    const prefix = fc.constantFrom('', 'WANDB_', 'my.', 'x-');
    fc.assert(
      fc.property(fc.constantFrom(...SHAPES), spelling, prefix, (shape, spell, before) => {
        assert.ok(isSecretName(before + spell(shape.split(' '))), before + spell(shape.split(' ')));
      }),
      { numRuns: 500 },
    );
  });

  it('is refused at any depth of the file [XC-12]', () => {
    const name = fc.constantFrom('WANDB_API_KEY', 'apiKey', 'Db_PassWord', 'GH_TOKEN', 'CLIENTSECRET');
    const place = fc.constantFrom<(name: string) => string>(
      (each) => `vars: {${each}: x}`,
      (each) => `cells: [{name: a, vars: {${each}: x}}]`,
      (each) => `cells: {matrix: {${each}: [x]}}`,
      (each) => `vars: {A: {B: {${each}: x}}}`,
    );
    fc.assert(
      fc.property(name, place, (each, put) => {
        assert.ok(problemsOf(jobText({ v: put(each) })).some(({ code }) => code === 'secret-in-vars'));
      }),
    );
  });

  for (const name of [
    'EPOCHS',
    'TOKENIZER',
    'MAX_TOKENS',
    'PAD_TOKEN',
    'EOS_TOKEN',
    'NUM_TOKENS',
    'KEY',
    'KEYPOINTS',
    'MONKEY',
    'CREDENTIALS_FILE',
    'TOKEN_PATH',
    'PRIVATE_KEY_DIR',
  ]) {
    it(`is not ${name}`, () => assert.equal(isSecretName(name), false));
  }
});

const LEAKS: [kind: string, text: string][] = [
  ['a GitHub token', `ghp_${'a1'.repeat(18)}`],
  ['a GitHub token', `github_pat_${'a1'.repeat(18)}`],
  ['a GitHub token', `ghs_${'a1'.repeat(18)}`],
  // As workflows are given it since April 2026.
  ['a GitHub token', `ghs_1234567_eyJ${'hb-_'.repeat(9)}.eyJ${'zd_-'.repeat(70)}.${'q_-4'.repeat(30)}`],
  ['a GitLab token', `glpat-${'a1'.repeat(10)}`],
  ['a Hugging Face token', `hf_${'aB'.repeat(17)}`],
  ['an API key', `sk-${'a1'.repeat(20)}`],
  ['an AWS access key', `AKIA${'A1'.repeat(8)}`],
  ['a Google API key', `AIza${'a1'.repeat(17)}`],
  ['a Slack token', 'xoxb-1234567890-abc'],
  ['a RunPod API key', `rpa_${'A1'.repeat(15)}`],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  ['a signed web token', `eyJ${'hb'.repeat(8)}.eyJ${'zd'.repeat(8)}.x`],
  ['a password in a URL', 'postgres://me:pw@host/db'],
];

describe('a text shaped like a secret', () => {
  for (const [kind, text] of LEAKS) {
    it(`is found: ${kind} [XC-12]`, () => {
      assert.deepEqual(findSecrets(`before ${text} after`), [{ kind, offset: 7 }]);
      assert.ok(!withoutSecrets(`before ${text} after`).includes(text));
      assert.ok(!quoted(`x ${text}`).includes(text.slice(8, 30)) || kind === 'a private key');
    });
  }

  for (const text of [
    'sha256:0123',
    'https://user@host/x',
    'https://me:$TOKEN@host/x',
    'http://localhost:8080/a@b',
    'sk-learn',
    'hf_hub_download',
    'ghs_number_of_runs',
    'task-sk-1',
  ]) {
    it(`is not ${text}`, () => assert.deepEqual(findSecrets(text), []));
  }
});
