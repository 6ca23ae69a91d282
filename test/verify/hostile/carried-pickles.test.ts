import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arrowFileOf, batchMessage, INT_COLUMN, schemaMessage } from '../arrow-writer.ts';
import { fixture } from '../fixtures.ts';
import { codesOf, type Options, verify } from '../memory-source.ts';
import { parquetFile } from '../parquet-writer.ts';
import {
  BUILD,
  dict,
  global,
  int,
  type Op,
  PROTO2,
  PROTO4,
  pickle,
  REDUCE,
  STOP,
  text,
  tuple,
} from '../pickle-writer.ts';
import { zipFile } from '../zip-writer.ts';

const bytesOf = (content: string) => new TextEncoder().encode(content);
const json = (value: unknown) => bytesOf(JSON.stringify(value));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const call: Op = [global('posix', 'system'), tuple(text('true')), REDUCE];
const EVIL = pickle(PROTO4, call, STOP);
/** Protocol 0, which no first byte gives away. */
const OLD = bytesOf("cos\nsystem\n(S'true'\ntR.");
const box: Op = [global('gymnasium.spaces.box', 'Box'), ')', 0x81, dict([text('a'), int(1)]), BUILD];
const HARMLESS = pickle(PROTO2, box, STOP);

const agent = (serialized: string, name = 'data') =>
  zipFile([
    { name, data: json({ gamma: 0.9, clip_range: { ':type:': 'x', ':serialized:': serialized } }) },
    { name: '_stable_baselines3_version', data: bytesOf('2.9.2') },
  ]);
const look = (bytes: Uint8Array, label: string, over: Options = {}) =>
  verify(bytes, { role: 'archive', roleFrom: 'guessed', label, ...over });

describe('a pickle that a document carries as text', () => {
  it('[issue 16] fails in the data of an agent, by whatever protocol, which Stable-Baselines3 hands to cloudpickle', async () => {
    for (const program of [EVIL, OLD]) {
      const verdict = await look(agent(base64(program)), 'ppo.zip');
      assert.ok(codesOf(verdict).includes('hidden-pickle'), JSON.stringify(verdict.reasons));
      assert.equal(verdict.verdict, 'fail');
    }
    // Python leaves such characters out before it unpacks the rest.
    for (const odd of [`!${base64(EVIL)}`, base64(EVIL).replace('A', '\nA'), ''])
      assert.equal((await look(agent(odd), 'ppo.zip')).verdict, 'fail', odd);
  });

  it('[issue 16] is degraded there where it names nothing but what agents hold', async () => {
    const verdict = await look(agent(base64(HARMLESS)), 'ppo.zip');
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    assert.equal((await look(agent(base64(HARMLESS)), 'ppo.zip', { allowDegraded: false })).verdict, 'fail');
  });

  it('[issue 16] fails in any JSON, in base64 and in hexadecimal, as Ray Tune restores it', async () => {
    for (const packed of [base64(EVIL), hex(EVIL), hex(EVIL).toUpperCase()]) {
      const state = json({ stats: {}, runner: [{ _type: 'CLOUDPICKLE_FALLBACK', value: packed }] });
      assert.ok(
        codesOf(await look(state, 'experiment_state.json', { role: 'config' })).includes('hidden-pickle'),
      );
    }
    const harmless = json({ runner: { value: hex(HARMLESS) } });
    const verdict = await look(harmless, 'experiment_state.json', { role: 'config' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['pass-degraded', 'unsafe-loader']);
  });

  it('[issue 16] is none because it begins like one', async () => {
    for (const value of ['gAR5c2VlZA==', '8004', '8003f2c1', 'gASxxxx, said she', '80040505010203'])
      assert.deepEqual(
        codesOf(await look(json({ value }), 'x.json', { role: 'config' })),
        ['no-checksum'],
        value,
      );
  });
});

describe('a pickle in a value of HDF5', () => {
  it('[issue 16] fails in an attribute and in a value of variable length, which PyTables and pandas unpickle', async () => {
    const verdict = await look(fixture('hdf5/pickled-values.h5'), 'table.h5', { role: 'dataset' });
    const hidden = verdict.reasons.filter(({ code }) => code === 'hidden-pickle');
    assert.deepEqual(
      hidden.map(({ what, found }) => [/"[^"]*"/.exec(what)?.[0], found]),
      [
        ['"t.wrong"', 'os.system'],
        ['"o"', 'os.system'],
      ],
    );
    assert.equal(verdict.verdict, 'fail');
  });
});

describe('a pickle in msgpack', () => {
  const chunk = (bytes: Uint8Array) => [0xc4, bytes.length, ...bytes];
  const word = (letters: string) => [0xa0 | letters.length, ...bytesOf(letters)];
  const array = (data: Uint8Array) =>
    Uint8Array.from([
      0x83,
      ...word('nd'),
      0xc3,
      ...word('kind'),
      ...chunk(bytesOf('O')),
      ...word('data'),
      ...chunk(data),
    ]);

  it('fails by whatever protocol, for msgpack-numpy unpickles arrays of objects', async () => {
    for (const program of [EVIL, OLD]) {
      const verdict = await look(array(program), 'm.msgpack', { role: 'checkpoint' });
      assert.ok(codesOf(verdict).includes('hidden-pickle'), JSON.stringify(verdict.reasons));
      assert.equal(verdict.verdict, 'fail');
    }
    const plain = await look(array(bytesOf('some bytes')), 'm.msgpack', { role: 'checkpoint' });
    assert.ok(!codesOf(plain).includes('hidden-pickle'));
  });
});

describe('a pickle in the schema of Arrow', () => {
  for (const name of ['carried.arrow', 'carried.parquet'])
    it(`fails, for older pyarrow unpickles it when it reads the schema: ${name}`, async () => {
      const { verdict, reasons } = await look(fixture(`tables/${name}`), name, { role: 'dataset' });
      assert.equal(verdict, 'fail');
      assert.deepEqual(
        reasons.filter(({ severity }) => severity === 'fail').map(({ code, found }) => [code, found]),
        [['hidden-pickle', 'arrow.py_extension_type']],
      );
    });

  for (const kind of ['arrow', 'parquet'])
    it(`fails in the type of a tensor of Ray, and is none where it is a shape: ${kind}`, async () => {
      const lookAt = (name: string, over: Options = {}) =>
        look(fixture(`tables/${name}.${kind}`), `x.${kind}`, { role: 'dataset', ...over });
      assert.deepEqual(codesOf(await lookAt('ray-runs')).slice(0, 1), ['hidden-pickle']);
      assert.equal((await lookAt('ray-runs')).verdict, 'fail');
      assert.deepEqual(codesOf(await lookAt('ray-shape')), ['no-checksum']);
      const objects = await lookAt('ray-objects');
      assert.deepEqual([objects.verdict, codesOf(objects)[0]], ['pass-degraded', 'unsafe-loader']);
      assert.equal((await lookAt('ray-objects', { allowDegraded: false })).verdict, 'fail');
    });

  it('fails however far the description goes before it calls', async () => {
    const padding = `S'${'x'.repeat(70_000)}'\n0`;
    const metadata = {
      tables: [
        { 0: { text: 'ARROW:extension:name' }, 1: { text: 'ray.data.arrow_tensor' } },
        { 0: { text: 'ARROW:extension:metadata' }, 1: { text: `${padding}cos\nsystem\n(S'true'\ntR.` } },
      ],
    };
    const file = arrowFileOf([schemaMessage({ ...INT_COLUMN, 6: metadata }), batchMessage()]);
    const verdict = await look(file, 'x.arrow', { role: 'dataset' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', 'hidden-pickle']);
  });

  it('fails in what Arrow and Parquet keep beside all columns', async () => {
    const program = "cos\nsystem\n(S'true'\ntR.";
    const plain = '{"index_columns": ["a"]}';
    const inArrow = (value: string) => {
      const message = schemaMessage();
      const pair = { 0: { text: 'unischema' }, 1: { text: value } };
      return arrowFileOf([
        { ...message, header: { ...message.header, 2: { tables: [pair] } } },
        batchMessage(),
      ]);
    };
    const inParquet = (value: string) => parquetFile({ file: { 5: [{ 1: 'unischema', 2: value }] } });
    for (const [kind, write] of [
      ['arrow', inArrow],
      ['parquet', inParquet],
    ] as const) {
      const refused = await look(write(program), `x.${kind}`, { role: 'dataset' });
      assert.deepEqual([refused.verdict, codesOf(refused)[0]], ['fail', 'hidden-pickle'], kind);
      const taken = await look(write(plain), `x.${kind}`, { role: 'dataset' });
      assert.deepEqual([taken.verdict, codesOf(taken)], ['pass-degraded', ['no-checksum']], kind);
    }
  });
});
