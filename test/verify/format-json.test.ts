import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Broken } from '../../src/verify/contract/findings.ts';
import { type JsonPath, type JsonScalar, JsonScanner } from '../../src/verify/read/json-scanner.ts';
import { codesOf, type Options, sha256Of, verify, zeroed } from './memory-source.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const document = (text: string | Uint8Array, over: Options = {}) => {
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  return verify(bytes, { role: 'config', allowDegraded: false, sha256: sha256Of(bytes), ...over });
};
const metrics = (text: string, over: Options = {}) => document(text, { role: 'metrics', ...over });

const STATE = JSON.stringify(
  { global_step: 500, epoch: 1.5, best_metric: 0.25, log_history: [{ loss: 1, step: 1 }], args: { lr: 0.1 } },
  null,
  2,
);

describe('a whole JSON document', () => {
  it('passes at L2 with its digest, its keys and its step', async () => {
    const verdict = await document(STATE, {
      contains: ['args.lr', 'log_history', 'global_step'],
      expectation: { step: 500 },
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.deepEqual([verdict.format, verdict.level, verdict.facts.step], ['json', 'L2', 500]);
    assert.deepEqual(verdict.facts.scalars, { global_step: 500, epoch: 1.5, best_metric: 0.25 });
  });

  it('is only degraded without a digest, and never enough for a model', async () => {
    assert.equal((await document(STATE, { sha256: sha256Of(bytesOf(STATE)) })).verdict, 'pass');
    const alone = await verify(STATE, { role: 'config' });
    assert.deepEqual([alone.verdict, codesOf(alone)], ['pass-degraded', ['no-checksum']]);
    const model = await document(STATE, { role: 'model' });
    assert.deepEqual([model.verdict, codesOf(model)], ['inconclusive', ['level-not-reached']]);
  });

  it('keeps __proto__ and constructor as plain keys', async () => {
    const verdict = await document('{"__proto__": {"x": 1}, "constructor": 2}', {
      contains: ['__proto__.x', 'constructor'],
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.deepEqual(verdict.keys.top, ['__proto__', 'constructor']);
    assert.equal(({} as { x?: number }).x, undefined);
  });

  it('may hold metrics as one object or as a list of rows [D-08]', async () => {
    assert.equal(
      (await metrics('{"eval": {"acc": 0.5, "loss": 1.25}, "name": "run"}', { contains: ['eval.acc'] }))
        .verdict,
      'pass',
    );
    const rows = await metrics('[{"step": 1, "loss": 2}, {"step": 2, "loss": 1}]', {
      expectation: { rows: 2, step: 2 },
    });
    assert.deepEqual(
      [rows.verdict, rows.facts.rows, rows.facts.step],
      ['pass', 2, 2],
      JSON.stringify(rows.reasons),
    );
    assert.ok(
      codesOf(await metrics('[{"step": 1, "loss": 2}, {"step": 2, "loss": NaN}]')).includes(
        'metric-not-finite',
      ),
    );
    assert.ok(codesOf(await metrics('[]')).includes('no-rows'));
  });
});

describe('a hostile or damaged JSON document', () => {
  for (const { what, text, code } of [
    { what: 'a key given twice', text: '{"a": 1, "a": 2}', code: 'duplicate-key' },
    { what: 'a key given twice by an escape', text: '{"a": 1, "\\u0061": 2}', code: 'duplicate-key' },
    { what: '__proto__ given twice', text: '{"__proto__": 1, "__proto__": 2}', code: 'duplicate-key' },
    { what: 'a second document', text: '{"a": 1} {"b": 2}', code: 'json-syntax' },
    { what: 'a comma too many', text: '{"a": 1,}', code: 'json-syntax' },
    { what: 'a comma too many in a list', text: '[1, 2,]', code: 'json-syntax' },
    { what: 'no colon', text: '{"a" 1}', code: 'json-syntax' },
    { what: 'a bracket of the wrong kind', text: '{"a": [1}', code: 'json-syntax' },
    { what: 'a comment', text: '{"a": 1 // x\n}', code: 'json-syntax' },
    { what: 'single quotes', text: "{'a': 1}", code: 'json-syntax' },
    { what: 'a leading zero', text: '[01]', code: 'json-syntax' },
    { what: 'a plus sign', text: '[+1]', code: 'json-syntax' },
    { what: 'a bare point', text: '[1.]', code: 'json-syntax' },
    { what: 'an unknown word', text: '[nul]', code: 'json-syntax' },
    { what: 'a control character in a string', text: '["a\u0001"]', code: 'json-syntax' },
    { what: 'an unknown escape', text: '["\\x41"]', code: 'json-syntax' },
    { what: 'a number of a million digits', text: `[${'9'.repeat(1_000_000)}]`, code: 'json-syntax' },
    { what: 'a cut in a string', text: '{"a": "bc', code: 'json-cut' },
    { what: 'a cut in a list', text: '{"a": [1, 2', code: 'json-cut' },
    { what: 'a cut after a colon', text: '{"a":', code: 'json-cut' },
    { what: 'a byte order mark inside', text: '{\ufeff"a": 1}', code: 'json-syntax' },
  ]) {
    it(`fails for ${what}`, async () => {
      const verdict = await document(text);
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  it('fails wherever it is cut and wherever a hole is', async () => {
    for (let length = 1; length < STATE.length; length += 1) {
      assert.equal((await document(STATE.slice(0, length))).verdict, 'fail', `cut to ${length}`);
    }
    assert.equal((await document(zeroed(bytesOf(STATE), 40, 60))).verdict, 'fail');
  });

  it('is inconclusive above its budgets for depth, size and constants', async () => {
    for (const [text, budgets] of [
      ['['.repeat(200_000), {}],
      ['{"a":'.repeat(200_000), {}],
      [STATE, { jsonBytes: 16 }],
      [`["${'x'.repeat(9000)}"]`, { constantBytes: 4096 }],
    ] as const) {
      const verdict = await document(text, { budgets });
      assert.deepEqual(
        [verdict.verdict, codesOf(verdict)],
        ['inconclusive', ['over-budget']],
        text.slice(0, 20),
      );
    }
  });
});

describe('the JSON reader', () => {
  const limits = { depth: 100, constantBytes: 1e6, keys: 1e6 };

  /** Builds what the events describe, to hold it against `JSON.parse`. */
  function build(bytes: Uint8Array, cuts: number[]): unknown {
    const seen: [string, unknown][] = [];
    const scanner = new JsonScanner(
      {
        opened: (kind, path) => seen.push([JSON.stringify(path), kind]),
        scalar: (scalar: JsonScalar, path: JsonPath) => {
          seen.push([
            JSON.stringify(path),
            scalar.kind === 'string' || scalar.kind === 'nonFinite' ? scalar.text : scalar.value,
          ]);
        },
      },
      limits,
    );
    const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
    for (const [i, edge] of edges.slice(1).entries())
      scanner.feed(bytes.slice(edges[i], edge), edges[i] ?? 0);
    scanner.end(bytes.length);
    return seen;
  }

  function flatten(value: unknown, path: (string | number)[] = []): [string, unknown][] {
    const at = JSON.stringify(path);
    if (Array.isArray(value))
      return [[at, 'array'], ...value.flatMap((item, i) => flatten(item, [...path, i]))];
    if (typeof value === 'object' && value !== null) {
      return [
        [at, 'object'],
        ...Object.entries(value).flatMap(([key, item]) => flatten(item, [...path, key])),
      ];
    }
    return [[at, value]];
  }

  it('sees what JSON.parse sees, wherever the bytes are split', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.array(fc.nat(), { maxLength: 6 }), (text, cuts) => {
        // JSON.parse puts keys that look like numbers first; sort both sides.
        const sorted = (rows: unknown) =>
          [...(rows as [string, unknown][])].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
        assert.deepEqual(sorted(build(bytesOf(text), cuts)), sorted(flatten(JSON.parse(text))));
      }),
      { numRuns: 400 },
    );
  });

  it('refuses what JSON.parse refuses, and takes only what it takes', () => {
    const alphabet = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'a',
      '1',
      '-',
      '0',
      '.',
      'e',
      ' ',
      '\\',
      'true',
      'null',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        const take = () => build(bytesOf(text), []);
        // Of two equal keys JSON.parse silently keeps one; we refuse. Else we agree.
        if (parses) ignoringDuplicates(take);
        else assert.throws(take, Broken, text);
      }),
      { numRuns: 5000 },
    );
  });
});

function ignoringDuplicates(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Broken && error.code === 'duplicate-key')) throw error;
  }
}

describe('text in square brackets', () => {
  for (const [text, format] of [
    ['[1, 2]\n', 'json'],
    ['[\n  {"a": 1}]\n', 'json'],
    ['[null]\n', 'json'],
    ['[]\n', 'json'],
    ['[train]\nsteps = 4\n', 'text'],
    ['[nullable]\nx = 1\n', 'text'],
  ] as const) {
    it(`is ${format}: ${JSON.stringify(text)}`, async () => {
      assert.equal((await verify(text, { role: 'config' })).format, format);
    });
  }
});
