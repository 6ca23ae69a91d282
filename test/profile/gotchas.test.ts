import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchGotchas } from '../../src/profile/gotcha-match.ts';
import { overrideOf } from '../../src/profile/overrides.ts';
import { compilePattern, whyNotAPattern } from '../../src/profile/pattern.ts';
import { parseDuration } from '../../src/profile/survival.ts';
import { namesIn, profileOf, SHIPPED } from './profiles.ts';

describe('gotcha patterns', () => {
  for (const pattern of [
    'OUT_OF_MEMORY',
    'bad interpreter: [^ ]{1,80}\\^M',
    '(?:oom|killed) process',
    'literal [*+] in a class {0,3}x',
    'colou?rless green',
  ]) {
    it(`accepts ${pattern}`, () => assert.equal(whyNotAPattern(pattern), undefined));
  }

  for (const { pattern, why } of [
    { pattern: 'CUDA.*memory', why: /without a bound/ },
    { pattern: 'a{2,} then b', why: /without a bound/ },
    { pattern: 'x+ then y', why: /without a bound/ },
    { pattern: '(?:a|aa){1,20}b', why: /repeats a group/ },
    { pattern: 'a{0,80}b{0,80}c{0,80}d', why: /more than 10000 ways/ },
    { pattern: 'a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaa', why: /more than 10000 ways/ },
    { pattern: '(abc)\\1', why: /refer back/ },
    { pattern: '(?<x>abc)\\k<x>', why: /refer back/ },
    { pattern: 'unclosed (', why: /Invalid|Unterminated/ },
    { pattern: 'abc', why: /4 to 200/ },
    { pattern: 'x'.repeat(201), why: /4 to 200/ },
    { pattern: 'error', why: /ordinary line/ },
    { pattern: '^[ ]{0,9}$', why: /ordinary line/ },
  ]) {
    it(`refuses ${pattern.slice(0, 40)}`, () => assert.match(whyNotAPattern(pattern) ?? 'accepted', why));
  }

  it('the worst pattern that is accepted stays quick on the worst line', () => {
    const worst = 'a{0,100}a{0,100}b';
    assert.equal(whyNotAPattern(worst), undefined);
    const started = process.hrtime.bigint();
    compilePattern(worst).test('a'.repeat(4096));
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    assert.ok(milliseconds < 10_000, `${milliseconds} ms`);
  });

  for (const { platform, stream, line, id } of [
    { platform: 'generic-ssh', stream: 'log', line: "run.sh: line 2: $'\\r': command not found", id: 'GEN4' },
    {
      platform: 'generic-ssh',
      stream: 'log',
      line: 'CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 79.18 GiB of which 8.15 GiB is free. Process 1362 has 70.51 GiB memory in use.',
      id: 'LOC3',
    },
    { platform: 'autodl', stream: 'setup', line: 'sh: 1: python3: not found', id: 'AD6' },
    {
      platform: 'autodl',
      stream: 'log',
      line: 'OSError: [Errno 28] No space left on device: /root/autodl-fs/vis/1.png',
      id: 'AD4',
    },
    {
      platform: 'lambda',
      stream: 'api',
      line: '{"error":{"code":"instance-operations/launch/insufficient-capacity"}}',
      id: 'LAM5',
    },
    { platform: 'slurm', stream: 'scheduler', line: '4711|OUT_OF_MEMORY|0:125', id: 'SLURM4' },
    {
      platform: 'kubernetes',
      stream: 'scheduler',
      line: '0/3 nodes are available: 3 Insufficient nvidia.com/gpu.',
      id: 'K8S1',
    },
    { platform: 'vastai', stream: 'api', line: 'status_msg: OCI runtime create failed: runc', id: 'VAST5' },
  ] as const) {
    it(`${platform}: knows ${id} by its line`, () => {
      const found = matchGotchas(profileOf(platform), stream, `step 1\n${line}\nstep 2`);
      assert.deepEqual(
        found.map((each) => [each.gotcha.id, each.line]),
        [[id, line]],
      );
      assert.deepEqual(
        matchGotchas(profileOf(platform), 'probe', line),
        [],
        'only where it is to be looked for',
      );
    });
  }

  it('every gotcha has symptom, cause and fix [FR-05]', () => {
    for (const id of namesIn(SHIPPED)) {
      for (const gotcha of profileOf(id).gotchas) {
        assert.ok(gotcha.symptom && gotcha.cause && gotcha.fix, `${id} ${gotcha.id}`);
      }
      assert.ok(profileOf(id).gotchas.length >= (id === 'local' ? 2 : 3), id);
    }
  });
});

describe('overrides', () => {
  it('keep unset, empty and a value apart [D-03]', () => {
    const autodl = profileOf('autodl');
    assert.deepEqual(overrideOf(autodl, 'durable-dir'), { is: 'empty' });
    assert.deepEqual(overrideOf(autodl, 'data-dir'), { is: 'value', value: '/root/autodl-tmp' });
    assert.deepEqual(overrideOf(autodl, 'pip-cache-dir'), { is: 'unset' });
    assert.deepEqual(overrideOf(profileOf('slurm'), 'hf-home'), { is: 'unset' });
  });
});

describe('durations', () => {
  for (const { text, seconds, approximate } of [
    { text: '15d', seconds: 1_296_000, approximate: false },
    { text: '~90min', seconds: 5400, approximate: true },
    { text: '0s', seconds: 0, approximate: false },
    { text: '2w', seconds: 1_209_600, approximate: false },
    { text: '1.5h', seconds: 5400, approximate: false },
  ]) {
    it(`reads ${text}`, () => assert.deepEqual(parseDuration(text), { text, seconds, approximate }));
  }

  for (const text of ['15', 'd', '-1d', '15 d', '1e9d', '15m', '']) {
    it(`refuses "${text}"`, () => assert.throws(() => parseDuration(text), RangeError));
  }
});
