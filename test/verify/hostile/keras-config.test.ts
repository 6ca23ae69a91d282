import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from '../fixtures.ts';
import { kerasFile } from '../keras-writer.ts';
import { codesOf, verify } from '../memory-source.ts';

const layer = (class_name: string, config: unknown, rest: object = { module: 'keras.layers' }) => ({
  class_name,
  config,
  registered_name: null,
  ...rest,
});
const dense = layer('Dense', {
  units: 3,
  activation: 'relu',
  dtype: layer('DTypePolicy', { name: 'float32' }, { module: 'keras' }),
});
const model = (...layers: unknown[]) =>
  layer('Sequential', { name: 'm', layers: [dense, ...layers] }, { module: 'keras' });
const judge = async (config: unknown, over: Parameters<typeof verify>[1] = {}) =>
  verify(await kerasFile(config), { role: 'model', ...over });

/** One layer of each kind, and one of them as deep as a wrapper, a cell and an initializer can hide it. */
const hidden = (inner: unknown) =>
  model(
    layer('TimeDistributed', {
      layer: layer('Bidirectional', {
        layer: layer('RNN', { cell: [layer('Dense', { kernel_initializer: inner })] }),
      }),
    }),
  );

describe('a config that names only parts of Keras', () => {
  it('passes', async () => {
    const verdict = await judge(model(), { allowDegraded: false });
    assert.deepEqual([verdict.verdict, verdict.format, verdict.imports], ['pass', 'keras', []]);
  });

  it('may name the optimizer of its backend, and nothing else of that', async () => {
    const module = 'keras.src.backend.torch.optimizers.torch_adam';
    const adam = layer('Adam', { learning_rate: 0.001 }, { module, registered_name: 'Adam' });
    assert.equal((await judge(model(adam))).verdict, 'pass');
    for (const other of [
      `${module}..os`,
      'keras.src.backend.torch.trainer',
      'keras.src.backend.optimizers.x',
    ])
      assert.equal((await judge(model(layer('Adam', {}, { module: other })))).verdict, 'fail', other);
  });

  it('may name the layers of ConvNeXt and of Inception-ResNet, and no function beside them', async () => {
    for (const [module, name, verdict] of [
      ['keras.src.applications.convnext', 'LayerScale', 'pass'],
      ['keras.src.applications.inception_resnet_v2', 'CustomScaleLayer', 'pass'],
      ['keras.src.applications.convnext', 'ConvNeXtBase', 'fail'],
    ] as const) {
      const found = await judge(model(layer(name, {}, { module, registered_name: name })));
      assert.equal(found.verdict, verdict, name);
    }
  });

  it('may name classes by where they are defined', async () => {
    const functional = layer(
      'Functional',
      { layers: [dense] },
      { module: 'keras.src.models.functional', registered_name: 'Functional' },
    );
    assert.equal((await judge(functional)).verdict, 'pass');
    assert.equal(
      (await judge(model(layer('Add', {}, { module: 'keras.src.ops.numpy', registered_name: 'Add' }))))
        .verdict,
      'pass',
    );
  });
});

describe('a config that runs code it carries', () => {
  const lambda = layer('Lambda', { function: { class_name: '__lambda__', config: { code: '4wEA' } } });
  for (const { what, config } of [
    { what: 'a Lambda layer', config: model(lambda) },
    {
      what: 'a Lambda layer without a module',
      config: model(layer('Lambda', { function: ['4wEA', null, null] }, {})),
    },
    { what: 'a Lambda inside a wrapper inside a wrapper', config: hidden(lambda) },
    {
      what: 'bytecode where an initializer should be',
      config: hidden({ class_name: '__lambda__', config: { code: '4wEA' } }),
    },
    { what: 'a Lambda in a key nobody looks at', config: { ...model(), extra: { a: [[{ b: lambda }]] } } },
    { what: 'a function type of lambda', config: model(layer('Masking', { function_type: 'lambda' })) },
    { what: 'a pickled torch module', config: model(layer('TorchModuleWrapper', { module: 'UEsDBA==' })) },
    { what: 'a saved graph from elsewhere', config: model(layer('TFSMLayer', { filepath: '/tmp/x' })) },
    {
      what: 'its own order to load without the safe mode',
      config: model(layer('Dense', { safe_mode: false })),
    },
    {
      what: 'a vocabulary read from a file',
      config: model(layer('StringLookup', { vocabulary: '/etc/passwd' })),
    },
  ]) {
    it(`fails for ${what}, and is degraded where the row allows that`, async () => {
      const refused = await judge(config, { allowDegraded: false });
      assert.deepEqual([refused.verdict, codesOf(refused)], ['fail', ['keras-code']]);
      const allowed = await judge(config);
      assert.deepEqual([allowed.verdict, codesOf(allowed)], ['pass-degraded', ['keras-code']]);
    });
  }

  it('is seen in a file that Keras wrote', async () => {
    const verdict = await verify(fixture('keras/lambda.keras'), { role: 'model', allowDegraded: false });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', ['keras-code']]);
    assert.match(verdict.reasons[0]?.found ?? '', /Lambda.*__lambda__|__lambda__.*Lambda/);
  });
});

describe('a config that reaches for what no model needs', () => {
  for (const { what, object, full } of [
    { what: 'a shell', object: layer('system', {}, { module: 'os' }), full: 'os.system' },
    { what: 'a process', object: layer('Popen', {}, { module: 'subprocess' }), full: 'subprocess.Popen' },
    { what: 'eval', object: layer('eval', 'x', { module: 'builtins' }), full: 'builtins.eval' },
    {
      what: 'a function of Python as a function object',
      object: layer('function', 'system', { module: 'os' }),
      full: 'os.system',
    },
    {
      what: 'a download through Keras',
      object: layer('get_file', {}, { module: 'keras.utils' }),
      full: 'keras.utils.get_file',
    },
    {
      what: 'the switch of the safe mode',
      object: layer('enable_unsafe_deserialization', {}, { module: 'keras.config' }),
      full: 'keras.config.enable_unsafe_deserialization',
    },
    {
      what: 'a function where a class of Keras should be',
      object: layer('deserialize', {}, { module: 'keras.layers' }),
      full: 'keras.layers.deserialize',
    },
    {
      what: 'a module that only begins like Keras',
      object: layer('A', {}, { module: 'keras.layers..os' }),
      full: 'keras.layers..os.A',
    },
  ]) {
    it(`fails for ${what}, whatever the row allows`, async () => {
      const verdict = await judge(hidden(object));
      assert.deepEqual(
        [verdict.verdict, codesOf(verdict), verdict.imports],
        ['fail', ['import-refused'], [full]],
      );
    });
  }

  it('is degraded when the caller vouches for the name', async () => {
    const verdict = await judge(hidden(layer('system', {}, { module: 'os' })), {
      allowImports: ['os.system'],
    });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['keras-foreign']]);
  });
});

describe('a config with parts of its own', () => {
  for (const { what, object, code } of [
    {
      what: 'a class of another package',
      object: layer('Block', {}, { module: 'my_project.layers' }),
      code: 'keras-foreign',
    },
    {
      what: 'a class that only looks like Keras',
      object: layer('Dense', {}, { module: 'keras_evil.layers' }),
      code: 'keras-foreign',
    },
    {
      what: 'a registered class',
      object: layer('Block', {}, { module: null, registered_name: 'mine>Block' }),
      code: 'keras-custom',
    },
    {
      what: 'a registered class that hides behind a known one',
      object: layer('Dense', {}, { module: 'keras.layers', registered_name: 'mine>Dense' }),
      code: 'keras-custom',
    },
    {
      what: 'a function by name',
      object: layer('function', 'my_relu', { module: 'builtins', registered_name: 'function' }),
      code: 'keras-custom',
    },
    { what: 'a class that Keras does not know', object: layer('Block', {}, {}), code: 'keras-custom' },
  ]) {
    it(`is at best degraded for ${what}`, async () => {
      const verdict = await judge(hidden(object));
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', [code]]);
    });
  }

  it('lists what it needs', async () => {
    const custom = layer('Block', {}, { module: 'my_project.layers' });
    const [reason] = (await judge(model(custom, custom))).reasons;
    assert.equal(reason?.found, 'my_project.layers.Block (2 times)');
  });
});

describe('a config that is no config', () => {
  for (const { what, config, code } of [
    {
      what: 'a key twice',
      config: '{"class_name":"Dense","class_name":"Lambda","config":{}}',
      code: 'duplicate-key',
    },
    { what: 'a cut', config: '{"class_name":"Sequential","config":{"layers":[', code: 'json-cut' },
    { what: 'no JSON', config: 'import os', code: 'json-syntax' },
  ]) {
    it(`fails for ${what}`, async () => {
      const verdict = await judge(config);
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  it('is inconclusive when it is nested beyond the budget', async () => {
    const verdict = await judge(`${'{"a":'.repeat(1200)}1${'}'.repeat(1200)}`);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']]);
  });

  it('names what it asked for before it broke', async () => {
    const verdict = await judge('{"a":{"module":"os","class_name":"system","config":{}},');
    assert.ok(codesOf(verdict).includes('import-refused'));
  });
});

describe('the weights of a Keras archive', () => {
  it('are checked as the HDF5 file they are, and give the step', async () => {
    const verdict = await verify(fixture('keras/model.keras'), {
      role: 'model',
      expectation: { step: 2, parameters: 195 },
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.deepEqual(verdict.tensors, { count: 22, elements: 539, nonFinite: 0 });
    const other = await verify(fixture('keras/model.keras'), {
      role: 'model',
      expectation: { step: 3, parameters: 196 },
    });
    assert.deepEqual(codesOf(other), ['step-unexpected', 'parameter-count']);
  });

  it('are unpacked in memory when they are deflated, up to a budget', async () => {
    const packed = await kerasFile(model(), { deflate: true });
    assert.equal((await verify(packed, { role: 'model' })).verdict, 'pass');
    const small = await verify(packed, { role: 'model', budgets: { structureBytes: 20_000 } });
    assert.deepEqual([small.verdict, codesOf(small)], ['inconclusive', ['keras-deflated']]);
  });

  it('must be there and be HDF5', async () => {
    const nothing = await verify(await kerasFile(model(), { weights: new Uint8Array(64).fill(65) }), {
      role: 'model',
    });
    assert.notEqual(nothing.counts, true);
  });
});
