import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { verifyWithDigest } from '../memory-source.ts';
import { BUILD, dict, global, int, type Op, REDUCE, text, tuple } from '../pickle-writer.ts';
import { noneCounts } from './attack.ts';
import { CARRIERS, hidden } from './carriers.ts';
import { MISUSING } from './misuse.ts';
import { DISGUISED, PLAIN, type Program } from './programs.ts';

const importing = (
  wrap: (protocol: number, value: Op) => Uint8Array,
  code: string,
  programs: readonly Program[],
) =>
  programs.map(({ what, value, protocol = 2, imports }) => ({
    what,
    bytes: () => wrap(protocol, value),
    code,
    imports,
  }));

for (const [i, { what: carrier, wrap }] of CARRIERS.entries()) {
  const inTurn = PLAIN.filter((_program, at) => at % CARRIERS.length === i);
  noneCounts(
    `a program in ${carrier} that imports`,
    importing(wrap, 'import-refused', [...inTurn, ...DISGUISED]),
  );
  noneCounts(
    `a program in ${carrier} that misuses what is listed`,
    MISUSING.map(({ what, value, protocol = 2, code }) => ({
      what,
      bytes: () => wrap(protocol, value),
      code,
    })),
  );
}

for (const { place, wrap } of [
  { place: 'as a storage', wrap: hidden },
  {
    place: 'deflated',
    wrap: (protocol: number, value: Op) => hidden(protocol, value, 'archive/data/7', true),
  },
  { place: 'as a note', wrap: (protocol: number, value: Op) => hidden(protocol, value, 'archive/notes.txt') },
]) {
  const programs = DISGUISED.filter(({ imports }) => imports.every((each) => /^[\w.]+$/.test(each)));
  noneCounts(
    `a program beside the checkpoint, ${place}, that imports`,
    importing(wrap, 'hidden-pickle', programs),
  );
}

/** What PyTorch's weights-only loader takes, as this table and not the code has it. */
const TIER_A = new Set([
  'collections.OrderedDict',
  'collections.Counter',
  '_codecs.encode',
  'builtins.set',
  'builtins.bytearray',
  'builtins.complex',
  'torch.FloatStorage',
  'torch.LongStorage',
  'torch.float32',
  'torch.Size',
  'torch.Tensor',
  'torch.device',
  'torch._utils._rebuild_tensor_v2',
]);

const OTHERS = [
  'os.system',
  'builtins.eval',
  'builtins.getattr',
  'builtins.frozenset',
  'builtins.list',
  'collections.defaultdict',
  'collections.deque',
  'numpy.dtype',
  'numpy.core.multiarray._reconstruct',
  'numpy.random._pickle.__randomstate_ctor',
  'argparse.Namespace',
  'functools.partial',
  'copyreg._reconstructor',
  'torch.nn.modules.linear.Linear',
  'sklearn.pipeline.Pipeline',
  'torch.hub.load',
  'collections.abc.OrderedDict',
];

describe('a pickle that passes without a word', () => {
  const named = (full: string): Op => {
    const dot = full.lastIndexOf('.');
    return global(full.slice(0, dot), full.slice(dot + 1));
  };
  const imported = fc.constantFrom(...TIER_A, ...OTHERS).map(named);
  const scalar = fc.constantFrom<Op>('N', int(3), text('latin1'), text('x'), 0x88, '}', ']', ')');
  const leaf = fc.oneof(imported, scalar);
  const made = fc.oneof(
    leaf,
    fc
      .tuple(imported, fc.array(leaf, { maxLength: 3 }))
      .map(([callee, args]): Op => [callee, tuple(...args), REDUCE]),
    fc.tuple(imported, leaf).map(([cls, state]): Op => [cls, ')', 0x81, state, BUILD]),
    fc.tuple(leaf, leaf).map(([kept, dropped]): Op => [kept, dropped, '0']),
    fc.array(leaf, { maxLength: 4 }).map((items): Op => tuple(...items)),
  );

  it('imports nothing but what is on the list of tier A', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CARRIERS.slice(0, 4)),
        fc.array(made, { maxLength: 4 }),
        async ({ wrap }, values) => {
          const pairs = values.map((value, i): [Op, Op] => [text(`k${i}`), value]);
          const verdict = await verifyWithDigest(wrap(2, dict(...pairs)), { role: 'dataset' });
          if (verdict.verdict !== 'pass') return;
          passed += 1;
          assert.deepEqual(
            verdict.imports.filter((name) => !TIER_A.has(name)),
            [],
          );
        },
      ),
      { numRuns: 1500 },
    );
    assert.ok(passed > 100, `only ${passed} passed`);
  });
});
