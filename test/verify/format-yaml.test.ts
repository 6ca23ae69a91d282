import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BUDGETS } from '../../src/verify/contract/budgets.ts';
import { fixtureFiles } from './fixtures.ts';
import { codesOf, joined, type Options, verify, verifyWithDigest } from './memory-source.ts';

const utf8 = (content: string) => new TextEncoder().encode(content);
const look = (content: string | Uint8Array, over: Options = {}) =>
  verifyWithDigest(typeof content === 'string' ? utf8(content) : content, { role: 'config', ...over });

const real = [...fixtureFiles('yaml')]
  .filter(([name]) => name.endsWith('.yaml'))
  .map(([, bytes]) => new TextDecoder().decode(bytes));

describe('a YAML config', () => {
  it('passes where PyYAML wrote it, and never where it was cut within a bracket or a quote', async () => {
    for (const content of real) {
      const verdict = await look(content);
      assert.equal(verdict.format, 'yaml');
      assert.match(verdict.verdict, /^pass/, JSON.stringify(verdict.reasons));
    }
    const open = 'a: 1\nb: {c: [1, 2, "three"], d: "e"}\n';
    for (let length = 10; length < open.length - 2; length += 1)
      assert.equal((await look(open.slice(0, length))).verdict, 'fail', open.slice(0, length));
  });

  describe('whose brackets and quotes go on in the column of the key or left of it, as PyYAML reads them', () => {
    const args = 'job:\n  args: [\n  "--lr=0.1", # no ] yet\n  {a: 1,\nb: [2]},\n  plain\nwords,\n  ]';
    const env = '\n  env: "one\nline, ünd [another"';
    const next = "\n  next: 'and\n\n  so on'";

    it('passes with a note, and its keys are known', async () => {
      const verdict = await look(`${args}${env}${next}\n`, { contains: ['job.args', 'job.env', 'job.next'] });
      const codes = verdict.reasons.map(({ code }) => code);
      assert.deepEqual([verdict.verdict, codes], ['pass', ['loose-columns']]);
    });

    it('fails where it was cut within one', async () => {
      for (const [before, open] of [
        ['', args],
        [args, env],
        [args + env, next],
      ] as const)
        for (let length = open.search(/[["']/) + 1; length < open.length; length += 1) {
          const cut = before + open.slice(0, length);
          assert.equal((await look(cut)).verdict, 'fail', cut);
        }
    });

    it('fails for what is wrong behind one, at its place', async () => {
      const twice = await look(`${args}${env}\n  env: 2\n`);
      assert.equal(codesOf(twice)[0], 'duplicate-key');
      assert.equal(twice.reasons[0]?.offset, Buffer.byteLength(args + env) + 3);
      for (const end of ['\n--- [\n', '\n x: 1\n', '\n  - 1\n', '\n  x: y: z\n'])
        assert.equal(codesOf(await look(`${args}${end}`))[0], 'yaml-syntax', end);
      assert.equal(codesOf(await look('a: [\n1,\n--- 2\n]\n'))[0], 'yaml-syntax');
    });
  });

  it('passes by its digest, and its keys, step and scalars are known', async () => {
    const verdict = await look('model:\n  dim: 8\nstep: 7 # of 9\nname: "x\\ty"\nnone:\n', {
      contains: ['model.dim', 'name'],
      expectation: { step: 7 },
    });
    assert.deepEqual([verdict.verdict, verdict.format, verdict.level], ['pass', 'yaml', 'L2']);
    assert.deepEqual(verdict.facts, { step: 7, scalars: { step: 7, name: 'x\ty', none: null } });
    assert.deepEqual(codesOf(await look('step: 8\n', { expectation: { step: 7 } })), ['step-unexpected']);
    assert.deepEqual(codesOf(await look('step: 8\n', { contains: ['none'] })), ['key-missing']);
  });

  it('is the same in pieces of any size', async () => {
    for (const content of real) {
      const whole = await look(content);
      for (const chunkBytes of [1, 7])
        assert.deepEqual((await look(content, { chunkBytes })).keys, whole.keys);
    }
  });

  it('may be metrics', async () => {
    const good = await look('loss: 0.5\nstep: 3\n', { role: 'metrics', expectation: { step: 3 } });
    assert.equal(good.verdict, 'pass', JSON.stringify(good.reasons));
    assert.ok(codesOf(await look('loss: .nan\n', { role: 'metrics' })).includes('metric-not-finite'));
  });

  for (const [what, content, code] of [
    ['one key twice', 'a: 1\nb: 2\na: 3\n', 'duplicate-key'],
    ['one key twice, written differently', 'a: 1\n"a": 2\n', 'duplicate-key'],
    ['one key twice in brackets', 'a: {b: 1, b: 2}\n', 'duplicate-key'],
    ['a tab that indents', 'a:\n\tb: 1\n', 'yaml-syntax'],
    ['an entry between two columns', 'a:\n    b: 1\n  c: 2\n', 'yaml-syntax'],
    ['a quote that is not closed', 'a: "b\n', 'yaml-syntax'],
    ['a bracket that is not closed', 'a: [1,\n', 'yaml-syntax'],
    ['an unknown escape', 'a: "\\q"\n', 'yaml-syntax'],
    ['an alias of nothing', 'a: *b\n', 'yaml-syntax'],
    ['a key that ends early', 'a: 1\nbet', 'yaml-syntax'],
    ['a list in a mapping', 'a: 1\n- 2\n', 'yaml-syntax'],
    ['a value behind a value', 'a: b: c\n', 'yaml-syntax'],
    ['a control character', 'a: b\x01c\n', 'yaml-syntax'],
    ['a hole', `a: ${'\0'.repeat(100)}\n`, 'zero-hole'],
  ] as const) {
    it(`fails for ${what}`, async () => {
      const verdict = await look(content);
      assert.deepEqual(
        [verdict.verdict, codesOf(verdict)[0]],
        ['fail', code],
        JSON.stringify(verdict.reasons),
      );
    });
  }

  it('is inconclusive where maps are merged into one another without end', async () => {
    const chain = Array.from({ length: 6000 }, (_, i) => `b${i + 1}: &b${i + 1} {<<: *b${i}, k${i}: 1}\n`);
    assert.deepEqual(codesOf(await look(`b0: &b0 {a: 1}\n${chain.join('')}`)), ['over-budget']);
  });

  it('fails where it is not UTF-8', async () => {
    assert.deepEqual(codesOf(await look(joined(utf8('a: '), Uint8Array.of(0xff)))), ['not-utf8']);
  });

  it('is degraded for tags, those that run code above all', async () => {
    const verdict = await look('a: !!python/object/apply:pathlib.PosixPath ["x"]\n');
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-tags']]);
    assert.match(verdict.reasons[0]?.found ?? '', /python\/object\/apply:pathlib\.PosixPath/);
    assert.equal((await look('a: !!js/function "x"\n', { allowDegraded: false })).counts, false);
    assert.deepEqual(codesOf(await look('a: !mine x\n')), ['other-tags']);
  });

  it('may spell keys and values in every way that YAML has', async () => {
    const verdict = await look('a: 1\n? b\n: !!int "2"\nc: |-\n  text\n%: x\n'.replace('%', '"d\\x41"'), {
      contains: ['b', 'dA'],
    });
    assert.deepEqual(
      [verdict.verdict, verdict.facts.scalars['b']],
      ['pass', 2],
      JSON.stringify(verdict.reasons),
    );
  });

  for (const [what, content] of [
    ['a key that is no scalar', 'a: 1\n? [a, b]\n: 1\n'],
    ['a node that contains itself', 'a: &x\n  b: *x\n'],
  ] as const)
    it(`is inconclusive with ${what}`, async () => {
      const verdict = await look(content);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['yaml-unread']]);
    });

  it('tells the byte of a fault also behind other letters', async () => {
    const [reason] = (await look('a: "äöü"\nb: 1\nb: 2\n')).reasons;
    assert.equal(reason?.offset, 17);
  });

  it('is not taken from JSON, a log or a table', async () => {
    assert.equal((await look('{"a": 1}')).format, 'json');
    assert.equal((await look('INFO: a\nINFO: b\n', { role: 'log' })).format, 'text');
    assert.equal((await look('key = 1\n')).format, 'text');
  });
});

describe('a YAML file that wants too much', () => {
  it('of aliases of aliases is inconclusive, and nothing is expanded', async () => {
    let bomb = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n';
    for (let i = 1; i < 12; i += 1)
      bomb += `a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]\n`;
    const verdict = await look(bomb);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']]);
  });

  it('of depth, of nodes or of bytes is inconclusive', async () => {
    const deep = Array.from({ length: 30 }, (_none, i) => `${' '.repeat(i)}a:\n`).join('');
    const wide = `a: [${'['.repeat(30)}${']'.repeat(30)}]\n`;
    for (const [content, budgets] of [
      [deep, { jsonDepth: 20 }],
      [wide, { jsonDepth: 20 }],
      ['a: 1\nb: 2\nc: 3\n', { objects: 3 }],
      ['a: 1\n', { yamlBytes: 2 }],
    ] as const) {
      const verdict = await look(content, { budgets });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']], content);
      assert.equal((await look(content)).verdict, 'pass', content);
    }
  });
});

describe('YAML that is made to hang or to fill the memory', () => {
  const most = DEFAULT_BUDGETS.yamlBytes;
  const filled = (piece: string, start = '') =>
    start + piece.repeat(Math.floor((most - start.length) / piece.length));

  for (const [what, content] of [
    ['brackets', filled('[', 'a: ')],
    ['braces', filled('{a: ', 'a: ')],
    ['dashes', filled('- ')],
    ['anchors', filled('&a ', 'a: ')],
    ['aliases of nothing', filled('*a ', 'a: ')],
    ['one key', filled('a: 1\n')],
  ] as const)
    it(`nothing but ${what} is told within seconds`, { timeout: 60_000 }, async () => {
      const verdict = await look(content);
      assert.match(verdict.verdict, /fail|inconclusive/, JSON.stringify(verdict.reasons));
    });

  it('many keys and aliases are read within seconds', { timeout: 60_000 }, async () => {
    const keys = Array.from({ length: 25_000 }, (_none, i) => `k${i}: 1`).join('\n');
    assert.equal((await look(keys)).verdict, 'pass');
    assert.equal((await look(filled('- *a\n', 'a: &a 1\nb:\n'))).verdict, 'pass');
  });
});

it('YAML without a digest is degraded', async () => {
  assert.deepEqual(codesOf(await verify('a: 1\n', { role: 'config' })), ['no-checksum']);
});
