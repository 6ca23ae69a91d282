import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TreeVerdict } from '../../src/verify/index.ts';
import { missing, zooPython } from '../requirement.ts';
import { fixture } from './fixtures.ts';
import { codesOf, joined, notesOf, verify, verifyWithDigest } from './memory-source.ts';
import { verifyFiles } from './memory-tree.ts';
import {
  delimited,
  float32s,
  number,
  onnxAttribute,
  onnxExternal,
  onnxFloats,
  onnxModel,
  onnxNode,
  onnxValue,
} from './protobuf-writer.ts';

const model = (bytes: Uint8Array) => verifyWithDigest(bytes, { role: 'model' });
const good = onnxFloats('w', [2, 2], [1, 2, 3, 4]);
const tensor = (...fields: Uint8Array[]) => onnxModel([good, joined(...fields)]);
const shape = (...sizes: number[]) => sizes.map((size) => number(1, size));

describe('ONNX', () => {
  it('passes when it is whole, with its tensors and metadata', async () => {
    const verdict = await model(fixture('onnx/inline.onnx'));
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.equal(verdict.level, 'L3');
    assert.equal(verdict.facts.step, 1200);
    assert.equal(verdict.facts.scalars['producer'], 'make-onnx');
  });

  it('passes with sub-graphs, and takes infinities of constants as meant', async () => {
    const verdict = await model(fixture('onnx/nested.onnx'));
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.ok(notesOf(verdict).includes('infinite-mask'));
  });

  it('[issue 16] fails where a node uses what nothing makes, or two make the same', async () => {
    const node = (input: string, output: string) => delimited(1, onnxNode('Clip', [input, ''], [output]));
    const output = (name: string) => delimited(12, onnxValue(name));
    for (const { fields, codes } of [
      { fields: [node('y', 'z'), output('z')], codes: [] },
      // Before the one that makes it: ONNX Runtime sorts them, and ONNX's checker refuses it.
      { fields: [node('late', 'z'), node('w', 'late')], codes: ['onnx-order'] },
      { fields: [node('z', 'z')], codes: ['onnx-order'] },
      { fields: [node('Y', 'z')], codes: ['onnx-dangling'] },
      { fields: [output('nothing')], codes: ['onnx-dangling'] },
      { fields: [node('y', 'y')], codes: ['onnx-made-twice'] },
      { fields: [node('y', 'w')], codes: ['onnx-made-twice'] },
    ])
      assert.deepEqual(codesOf(await model(onnxModel([good], ...fields))), codes);
  });

  it('[issue 16] lets a graph within a node use what the graphs around it make, and only that', async () => {
    const within = (input: string, given = 'inner') => {
      const inner = joined(
        delimited(1, onnxNode('Identity', [input], ['inner'])),
        delimited(2, 'branch'),
        delimited(12, delimited(1, given)),
      );
      const branch = (name: string) => delimited(5, onnxAttribute(name, 5, delimited(6, inner)));
      return delimited(1, onnxNode('If', ['x'], ['z'], branch('then_branch'), branch('else_branch')));
    };
    for (const [input, given, codes] of [
      ['w', 'inner', []],
      ['y', 'inner', []],
      ['nowhere', 'inner', ['onnx-dangling']],
      ['z', 'inner', ['onnx-order']],
      ['w', 'w', ['onnx-dangling']],
    ] as const)
      assert.deepEqual(
        [...new Set(codesOf(await model(onnxModel([good], within(input, given)))))],
        codes,
        input,
      );
  });

  describe('with a node that its operator does not admit', () => {
    const said = async (node: Uint8Array, rest: readonly Uint8Array[] = []) => {
      const { reasons } = await model(joined(onnxModel([good], delimited(1, node)), ...rest));
      return reasons
        .filter(({ code }) => code.startsWith('onnx-'))
        .map(({ severity, code }) => `${severity} ${code}`);
    };
    const node = (operator: string, inputs: string[], ...more: Uint8Array[]) =>
      onnxNode(operator, inputs, ['z'], ...more.map((each) => delimited(5, each)));
    const int = (name: string, value: number) => onnxAttribute(name, 2, number(3, value));
    const imports = (domain: string, version: number) =>
      delimited(8, delimited(1, domain), number(2, version));

    const cases: [name: string, node: Uint8Array, said: string[], rest?: Uint8Array[]][] = [
      ['as it should be', node('Gemm', ['x', 'w'], int('transB', 1)), []],
      ['an attribute that is the runtime’s', node('Gemm', ['x', 'w'], int('__tuned', 1)), []],
      ['an operator that is one bit from another', node('Cemm', ['x', 'w']), ['fail onnx-operator']],
      ['an operator of nobody’s', node('EfficientNMS_TRT', ['x']), ['degraded onnx-checker']],
      ['an operator of a runtime’s, in ONNX’s domain', node('SimplifiedLayerNormalization', ['x', 'w']), []],
      ['an operator that was withdrawn', node('Upsample', ['x', 'w']), ['degraded onnx-checker']],
      ['no operator', node('', ['x']), ['fail onnx-operator', 'degraded onnx-checker']],
      ['too few inputs', node('Gemm', ['x']), ['fail onnx-operands']],
      ['too many inputs', node('Gemm', ['x', 'w', 'x', 'w']), ['fail onnx-operands']],
      ['an input left out that must be there', node('Gemm', ['', 'w']), ['fail onnx-operands']],
      ['an attribute one bit off', node('Gemm', ['x', 'w'], int('transC', 1)), ['fail onnx-attribute']],
      ['an attribute of nobody’s', node('Gemm', ['x', 'w'], int('vendor', 1)), ['degraded onnx-checker']],
      [
        'an attribute twice',
        node('Gemm', ['x', 'w'], int('transB', 1), int('transB', 1)),
        ['fail onnx-attribute'],
      ],
      ['an attribute of another type', node('Gemm', ['x', 'w'], int('alpha', 1)), ['fail onnx-attribute']],
      [
        'an attribute that says another type than it has',
        node('Gemm', ['x', 'w'], onnxAttribute('transB', 3, number(3, 1))),
        ['fail onnx-attribute', 'fail onnx-attribute'],
      ],
      [
        'an attribute that says no type',
        node('Gemm', ['x', 'w'], joined(delimited(1, 'transB'), number(3, 1))),
        ['fail onnx-attribute'],
      ],
      ['an attribute missing', node('Concat', ['x', 'w']), ['fail onnx-attribute']],
      [
        'a domain that is not imported',
        joined(node('Own', ['x']), delimited(7, 'fc')),
        ['fail onnx-no-operator-set'],
      ],
      [
        'a domain that runtimes know',
        joined(node('Own', ['x']), delimited(7, 'com.microsoft')),
        ['degraded onnx-checker'],
      ],
      ['a domain of its own', joined(node('Own', ['x']), delimited(7, 'fc')), [], [imports('fc', 1)]],
      [
        'a set that is newer than we know',
        node('Cemm', ['x', 'w']),
        ['note onnx-newer-operators'],
        [imports('', 99)],
      ],
      ['a set from before the operator', node('Gelu', ['x']), ['degraded onnx-checker'], [imports('', 19)]],
      [
        'a function of the model’s own',
        node('Cemm', ['x', 'w']),
        [],
        [
          delimited(
            25,
            delimited(1, 'Cemm'),
            delimited(4, 'a'),
            delimited(7, onnxNode('Relu', ['a'], ['b'])),
            delimited(5, 'b'),
            delimited(9, number(2, 21)),
            delimited(10, ''),
          ),
        ],
      ],
      [
        'a function whose own node is none',
        node('Gemm', ['x', 'w']),
        ['fail onnx-operator'],
        [
          delimited(
            25,
            delimited(1, 'own'),
            delimited(4, 'a'),
            delimited(7, onnxNode('Rulu', ['a'], ['b'])),
            delimited(5, 'b'),
            delimited(9, number(2, 21)),
            delimited(10, 'mine'),
          ),
        ],
      ],
    ];
    for (const [name, bytes, expected, rest] of cases)
      it(`[issue 16] ${name}: ${expected.join(', ') || 'nothing'}`, async () =>
        assert.deepEqual(await said(bytes, rest), expected));
  });

  it('[issue 16] doubts a graph without a name, and an input of no type', async () => {
    const whole = onnxModel([good]);
    const nameless = new TextDecoder('latin1').decode(whole).replace('\x12\x01g', '\x52\x01g');
    const untyped = onnxModel([good], delimited(12, delimited(1, 'y')));
    for (const bytes of [Uint8Array.from(nameless, (letter) => letter.charCodeAt(0)), untyped])
      assert.deepEqual(codesOf(await model(bytes)), ['onnx-checker']);
  });

  it('[issue 16] knows the operators of the newest onnx that we have', { skip: missing('zoo') }, () => {
    const root = join(import.meta.dirname, '..', '..');
    const made = execFileSync(zooPython, [join(root, 'scripts', 'onnx-operators.py')], { encoding: 'utf8' });
    assert.equal(readFileSync(join(root, 'src', 'verify', 'onnx', 'operators-table.ts'), 'utf8'), made);
  });

  it('gives the step that a tensor of its name holds', async () => {
    const step = joined(
      number(2, 7),
      delimited(8, 'global_step'),
      delimited(9, new Uint8Array(BigInt64Array.of(70n).buffer)),
    );
    const verdict = await model(onnxModel([good, step]));
    assert.equal(verdict.facts.step, 70, JSON.stringify(verdict.reasons));
  });

  it('is incomplete when it was cut after any field at its top', async () => {
    const whole = fixture('onnx/typed.onnx');
    const opset = delimited(8, delimited(1, ''), number(2, 25));
    assert.deepEqual(whole.subarray(whole.length - opset.length), opset);
    const cut = await model(whole.subarray(0, whole.length - opset.length));
    assert.deepEqual(codesOf(cut), ['onnx-incomplete']);
    assert.match(cut.reasons[0]?.what ?? '', /opset_import/);
  });

  it('gives no clean verdict for any shorter file', async () => {
    const whole = fixture('onnx/typed.onnx');
    for (let length = 1; length < whole.length; length += 1) {
      const { verdict } = await model(whole.subarray(0, length));
      assert.ok(verdict === 'fail' || verdict === 'inconclusive', `${length}: ${verdict}`);
    }
  });

  it('of 2 GiB and more fails without being read', async () => {
    const head = onnxModel([good]);
    const { verifyFile } = await import('../../src/verify/index.ts');
    let read = 0;
    const source = {
      label: 'huge',
      sizeBytes: 2 ** 31,
      async read(_offset: number, length: number) {
        read += length;
        const bytes = new Uint8Array(length);
        if (_offset === 0) bytes.set(head);
        return bytes;
      },
      close: async () => {},
    };
    const controller = new AbortController();
    const run = verifyFile(source, {
      role: 'model',
      contains: [],
      allowDegraded: true,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('far enough')),
    });
    await assert.rejects(run, /far enough/);
    assert.ok(read < 2 ** 24);
  });

  const cases: [name: string, bytes: Uint8Array, code: string, verdict?: string][] = [
    [
      'raw data shorter than the shape',
      tensor(...shape(3), number(2, 1), delimited(8, 'b'), delimited(9, float32s(1, 2))),
      'tensor-size',
    ],
    [
      'raw data longer than the shape',
      tensor(...shape(1), number(2, 1), delimited(8, 'b'), delimited(9, float32s(1, 2))),
      'tensor-size',
    ],
    [
      'typed data shorter than the shape',
      tensor(...shape(3), number(2, 7), delimited(7, number(0, 1)), delimited(8, 'b')),
      'tensor-size',
    ],
    ['no data', tensor(...shape(3), number(2, 1), delimited(8, 'b')), 'tensor-without-data'],
    [
      'data in two fields',
      tensor(
        ...shape(1),
        number(2, 1),
        delimited(4, float32s(1)),
        delimited(8, 'b'),
        delimited(9, float32s(1)),
      ),
      'tensor-carriers',
    ],
    [
      'data in a field for other types',
      tensor(...shape(1), number(2, 1), delimited(7, Uint8Array.of(1)), delimited(8, 'b')),
      'tensor-carrier',
    ],
    [
      'raw strings',
      tensor(...shape(1), number(2, 8), delimited(8, 'b'), delimited(9, 'text')),
      'tensor-carrier',
    ],
    [
      'a number beyond its type',
      tensor(...shape(1), number(2, 2), delimited(5, Uint8Array.of(0x80, 0x02)), delimited(8, 'b')),
      'number-too-large',
    ],
    ['no type', tensor(...shape(0), delimited(8, 'b')), 'dtype-missing'],
    [
      'a type of the future',
      tensor(...shape(1), number(2, 99), delimited(8, 'b'), delimited(9, 'x')),
      'dtype-unknown',
      'inconclusive',
    ],
    ['a negative size', tensor(number(1, -1), number(2, 1), delimited(8, 'b')), 'shape-not-a-size'],
    [
      'more elements than can be',
      tensor(...shape(2 ** 40, 2 ** 40), number(2, 1), delimited(8, 'b'), delimited(9, 'abcd')),
      'shape-overflow',
    ],
    [
      'elements before their type',
      tensor(delimited(9, float32s(1)), ...shape(1), number(2, 1)),
      'tensor-field-order',
      'inconclusive',
    ],
    [
      'a segment',
      tensor(
        ...shape(1),
        number(2, 1),
        delimited(3, number(1, 0)),
        delimited(8, 'b'),
        delimited(9, float32s(1)),
      ),
      'tensor-segment',
      'inconclusive',
    ],
    ['no name', tensor(...shape(1), number(2, 1), delimited(9, float32s(1))), 'tensor-unnamed'],
    ['one name twice', onnxModel([good, good]), 'tensor-twice'],
    ['a NaN', onnxModel([onnxFloats('w', [2, 2], [1, Number.NaN, 3, 4])]), 'non-finite'],
    ['only zeros', onnxModel([onnxFloats('w', [2, 2], [0, 0, 0, 0])]), 'all-zero'],
    [
      'a bool of 2',
      tensor(...shape(1), number(2, 9), delimited(8, 'b'), delimited(9, Uint8Array.of(2))),
      'not-a-bool',
    ],
    ['no tensor', onnxModel([]), 'no-tensors'],
    [
      'a field that no schema has',
      onnxModel([good], delimited(90, 'new')),
      'protobuf-unknown-field',
      'inconclusive',
    ],
    ['a field of another type', onnxModel([good], number(2, 1)), 'protobuf-wire-type'],
    ['its graph twice', joined(onnxModel([good]), delimited(7, delimited(2, 'g'))), 'protobuf-field-twice'],
    ['zeros after its end', joined(onnxModel([good]), new Uint8Array(3)), 'protobuf-tag'],
    [
      'a newer IR version',
      joined(number(1, 99), onnxModel([good]).subarray(2)),
      'onnx-newer',
      'inconclusive',
    ],
    [
      'sparse indices that do not fit',
      onnxModel(
        [good],
        delimited(
          15,
          delimited(1, onnxFloats('s', [2], [1, 2])),
          delimited(2, ...shape(1), number(2, 7), delimited(9, new Uint8Array(8))),
        ),
      ),
      'sparse-indices',
    ],
  ];
  for (const [name, bytes, code, verdict = 'fail'] of [...cases, ...sparseCases()]) {
    it(`with ${name} is told as ${code}`, async () => {
      const found = await model(bytes);
      assert.equal(found.format, 'onnx');
      assert.equal(found.verdict, verdict, JSON.stringify(found.reasons));
      assert.ok(codesOf(found).includes(code), JSON.stringify(found.reasons));
    });
  }

  it('takes numbers that are not packed', async () => {
    const unpacked = joined(
      ...shape(3),
      number(2, 7),
      number(7, -1),
      number(7, 2),
      number(7, 3),
      delimited(8, 'ids'),
    );
    const packed = joined(
      ...shape(3),
      number(2, 7),
      delimited(8, 'ids'),
      delimited(9, new Uint8Array(BigInt64Array.of(-1n, 2n, 3n).buffer)),
    );
    const [a, b] = [await model(onnxModel([good, unpacked])), await model(onnxModel([good, packed]))];
    assert.equal(a.verdict, 'pass', JSON.stringify(a.reasons));
    assert.equal(a.tensorsDigest, b.tensorsDigest);
  });

  it('with graphs in graphs beyond the budget is inconclusive', async () => {
    let graph = delimited(2, 'innermost');
    for (let depth = 0; depth < 60; depth += 1) {
      const body = delimited(5, onnxAttribute('body', 5, delimited(6, graph)));
      graph = joined(delimited(1, onnxNode('Loop', ['', ''], [''], body)), delimited(2, 'g'));
    }
    const deep = joined(number(1, 10), delimited(7, graph, delimited(5, good)), delimited(8, number(2, 21)));
    const verdict = await model(deep);
    assert.equal(verdict.verdict, 'inconclusive');
    assert.ok(codesOf(verdict).includes('over-budget'));
    assert.equal(
      (await verify(deep, { role: 'model', budgets: { protobufDepth: 300 } })).verdict,
      'pass-degraded',
    );
  });

  it('whose tensors lie in other files asks for the directory', async () => {
    const verdict = await model(fixture('onnx/external-one/model.onnx'));
    assert.equal(verdict.verdict, 'inconclusive');
    assert.match(
      verdict.reasons.find(({ code }) => code === 'external-data')?.what ?? '',
      /verify the directory/,
    );
  });
});

it('with sparse indices twice, of which one is no whole number, is looked at to its end', async () => {
  const indices = (bytes: number) =>
    delimited(2, ...shape(2), number(2, 7), delimited(9, new Uint8Array(bytes)));
  const values = delimited(1, onnxFloats('s', [2], [1, 2]));
  const bytes = onnxModel([good], delimited(15, values, indices(16), indices(7), number(3, 4)));
  const { verdict, reasons } = await verify(bytes, { role: 'model' });
  assert.equal(verdict, 'fail');
  const codes = reasons.map(({ code }) => code);
  assert.ok(codes.includes('protobuf-field-twice') && !codes.includes('read-failed'), codes.join());
});

/** [issue 16] Two values of a tensor of 4 x 4, somewhere where they cannot be. */
function sparseCases(): [name: string, bytes: Uint8Array, code: string][] {
  const sparse = (indices: bigint[], dims: number[], ...indexShape: number[]) =>
    onnxModel(
      [good],
      delimited(
        15,
        delimited(1, onnxFloats('s', [2], [1, 2])),
        delimited(
          2,
          ...shape(...(indexShape.length > 0 ? indexShape : [2])),
          number(2, 7),
          delimited(9, new Uint8Array(BigInt64Array.from(indices).buffer)),
        ),
        ...dims.map((size) => number(3, size)),
      ),
    );
  return [
    ['a sparse index outside of its tensor', sparse([3n, 16n], [4, 4]), 'sparse-indices'],
    ['sparse indices that do not ascend', sparse([9n, 3n], [4, 4]), 'sparse-indices'],
    ['sparse coordinates outside', sparse([0n, 3n, 1n, 4n], [4, 4], 2, 2), 'sparse-indices'],
    ['a sparse tensor of no size', sparse([3n, 9n], [4, 0]), 'sparse-indices'],
    [
      'a number of seven bits in six',
      tensor(...shape(1), number(2, 27), delimited(5, Uint8Array.of(0x44)), delimited(8, 'b')),
      'number-too-large',
    ],
  ];
}

const floats = float32s(1, 2, 3, 4, 5, 6, 7, 8);
const at = (name: string, offset: number, more: Record<string, string> = {}) =>
  onnxExternal(name, [2, 2], { location: 'w.bin', offset: String(offset), length: '16', ...more });
const setCodes = ({ sets }: TreeVerdict): string[] =>
  sets[0] === undefined ? [] : codesOf(sets[0]).filter((code) => code !== 'no-checksum');
const together = (tensors: Uint8Array[], data: Uint8Array | undefined) =>
  verifyFiles(
    new Map([['m.onnx', onnxModel(tensors)], ...(data === undefined ? [] : ([['w.bin', data]] as const))]),
  );

describe('an ONNX model with its data', () => {
  it('passes when tensors tile the file', async () => {
    const found = await together([at('a', 0), at('b', 16)], floats);
    assert.deepEqual(setCodes(found), []);
    assert.equal(found.sets[0]?.tensors?.count, 2);
  });

  it('may align its tensors with zeros, and share one stretch between two', async () => {
    const padded = joined(floats.subarray(0, 16), new Uint8Array(48), floats.subarray(16));
    assert.deepEqual(setCodes(await together([at('a', 0), at('b', 64), at('tied', 64)], padded)), []);
  });

  const wrong: [name: string, tensors: Uint8Array[], data: Uint8Array | undefined, code: string][] = [
    ['its data missing', [at('a', 0)], undefined, 'file-missing'],
    ['its data cut', [at('a', 0), at('b', 16)], floats.subarray(0, 28), 'cut-short'],
    ['bytes after its data', [at('a', 0)], floats, 'trailing-bytes'],
    ['tensors that overlap', [at('a', 0), at('b', 8)], floats.subarray(0, 24), 'tensors-overlap'],
    ['bytes of no tensor', [at('a', 0), at('b', 20)], joined(floats, float32s(9)), 'hole-between-tensors'],
    [
      'padding that is not zero',
      [at('a', 0), at('b', 32)],
      joined(floats, floats.subarray(0, 16)),
      'padding-not-zero',
    ],
    ['a length that is not the shape', [at('a', 0, { length: '12' })], floats.subarray(0, 16), 'tensor-size'],
    ['an offset that is no number', [at('a', 0, { offset: '-1' })], floats.subarray(0, 16), 'external-range'],
    [
      'an offset beyond all files',
      [at('a', 0, { offset: '9'.repeat(17) })],
      floats.subarray(0, 16),
      'external-range',
    ],
    [
      'another SHA-1',
      [at('a', 0, { checksum: '0'.repeat(40) })],
      floats.subarray(0, 16),
      'external-checksum',
    ],
    ['a NaN', [at('a', 0)], float32s(1, Number.NaN, 3, 4), 'non-finite'],
  ];
  for (const [name, tensors, data, code] of wrong) {
    it(`with ${name} fails`, async () => {
      const found = await together(tensors, data);
      assert.equal(found.sets[0]?.verdict, 'fail');
      assert.ok(setCodes(found).includes(code), JSON.stringify(found.sets[0].reasons));
    });
  }

  it('of which two share one data file is one set', async () => {
    const files = new Map([
      ['a.onnx', onnxModel([at('a', 0)])],
      ['b.onnx', onnxModel([at('b', 16)])],
      ['w.bin', floats],
    ]);
    const found = await verifyFiles(files);
    assert.equal(found.sets.length, 1);
    assert.deepEqual(setCodes(found), []);
  });

  it('carries a SHA-1 that is compared', async () => {
    const { createHash } = await import('node:crypto');
    const checksum = createHash('sha1').update(floats).digest('hex');
    assert.deepEqual(
      setCodes(await together([at('a', 0, { checksum }), at('b', 16, { checksum })], floats)),
      [],
    );
  });
});
