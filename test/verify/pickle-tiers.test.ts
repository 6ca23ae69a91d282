import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, notesOf, type Options, verifyWithDigest } from './memory-source.ts';
import {
  BUILD,
  checkpointProgram,
  dict,
  frame,
  global,
  int,
  type Op,
  PROTO4,
  pickle,
  REDUCE,
  STOP,
  tensor,
  text,
  tuple,
} from './pickle-writer.ts';
import { torchFile } from './torch-writer.ts';

type Pair = Parameters<typeof checkpointProgram>[number];

const load = (program: Uint8Array, over: Options = {}) => verifyWithDigest(torchFile(program), over);

describe('what a checkpoint may need beyond weights-only loading', () => {
  const namespace = () =>
    checkpointProgram([
      text('args'),
      [global('argparse', 'Namespace'), ')', 0x81, dict([text('lr'), int(1)]), BUILD],
    ]);

  it('is degraded where the roster allows it, and else a failure: never an automatic fallback [P5-06]', async () => {
    const allowed = await load(namespace(), { allowDegraded: true, contains: ['args.lr'] });
    assert.deepEqual([allowed.verdict, codesOf(allowed)], ['pass-degraded', ['unsafe-loader']]);
    const refused = await load(namespace(), { allowDegraded: false });
    assert.deepEqual([refused.verdict, codesOf(refused)], ['fail', ['unsafe-loader']]);
  });

  it('includes a name that the caller vouches for, as data', async () => {
    const program = checkpointProgram([
      text('cfg'),
      [global('my.config', 'Config'), ')', 0x81, dict([text('lr'), int(1)]), BUILD],
    ]);
    assert.deepEqual(codesOf(await load(program)), ['import-refused']);
    const vouched = await load(program, { allowImports: ['my.config.Config'], contains: ['cfg.lr'] });
    assert.deepEqual([vouched.verdict, codesOf(vouched)], ['pass-degraded', ['unsafe-loader']]);
  });

  for (const [module, name] of [
    ['sklearn.svm.classes', 'LinearSVC'],
    ['sklearn.preprocessing.label', 'LabelEncoder'],
    ['sklearn.ensemble.forest', 'RandomForestClassifier'],
    ['pandas.core.internals', 'BlockManager'],
    ['pandas.core.arrays.period', 'PeriodArray'],
  ] as const)
    it(`[issue 16, 6] includes what older versions called ${module}.${name}`, async () => {
      const program = checkpointProgram([
        text('cfg'),
        [global(module, name), ')', 0x81, dict([text('lr'), int(1)]), BUILD],
      ]);
      const verdict = await load(program, { allowDegraded: true });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    });

  it('tells functions of a library that are kept and not called from those that are', async () => {
    const cls = [global('words.models', 'Vectors'), ')', 0x81, dict([text('lr'), int(1)]), BUILD] as const;
    const kept: Pair = [text('scorer'), global('words.models', 'original_scorer')];
    const beside = await load(checkpointProgram([text('cfg'), [...cls]], kept));
    assert.deepEqual(codesOf(beside), ['import-refused']);
    assert.match(beside.reasons[0]?.what ?? '', /--allow-import 'words\.\*'$/);
    const vouched = await load(checkpointProgram([text('cfg'), [...cls]], kept), {
      allowImports: ['words.*'],
    });
    assert.deepEqual([vouched.verdict, codesOf(vouched)], ['pass-degraded', ['unsafe-loader']]);
    const calls: Pair[1][] = [
      [global('words.models', 'fetch'), ')', REDUCE],
      [global('collections', 'defaultdict'), tuple(global('words.models', 'fetch')), REDUCE],
    ];
    for (const call of calls) {
      const called = await load(checkpointProgram([text('cfg'), [...cls]], [text('x'), call]));
      assert.match(called.reasons[0]?.what ?? '', /never load it$/);
    }
    const alone = await load(checkpointProgram(kept));
    assert.match(alone.reasons[0]?.what ?? '', /never load it$/);
  });

  it('has the hash and the random state that word vectors of gensim hold, and calls neither', async () => {
    const held: Pair[] = [
      [text('hashfxn'), global('builtins', 'hash')],
      [text('random'), [global('numpy.random', '__RandomState_ctor'), tuple(text('MT19937')), REDUCE]],
    ];
    const verdict = await load(checkpointProgram(...held));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    const called = await load(
      checkpointProgram([text('x'), [global('builtins', 'hash'), tuple(int(1)), REDUCE]]),
    );
    assert.equal(called.verdict, 'fail');
  });

  it('has time zones as Python 3.9 writes them, by the one attribute that this takes', async () => {
    const getattr = (...args: Op[]) => [global('builtins', 'getattr'), tuple(...args), REDUCE];
    const zone = global('zoneinfo', 'ZoneInfo');
    const unpickle = getattr(zone, text('_unpickle'));
    const of = (key: string): Op => [unpickle, tuple(text(key), int(1)), REDUCE];
    const good = await load(checkpointProgram([text('at'), of('Europe/Berlin')], [text('utc'), of('UTC')]));
    assert.deepEqual([good.verdict, codesOf(good)], ['pass-degraded', ['unsafe-loader']]);
    for (const key of ['../../etc/passwd', '/etc/passwd', ''])
      assert.equal((await load(checkpointProgram([text('at'), of(key)]))).verdict, 'fail', key);
    const other = [
      getattr(zone, text('from_file')),
      getattr(zone, text('__class__')),
      getattr(zone, text('_unpickle'), text('x')),
      getattr(global('os', 'path'), text('_unpickle')),
      getattr(of('UTC'), text('_unpickle')),
      global('builtins', 'getattr'),
      [global('collections', 'defaultdict'), tuple(global('builtins', 'getattr')), REDUCE],
    ];
    for (const [i, ops] of other.entries()) {
      const alone = await load(checkpointProgram([text('x'), ops]));
      assert.equal(alone.verdict, 'fail', `${i}`);
      if (i < 4) {
        const after = await load(checkpointProgram([text('x'), ops], [text('utc'), of('UTC')]));
        assert.ok(codesOf(after).includes('import-refused'), `${i}: ${codesOf(after)}`);
      }
    }
  });

  it('has records of NumPy with their fields', async () => {
    // `np.rec.fromarrays([[.5, 1.5, 2.5, 3.5], [0, 1, 2, 3]], names='a,b')` by NumPy 2.4, its floats of 32 bits.
    const recarray =
      'gASVKAEAAAAAAACMFm51bXB5Ll9jb3JlLm11bHRpYXJyYXmUjAxfcmVjb25zdHJ1Y3SUk5SMCW51bXB5LnJlY5SMCHJlY2FycmF5' +
      'lJOUSwCFlEMBYpSHlFKUKEsBSwSFlIwFbnVtcHmUjAVkdHlwZZSTlGgLjAZyZWNvcmSUk5SJiIeUUpQoSwOMAXyUTowBYZSMAWKU' +
      'hpR9lChoE2gNjAJmNJSJiIeUUpQoSwOMATyUTk5OSv////9K/////0sAdJRiSwCGlGgUaA2MAmk4lImIh5RSlChLA2gaTk5OSv//' +
      '//9K/////0sAdJRiSwSGlHVLDEsBSxB0lGKJQzAAAAA/AAAAAAAAAAAAAMA/AQAAAAAAAAAAACBAAgAAAAAAAAAAAGBAAwAAAAAA' +
      'AACUdJRiLg==';
    const bytes = new Uint8Array(Buffer.from(recarray, 'base64'));
    const options = { role: 'archive', table: true } as const;
    const verdict = await verifyWithDigest(bytes, options);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    assert.deepEqual(
      verdict.table?.map(({ name, dtype, shape }) => [name, dtype, ...shape]),
      [
        ['(root).a', 'f32', 4],
        ['(root).b', 'i64', 4],
      ],
    );
    // A length of five where there are four.
    const longer = bytes.with(bytes.indexOf(0x28, 80) + 4, 5);
    assert.equal(codesOf(await verifyWithDigest(longer, options))[0], 'pickle-bad-call');
  });

  it('reports a file inside a constant, and does not open it', async () => {
    const inner = `\u0080\u0002cos\nsystem\n${' '.repeat(80)}`;
    const verdict = await load(checkpointProgram([text('x'), text(inner)]));
    assert.deepEqual([verdict.verdict, notesOf(verdict)], ['pass', ['nested-payload']]);
  });

  it('reads every protocol, from text to frames', async () => {
    const old = pickle(
      "(dp0\nS'w'\np1\n",
      tensor(),
      "sS'epoch'\nI4\nsS'ok'\nI01\nsS'big'\nL99999999999999999999L\nsVf\\u00fc\nF1.5\ns.",
    );
    const verdict = await load(old, { contains: ['w', 'epoch', 'ok', 'big', 'f\u00fc'] });
    // They load, but not as torch.load loads by default.
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    assert.equal(verdict.facts.epoch, 4);
    const body = pickle(dict([text('w'), tensor()]), [0x8c, 1, 'e', 0x94, '0'], STOP);
    assert.equal((await load(pickle(PROTO4, frame(body.length), body))).verdict, 'pass-degraded');
  });
});
