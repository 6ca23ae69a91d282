import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAllDocuments } from 'yaml';
import type { FileVerdict } from '../../src/verify/engine/verify-file.ts';
import { fixtureFiles } from './fixtures.ts';
import { codesOf, joined, type Options, verify, verifyWithDigest } from './memory-source.ts';
import { random } from './mutants.ts';
import { DOCUMENTS } from './yaml-documents.ts';

const utf8 = (content: string) => new TextEncoder().encode(content);
const look = (content: string | Uint8Array, over: Options = {}) =>
  verifyWithDigest(typeof content === 'string' ? utf8(content) : content, { role: 'config', ...over });

/** What the `yaml` package makes of it. */
function isYaml(content: string): boolean {
  try {
    const documents = parseAllDocuments(content, { logLevel: 'silent' });
    for (const each of documents) each.toJS({ maxAliasCount: -1 });
    return [...documents].every(({ errors }) => errors.length === 0);
  } catch {
    return false;
  }
}

const isAccepted = ({ format, verdict, reasons }: FileVerdict): boolean =>
  format === 'yaml' && verdict.startsWith('pass') && !reasons.some(({ code }) => code === 'text-only');

const real = [...fixtureFiles('yaml')]
  .filter(([name]) => name.endsWith('.yaml'))
  .map(([, bytes]) => new TextDecoder().decode(bytes));

/** Where YAML is decided: what breaks a document most often, and what makes it another one. */
const BITS = [
  '\n',
  ' ',
  '  ',
  '- ',
  ': ',
  ':',
  '#',
  ' #',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '\t',
  '&a ',
  '*a',
];

function mutant(content: string, seed: number): string {
  const next = random(seed);
  const at = Math.floor(next() * content.length);
  const bit = BITS[Math.floor(next() * BITS.length)] ?? '';
  if (next() < 0.2) return content.slice(0, at);
  return content.slice(0, at) + bit + content.slice(at + Math.floor(next() * 3));
}

describe('against the yaml package', () => {
  const judge = async (content: string) => {
    const verdict = await look(content);
    const shown = `${JSON.stringify(content)} ${JSON.stringify(verdict.reasons)}`;
    // What begins like JSON is held to that.
    if (verdict.format === 'json') return;
    if (isYaml(content)) assert.notEqual(verdict.verdict, 'fail', `a false alarm: ${shown}`);
    else assert.equal(isAccepted(verdict), false, `passes and is no YAML: ${shown}`);
  };

  it('agrees about every document of the list', async () => {
    for (const content of DOCUMENTS) await judge(content);
  });

  it('agrees about what PyYAML wrote, all of which it reads itself', async () => {
    for (const content of real) {
      assert.ok(isYaml(content));
      // One of them was asked to spell out every type, and is read as text.
      const verdict = await look(content);
      assert.ok(isAccepted(verdict) || /!!int/.test(content), content);
      assert.equal(verdict.format, 'yaml');
    }
  });

  it('agrees about what comes of small changes', async () => {
    const all = [...DOCUMENTS, ...real];
    for (let seed = 1; seed <= 4000; seed += 1) {
      const content = mutant(all[seed % all.length] ?? '', seed);
      if (content !== '') await judge(content);
    }
  });
});

describe('a YAML config', () => {
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

  it('fails where it is not UTF-8', async () => {
    assert.deepEqual(codesOf(await look(joined(utf8('a: '), Uint8Array.of(0xff)))), ['not-utf8']);
  });

  it('is degraded for tags, those that run code above all', async () => {
    const verdict = await look('a: !!python/object/apply:os.system ["x"]\n');
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-tags']]);
    assert.match(verdict.reasons[0]?.found ?? '', /python\/object\/apply:os\.system/);
    assert.equal((await look('a: !!js/function "x"\n', { allowDegraded: false })).counts, false);
    assert.deepEqual(codesOf(await look('a: !mine x\n')), ['other-tags']);
  });

  it('is text where it uses what is not read here, and says which', async () => {
    const verdict = await look('a: 1\n? b\n: 2\n');
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['text-only']]);
    const asked = await look('a: 1\n? b\n: 2\n', { expectation: { step: 2 } });
    assert.deepEqual([asked.verdict, codesOf(asked)[0]], ['inconclusive', 'yaml-unread']);
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

  it('of depth, of nodes or of one line is inconclusive', async () => {
    const deep = Array.from({ length: 30 }, (_none, i) => `${' '.repeat(i)}a:\n`).join('');
    const wide = `a: [${'['.repeat(30)}${']'.repeat(30)}]\n`;
    for (const [content, budgets] of [
      [deep, { jsonDepth: 20 }],
      [wide, { jsonDepth: 20 }],
      ['a: 1\nb: 2\nc: 3\n', { objects: 3 }],
      [`a: ${'x'.repeat(5000)}`, { lineBytes: 1000 }],
      [`a: [${'x,\n '.repeat(900)}]\n`, { lineBytes: 1000 }],
      ['a: 1\n', { jsonBytes: 2 }],
    ] as const) {
      const verdict = await look(content, { budgets });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']], content);
      assert.equal((await look(content)).verdict, 'pass', content);
    }
  });
});

it('YAML without a digest is degraded', async () => {
  assert.deepEqual(codesOf(await verify('a: 1\n', { role: 'config' })), ['no-checksum']);
});
