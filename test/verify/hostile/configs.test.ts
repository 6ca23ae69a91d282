import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, notesOf, type Options, verify } from '../memory-source.ts';
import { dict, PROTO2, pickle, STOP, tensor, text } from '../pickle-writer.ts';
import { tarFile } from '../tar-writer.ts';
import { torchFile } from '../torch-writer.ts';
import { zipFile } from '../zip-writer.ts';
import { noneCounts } from './attack.ts';

const bytesOf = (content: string) => new TextEncoder().encode(content);
const json = (value: unknown) => JSON.stringify(value);
const CONFIG: Options = { role: 'config', roleFrom: 'guessed' };
const ARCHIVE: Options = { role: 'archive', roleFrom: 'guessed' };

/** Each was run by its loader (hydra-core 1.3.2, jsonpickle 4.1, PyYAML 6, Jinja2 3.1), but for those of other languages. */
const CONFIGS: [what: string, content: string, name: string, code?: string][] = [
  ['os.system for Hydra, in YAML', 'm:\n  _target_: os.system\n  command: id\n', 'os.system'],
  ['exec for Hydra', 'm:\n  _target_: builtins.exec\n  _args_: ["1"]\n', 'builtins.exec'],
  ['os.system for Hydra, in JSON', json({ m: { _target_: 'posix.system', command: 'id' } }), 'posix.system'],
  [
    'a call within a call',
    'm:\n  _target_: hydra.utils.call\n  config:\n    _target_: subprocess.check_output\n',
    'subprocess.check_output',
  ],
  [
    'a function that Hydra is to find and another calls',
    'm:\n  _target_: numpy.apply_along_axis\n  func1d:\n    path: os.system\n    _target_: hydra.utils.get_method\n',
    'os.system',
  ],
  ['what unpickles', 'm:\n  _target_: joblib.load\n  filename: x\n', 'joblib.load'],
  ['a class path', 'm:\n  class_path: subprocess.Popen\n', 'subprocess.Popen'],
  ['a component', 'm:\n  _component_: os.system\n', 'os.system'],
  ['a type in a pipeline', 'components:\n  a:\n    type: os.system\n', 'os.system'],
  ['a target with parameters', 'model:\n  target: os.system\n  params: {}\n', 'os.system'],
  [
    'py/reduce',
    json({ 'py/reduce': [{ 'py/function': 'posix.system' }, { 'py/tuple': ['id'] }] }),
    'posix.system',
  ],
  ['py/object', json({ a: [{ 'py/object': 'subprocess.Popen' }] }), 'subprocess.Popen'],
  ['a function for skops', json({ content: { function: 'system', module_path: 'posix' } }), 'posix.system'],
  ['a method for skops', json({ __class__: 'Popen', __module__: 'subprocess' }), 'subprocess.Popen'],
  [
    'a function for Keras in bare JSON',
    json({ module: 'os', class_name: 'function', config: 'system' }),
    'os.system',
  ],
  ['a library for PEFT', json({ auto_mapping: { parent_library: 'antigravity' } }), 'antigravity'],
  ['a tag that calls', 'a: !!python/object/apply:os.system ["id"]\n', 'os.system'],
  ['a tag that makes', 'a: !!python/object/new:subprocess.Popen [["id"]]\n', 'subprocess.Popen'],
  ['a tag that names', "a: !!python/name:os.system ''\n", 'os.system'],
  ['a tag whose name is escaped', 'a: !!python/object/apply:o%73.system ["id"]\n', 'os.system'],
  [
    'a tag by a prefix of the file',
    '%TAG !e! tag:yaml.org,2002:python/\n---\na: !e!object/apply:os.system ["id"]\n',
    'os.system',
  ],
  ['a tag behind a mark', '? a\n: !!python/object/apply:os.system ["id"]\n', 'os.system'],
  ['a tag behind an anchor', '&a\nb: !!python/object/apply:os.system ["id"]\n', 'os.system'],
  ['a tag at the very first', '!<tag:yaml.org,2002:python/object/apply:os.system> ["id"]\n', 'os.system'],
  ['a name that an alias stands for', 'a: &x os.system\nm:\n  _target_: *x\n', 'os.system'],
  ['a test of Python for Hydra', 'm:\n  _target_: doctest.debug_script\n  src: x\n', 'doctest.debug_script'],
  [
    'an activation for sentence-transformers',
    json({ in_features: 3, activation_function: 'os.abort' }),
    'os.abort',
  ],
  [
    'an activation of a cross-encoder',
    json({ sentence_transformers: { activation_fn: 'os.abort' } }),
    'os.abort',
  ],
  ['a class for monty', json({ '@module': 'subprocess', '@class': 'Popen' }), 'subprocess.Popen'],
  ['a filter for Haystack', json({ init_parameters: { custom_filters: { f: 'os.system' } } }), 'os.system'],
  // What follows was read by PyYAML 6.0.4, as OmegaConf and Lightning read.
  ...['\r', '\x85', '\u2028', '\u2029'].flatMap((end): [string, string, string][] => [
    [
      `a tag behind a comment that ends in U+${end.charCodeAt(0).toString(16)}`,
      `a: 1 # b${end}b: !!python/object/apply:os.system [id]\n`,
      'os.system',
    ],
    [
      `a target likewise, U+${end.charCodeAt(0).toString(16)}`,
      `a: 1 # b${end}_target_: os.system\n`,
      'os.system',
    ],
  ]),
  [
    'a name whose other half is merged from elsewhere',
    'b: &b {_target_: hydra.utils.get_method}\nm:\n  <<: *b\n  path: os.system\n',
    'os.system',
  ],
  [
    'the same through a list and a map of maps',
    'b: &b {"@module": os}\nc: &c {<<: *b, d: 1}\nm:\n  <<: [{e: 1}, *c]\n  "@callable": system\n',
    'os.system',
  ],
  [
    'a tag written out in escapes',
    'a: !<tag:yaml.org,2002:%70ython/object/apply:os.system> [id]\n',
    'os.system',
  ],
  [
    'a tag behind a first key that is no word',
    'a b: 1\nc: !!python/object/apply:os.system [id]\n',
    'os.system',
  ],
  ['a target behind a byte order mark', '\ufeffa: 1\n_target_: os.system\n', 'os.system'],
  ['a target behind a byte order mark, in JSON', `\ufeff${json({ _target_: 'os.system' })}`, 'os.system'],
  ['a target behind pages of comments', `${'# x\n'.repeat(5000)}_target_: os.system\n`, 'os.system'],
  ['a tag written out', 'a: !<tag:yaml.org,2002:python/object/apply:os.system> ["id"]\n', 'os.system'],
];

noneCounts(
  'a config that has its loader call',
  CONFIGS.map(([what, content, name]) => ({
    what,
    bytes: () => bytesOf(content),
    code: 'import-refused',
    imports: [name],
    options: { ...CONFIG, label: content.startsWith('{') ? 'a.json' : 'a.yaml' },
  })),
);

noneCounts(
  'a target behind a comment that ends in a return:',
  ['a.json5', 'a.jsonc'].map((label) => ({
    what: label,
    bytes: () => bytesOf('{"a": 1, // b\r"_target_": "os.system"\n}'),
    code: 'import-refused',
    imports: ['os.system'],
    options: { ...CONFIG, label },
  })),
);

noneCounts(
  'a pickle in a config:',
  [
    'gASVGgAAAAAAAACMAm9zlIwGc3lzdGVtlJOUjAJpZJSFlFKULg==',
    '!!binary |\n  gASVGgAAAAAAAACMAm9zlIwGc3lz\n  dGVtlJOUjAJpZJSFlFKULg==\n',
  ].map((value) => ({
    what: value.slice(0, 8),
    bytes: () => bytesOf(`policy: ${value}\n`),
    code: 'hidden-pickle',
    imports: ['os.system'],
    options: CONFIG,
  })),
);

const [TAG, TARGET] = ['a: !!python/object/apply:os.system ["id"]\n', 'm:\n  _target_: os.system\n'];
noneCounts(
  'an archive that holds a config that does:',
  [TAG, TARGET, `${TARGET}# ${'x'.repeat(300_000)}\n`].flatMap((content, i) => [
    {
      what: `a tar, ${i}`,
      bytes: () => tarFile({ name: './model_config.yaml', data: content }),
      code: i < 2 ? 'import-refused' : 'over-budget',
      verdict: i < 2 ? 'fail' : 'inconclusive',
      options: ARCHIVE,
    },
    {
      what: `a zip, ${i}`,
      bytes: () => zipFile([{ name: 'a/config.yml', data: bytesOf(content), deflate: true }]),
      code: i < 2 ? 'import-refused' : 'over-budget',
      verdict: i < 2 ? 'fail' : 'inconclusive',
      options: ARCHIVE,
    },
  ]),
);

noneCounts(
  'an archive whose config spells it with escapes, or not in its first line:',
  [
    '"_tar\\x67et_": os.system\n',
    'a: !!%70ython/object/apply:os.system [id]\n',
    'a b: 1\n_target_: os.system\n',
    '# b\u2028_target_: os.system\n',
  ].map((content) => ({
    what: JSON.stringify(content),
    bytes: () => tarFile({ name: './model_config.yaml', data: content }),
    code: 'import-refused',
    options: ARCHIVE,
  })),
);

noneCounts('a config that is evaluated or rendered:', [
  {
    what: 'an activation of Ultralytics',
    bytes: () => bytesOf("nc: 80\nactivation: __import__('os').system('id')\n"),
    code: 'import-refused',
    options: CONFIG,
  },
  {
    what: 'a layer of YOLOv5',
    bytes: () => bytesOf('backbone:\n  - [-1, 1, "exec(\'1\')", [64]]\n'),
    code: 'import-refused',
    options: CONFIG,
  },
  ...[json({ template: '{{ cycler.__init__ }}' }), 'template: "{{ cycler.__init__ }}"\n'].map((content) => ({
    what: `a template of a prompt: ${content}`,
    bytes: () => bytesOf(content),
    code: 'template-escape',
    options: CONFIG,
  })),
]);

const checkpoint = (instantiator: string) =>
  torchFile(
    pickle(
      PROTO2,
      dict(
        [text('state_dict'), dict([text('w'), tensor()])],
        [text('hyper_parameters'), dict([text('_instantiator'), text(instantiator)])],
      ),
      STOP,
    ),
  );

describe('a function that a checkpoint of Lightning names in plain text', () => {
  for (const [name, expected] of [
    ['os.system', 'fail'],
    ['evil.go', 'pass-degraded'],
    ['lightning.pytorch.cli.instantiate_module', 'pass'],
  ])
    it(`${name}: ${expected}`, async () => {
      const verdict = await verify(checkpoint(name as string));
      assert.equal(verdict.verdict, expected, JSON.stringify(verdict.reasons));
    });
});

describe('a config that names code as healthy ones do', () => {
  const look = (content: string, label: string) => verify(content, { ...CONFIG, label });
  for (const [label, content, note] of [
    ['config.yaml', 'a:\n  _target_: torch.optim.Adam\nb:\n  _target_: builtins.dict\n', 'names-code'],
    ['config.yaml', 'model:\n  class_path: my.Net\n', 'names-code'],
    ['config.json', json({ auto_map: { AutoModel: 'modeling_x.Model' } }), 'remote-code'],
    [
      'tokenizer_config.json',
      json({ auto_map: { AutoTokenizer: ['tokenization_x.T', null] } }),
      'remote-code',
    ],
    ['modules.json', json([{ idx: 0, name: '0', path: '', type: 'my.Pooling' }]), 'remote-code'],
    ['model_index.json', json({ _class_name: ['pipeline', 'MyPipeline'] }), 'remote-code'],
    [
      'adapter_config.json',
      json({ auto_mapping: { parent_library: 'transformers.models.t5' } }),
      'names-code',
    ],
  ] as const)
    it(`has a note: ${label} ${content.slice(0, 50)}`, async () => {
      const verdict = await look(content, label);
      assert.deepEqual([codesOf(verdict), notesOf(verdict)], [['no-checksum'], [note]]);
    });

  for (const [label, content] of [
    ['config.yaml', 'a:\n  _target_: builtins.dict\n  b: {_target_: pathlib.Path}\n'],
    ['config.yaml', 'activation: nn.SiLU()\nbackbone:\n  - [-1, 1, Conv, [64, 3, 2]]\n'],
    ['config.json', json({ activation_function: 'gelu_new', _attn_implementation: 'flash_attention_2' })],
    ['config.json', json({ activation_function: 'torch.nn.modules.activation.Tanh' })],
    ['config.yaml', 'a: &x my.os\nb: *x\nc: &x {d: 1}\ne: *x\n'],
    ['hydra.yaml', 'handlers:\n  console: {class: logging.StreamHandler, stream: ext://sys.stdout}\n'],
    ['config.json', json({ type: 'os.path', target: 'test.csv', class: 'code', py: 'py/object' })],
    [
      'resource.json',
      json({ type: 'os.linux', target: 'sys.load', class: 'os.process', func: 'nt.authority' }),
    ],
    ['config.json', json({ module: 'builtins', class_name: 'function', config: 'my_act' })],
    ['modules.json', json([{ name: '0', path: '', type: 'sentence_transformers.models.Pooling' }])],
    ['prompt.json', json({ template: 'Hello {{ name }}, {% if x.y %}__init__{% endif %}' })],
  ] as const)
    it(`has none: ${label} ${content.slice(0, 50)}`, async () => {
      const verdict = await look(content, label);
      assert.deepEqual([codesOf(verdict), notesOf(verdict)], [['no-checksum'], []]);
    });

  it('is degraded where its loader makes the objects, or takes the code from where it lies', async () => {
    for (const content of [
      json({ 'py/object': 'mylib.Foo' }),
      json({ auto_mapping: { parent_library: 'evil' } }),
      'm:\n  _target_: torch.hub.load\n',
      'm:\n  _target_: torch.os.system\n',
      'm:\n  _target_: torch.utils.cpp_extension.load_inline\n',
      'm:\n  _target_: numpy.f2py.compile\n',
      json({ mod: 'os.sys', m: { _target_: ['$', '{mod}tem'].join('') } }),
      json({ model_type: 'llama', attn_implementation: 'someone/kernel' }),
      json({ model_type: 'llama', _attn_implementation: { text_config: 'paged|someone/kernel@main:f' } }),
      'flavors:\n  python_function:\n    loader_module: evil\n    code: code\n',
    ]) {
      const verdict = await look(content, content.startsWith('{') ? 'x.json' : 'MLmodel');
      assert.deepEqual(codesOf(verdict), ['unsafe-loader', 'no-checksum'], content);
    }
  });

  it('is no fault in an archive, nor is what no reader here takes for YAML', async () => {
    const data = '{{ template }}\n  - {{- x }}\na: b: c\n';
    for (const content of ['a: 1\n', data.replace('template', 'x'), `a: ${'x'.repeat(300_000)}\n`]) {
      const verdict = await verify(zipFile([{ name: 'a.yaml', data: bytesOf(content) }]), ARCHIVE);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []], JSON.stringify(verdict.reasons));
    }
  });
});
