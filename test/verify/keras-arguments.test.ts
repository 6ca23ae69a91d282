import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { edited, placeOf } from './hdf5-editor.ts';
import { kerasFile } from './keras-writer.ts';
import { codesOf, verify } from './memory-source.ts';

const legacy = fixture('keras/model.h5');
const FIRST_CONFIG = placeOf(legacy, '{"class_name": "Functional"');

/** The older file with one text in its config for another of the same length. */
const renamed = (was: string, is: string): Uint8Array =>
  edited(legacy, placeOf(legacy, was, FIRST_CONFIG), ...Buffer.from(is, 'latin1'));
const model = (bytes: Uint8Array) => verify(bytes, { role: 'model' });

const object = (class_name: string, config: unknown, module: string | null, rest: object = {}) => ({
  module,
  class_name,
  config,
  registered_name: null,
  ...rest,
});
const dense = (config: object, rest: object = {}) =>
  object('Dense', { units: 3, activation: 'relu', ...config }, 'keras.layers', rest);
const sequential = (...layers: unknown[]) => object('Sequential', { name: 'm', layers }, 'keras');
const archive = async (config: unknown, version = '3.15.1') => model(await kerasFile(config, { version }));

describe('a Keras config that its version of Keras does not take', () => {
  for (const [was, is, found] of [
    ['"activation"', '"astivation"', 'Dense with astivation'],
    ['"use_bias"', '"use_b.as"', 'Dense with use_b.as'],
    ['"center"', '"cEnter"', 'BatchNormalization with cEnter'],
    ['"input_axes"', '"input_ax%s"', 'GlorotUniform with input_ax%s'],
    ['"relu"', '"rel5"', 'Dense with activation rel5'],
    ['"GlorotUniform"', '"GlorotUnifovm"', 'no class initializers.GlorotUnifovm'],
    ['"DTypePolicy"', '"DTypePodicy"', 'no class DTypePodicy'],
    ['"name": "float32"', '"name": "fmoat32"', 'DTypePolicy of dtype fmoat32'],
    ['_tensor__", "config"', '_tensor__", "confag"', '__keras_tensor__ without its config'],
    ['"keras_history"', '"keras_jistory"', 'a tensor without keras_history'],
    ['"shape": [null, 12]', '"shapE": [null, 12]', 'a tensor without shape'],
    ['[null, 12], "dtype": "float32"', '[null, 12], "dtype": "floAt32"', 'a tensor of dtype floAt32'],
    ['["dense", 0, 0]', '["ddnse", 0, 0]', 'Functional with no layer "ddnse"'],
    [
      '"input_layers": ["input_layer"',
      '"input_layers": ["input_layur"',
      'Functional with no layer "input_layur"',
    ],
    ['"output_layers"', '"output_la9ers"', 'Functional without output_layers'],
    ['"inbound_nodes"', '"inbound_nodus"', 'Functional with a layer without "inbound_nodes"'],
    ['"class_name": "DTypePolicy"', '"cla3s_name": "DTypePolicy"', 'something of keras without its class'],
    ['"class_name": "Dense"', '"cla3s_name": "Dense"', 'Functional with a layer without "class_name"'],
  ] as const)
    it(`[issue 16] is no whole model in an older file: ${is}`, async () => {
      const { reasons, ...verdict } = await model(renamed(was, is));
      const reason = reasons.find(({ code }) => code === 'keras-argument');
      assert.equal(reason?.found, found, JSON.stringify(reasons));
      // A class of a user's may have the name of one of Keras's where the file tells no module.
      const isSure = !/^(Dense|BatchNormalization) /.test(found);
      assert.equal(verdict.verdict, isSure ? 'fail' : 'pass-degraded');
    });

  it('[issue 16] is no whole model where none of its values is one that Keras has', async () => {
    const [was, is] = ['"class_name": "__keras_tensor__"', '"class_name": "__keras_ten.or__"'];
    assert.deepEqual(codesOf(await model(renamed(was, is))), ['keras-custom', 'no-checksum']);
  });

  it('[issue 16] is missed in an older file that has weights as a whole model keeps them', async () => {
    const nameless = edited(legacy, placeOf(legacy, 'model_config'), ...Buffer.from('model_confmg'));
    const verdict = await model(nameless);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', ['keras-no-config', 'no-checksum']]);
  });

  for (const { what, config } of [
    { what: 'an argument', config: sequential(dense({ unitz: 3 })) },
    { what: 'an activation', config: sequential(dense({ activation: 'rely' })) },
    { what: 'a padding', config: sequential(object('Conv1D', { padding: 'vamid' }, 'keras.layers')) },
    { what: 'a class', config: sequential(object('Dence', {}, 'keras.layers')) },
  ])
    it(`[issue 16] fails in an archive that tells the modules of its classes: ${what}`, async () => {
      const verdict = await archive(config);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', ['keras-argument']]);
    });
});

describe('a Keras config of which that cannot be said', () => {
  const odd = { unitz: 3 };
  for (const { what, config, version, verdict } of [
    { what: 'of Keras 2', config: sequential(dense(odd)), version: '2.15.0', verdict: 'pass' },
    { what: 'of a Keras to come', config: sequential(dense(odd)), version: '3.99.0', verdict: 'pass' },
    { what: 'of no version', config: sequential(dense(odd)), version: 'nightly', verdict: 'pass' },
    {
      what: 'of a class that takes any argument',
      config: sequential(object('InputLayer', odd, 'keras.layers')),
      verdict: 'pass',
    },
    {
      what: 'of a class of its own',
      config: sequential(dense(odd, { registered_name: 'mine>Dense' })),
      verdict: 'pass-degraded',
    },
    {
      what: 'of a module of its own',
      config: sequential(object('Dense', odd, 'mine')),
      verdict: 'pass-degraded',
    },
    {
      what: 'whose activation is a function of its own',
      config: sequential(
        dense({ activation: object('function', 'mine', 'builtins', { registered_name: 'function' }) }),
      ),
      verdict: 'pass-degraded',
    },
    {
      what: 'with words in capitals',
      config: sequential(object('Conv1D', { padding: 'SAME' }, 'keras.layers')),
      verdict: 'pass',
    },
    { what: 'in two types', config: sequential(dense({ dtype: 'mixed_bfloat16' })), verdict: 'pass' },
  ])
    it(`[issue 16] is not judged by the arguments of Keras 3: ${what}`, async () => {
      const found = await archive(config, version);
      assert.equal(found.verdict, verdict, JSON.stringify(found.reasons));
      assert.ok(!codesOf(found).includes('keras-argument'));
    });
});
