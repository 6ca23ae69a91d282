import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { OUTPUTS } from '../../scripts/stage-outputs.ts';
import { fitting, publishOutputs, publishSummary } from '../../src/github/publish.ts';
import { maskSecret } from '../../src/github/runner.ts';
import { outputsIn } from './fake-runner.ts';

describe('outputs and summary of a step', () => {
  const had = { ...process.env };
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'gl-publish-'));
    for (const name of ['output', 'summary']) writeFileSync(join(dir, name), '');
    process.env['GITHUB_OUTPUT'] = join(dir, 'output');
    process.env['GITHUB_STEP_SUMMARY'] = join(dir, 'summary');
  });

  afterEach(() => {
    for (const name of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) {
      if (had[name] === undefined) delete process.env[name];
      else process.env[name] = had[name];
    }
    rmSync(dir, { recursive: true, force: true });
  });

  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'a\nseal<<X\nforged\nX',
      'x\nseal=forged',
      'ghadelimiter_',
      '::set-output name=seal::forged',
    ),
  );

  it('set what they were given and nothing else, whatever stands in a value', () => {
    fc.assert(
      fc.property(text, text, (run, state) => {
        writeFileSync(join(dir, 'output'), '');
        publishOutputs({ run, state, verdict: 'running', seal: '', costUsd: 0.00126 });
        const set = outputsIn(readFileSync(join(dir, 'output'), 'utf8'));
        assert.deepEqual(set, { run, state, verdict: 'running', seal: '', 'cost-usd': '0.0013' });
        assert.deepEqual(Object.keys(set), Object.keys(OUTPUTS));
      }),
      { numRuns: 200 },
    );
  });

  it('adds the summary to what the step has written already', async () => {
    await publishSummary('## one\n');
    await publishSummary('## two\n');
    assert.equal(readFileSync(join(dir, 'summary'), 'utf8'), '## one\n\n## two\n\n');
  });

  it('warns and goes on when the summary cannot be written', async () => {
    process.env['GITHUB_STEP_SUMMARY'] = join(dir, 'absent', 'summary');
    const said: string[] = [];
    await publishSummary('## one\n', (line) => void said.push(line));
    assert.match(said.join(''), /^::warning title=gpu-lease::The job summary could not be written/);
  });

  it('cuts a summary at a line before GitHub throws it away', () => {
    const long = `${'| é |\n'.repeat(1000)}`;
    const cut = fitting(long, 1000);
    assert.ok(Buffer.byteLength(cut) < 1100);
    assert.match(cut, /^(\| é \|\n)+\n?The rest did not fit/);
    assert.equal(fitting(long), long);
  });
});

describe('masking a secret', () => {
  const masked = (value: string) => {
    const forms: string[] = [];
    return { isMasked: maskSecret(value, (form) => void forms.push(form)), forms };
  };

  it('covers the forms in which it may turn up in a log', () => {
    const { isMasked, forms } = masked('p@ss word/2+3');
    assert.equal(isMasked, true);
    for (const form of [
      'p@ss word/2+3',
      'p%40ss%20word%2F2%2B3',
      Buffer.from('p@ss word/2+3').toString('base64'),
    ])
      assert.ok(forms.includes(form), form);
  });

  it('never masks something short, which would blank half the log and drop outputs, and says so', () => {
    for (const value of ['a', 'eu-west', '22', 'true'])
      assert.deepEqual(masked(value), { isMasked: false, forms: [] });
    assert.deepEqual(masked(''), { isMasked: true, forms: [] });
  });

  it('masks a secret of several lines by its long lines only', () => {
    const key = '-----BEGIN KEY-----\nAAAABBBBCCCC\n}\n';
    const { forms } = masked(key);
    assert.ok(forms.includes('AAAABBBBCCCC'));
    assert.equal(
      forms.some((form) => form.length < 8 || form.includes('\n')),
      false,
      'the runner would mask each line of one with several',
    );
    assert.ok(forms.includes(Buffer.from(key).toString('base64')));
  });
});
