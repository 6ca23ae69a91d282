import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixtureFiles } from './fixtures.ts';
import { verifyFiles } from './memory-tree.ts';
import { safetensorsFile, type TensorSpec, weights } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';

type Files = Map<string, Uint8Array>;

const CONFIG = 'adapter_config.json';
const WEIGHTS = 'adapter_model.safetensors';
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** `[8, 2]` numbers that look trained. */
const matrix = (...shape: number[]): TensorSpec => ({
  shape,
  data: weights(shape.reduce((product, size) => product * size, 1)),
});

const Q = 'base_model.model.layers.0.q_proj';
const pair = (module: string, rank = 2): Record<string, TensorSpec> => ({
  [`${module}.lora_A.weight`]: matrix(rank, 8),
  [`${module}.lora_B.weight`]: matrix(4, rank),
});

const adapter = (config: object = {}, tensors: Record<string, TensorSpec> = pair(Q)): Files =>
  new Map<string, Uint8Array>([
    [CONFIG, bytes({ peft_type: 'LORA', r: 2, target_modules: ['q_proj'], ...config })],
    [WEIGHTS, safetensorsFile(tensors)],
  ]);

async function look(files: Files) {
  const { files: alone, sets } = await verifyFiles(files, { role: 'archive' });
  const set = sets.find(({ format }) => format === 'peft-adapter');
  return { verdict: set?.verdict, codes: set?.reasons.map(({ code }) => code) ?? [], set, alone };
}
const codes = async (files: Files) => (await look(files)).codes;

describe('an adapter of PEFT', () => {
  it('is whole as the library saves it, with LoRA and with DoRA', async () => {
    for (const [name, tensors] of [
      ['peft', 8],
      ['dora', 13],
    ] as const) {
      const { verdict, codes: found, set } = await look(fixtureFiles(`trainers/${name}`));
      assert.deepEqual([verdict, found, set?.tensors?.count], ['pass', [], tensors]);
    }
    assert.deepEqual(await codes(adapter()), []);
  });

  it('is nothing without its configuration or its weights', async () => {
    for (const name of [CONFIG, WEIGHTS]) {
      const files = fixtureFiles('trainers/peft');
      files.delete(name);
      assert.deepEqual(await codes(files), ['file-missing']);
    }
    assert.deepEqual(await codes(adapter().set(`${WEIGHTS}.incomplete`, bytes('half'))), [
      'unfinished-sibling',
    ]);
  });

  for (const [what, config] of [
    ['no object', []],
    ['without a type', { r: 2 }],
    ['without a rank', { peft_type: 'LORA' }],
    ['of rank zero', { peft_type: 'LORA', r: 0 }],
  ] as const) {
    it(`refuses a configuration ${what}`, async () => {
      assert.deepEqual(await codes(adapter().set(CONFIG, bytes(config))), ['adapter-config-malformed']);
    });
  }

  it('cannot keep us busy with its patterns', async () => {
    const hostile = `${'(a*)*'.repeat(90)}b`;
    const modules = Array.from({ length: 300 }, (_none, i) => pair(`${'a'.repeat(900)}${i}`));
    const files = adapter(
      { target_modules: hostile, rank_pattern: { [hostile]: 3 } },
      Object.assign({}, ...modules),
    );
    const { verdict, codes: found } = await look(files);
    assert.deepEqual([verdict, found], ['pass', ['targets-unread']]);
  });

  it('is inconclusive where it names more modules than any model has', async () => {
    const many = Array.from({ length: 2000 }, (_none, i) => `m${i}`);
    const { verdict, codes: found } = await look(adapter({ modules_to_save: many }));
    assert.deepEqual([verdict, found], ['inconclusive', ['over-budget']]);
  });

  it('has its matrices in pairs that fit', async () => {
    const { [`${Q}.lora_B.weight`]: _b, ...half } = pair(Q);
    assert.deepEqual(await codes(adapter({}, half)), ['lora-unpaired']);
    const odd = { ...pair(Q), [`${Q}.lora_B.weight`]: matrix(4, 3) };
    assert.deepEqual(await codes(adapter({}, odd)), ['lora-shapes']);
    assert.deepEqual(await codes(adapter({}, { other: matrix(2, 2) })), [
      'lora-missing',
      'adapter-holds-more',
    ]);
  });

  it('is of the rank that the configuration says, module by module', async () => {
    assert.deepEqual(await codes(adapter({ r: 4 })), ['lora-rank']);
    assert.deepEqual(await codes(adapter({ r: 4, rank_pattern: { q_proj: 2 } })), []);
    assert.deepEqual(await codes(adapter({ r: 4, rank_pattern: { '^layers.0.q_proj': 2 } })), []);
    assert.deepEqual(await codes(adapter({ rank_pattern: { 'layers\\.0\\.q_proj': 4 } })), ['lora-rank']);
    assert.deepEqual(await codes(adapter({ rank_pattern: { 'layers\\.\\d+\\.q_proj': 4 } })), []);
    assert.deepEqual(await codes(adapter({ r: 4, rank_pattern: { '(?!x)q_proj': 2 } })), []);
    assert.deepEqual(await codes(adapter({ r: 4, target_parameters: ['experts.down'] })), []);
  });

  it('adapts every module that the configuration names, and no other', async () => {
    assert.deepEqual(await codes(adapter({ target_modules: ['q_proj', 'v_proj'] })), ['target-missing']);
    assert.deepEqual(await codes(adapter({ target_modules: ['proj'] })), ['target-missing']);
    for (const pattern of ['.*\\.q_proj', '.*q_proj', '^.*\\.(?:v_proj|q_proj)$'])
      assert.deepEqual(await codes(adapter({ target_modules: pattern })), [], pattern);
    for (const pattern of ['q_proj', 'v_proj|k_proj', '.*\\.[qk]_proj', '.*\\.(q|k)_proj', '(.*)q_proj'])
      assert.notDeepEqual(await codes(adapter({ target_modules: pattern })), [], pattern);
    assert.deepEqual(await codes(adapter({ target_modules: '.*\\.v_proj' })), ['target-unexpected']);
    const unread = await look(adapter({ target_modules: '(?=x).*' }));
    assert.deepEqual([unread.verdict, unread.codes], ['pass', ['targets-unread']]);
  });

  it('holds the modules that are saved whole; others beside the pairs are told', async () => {
    const head = { ...pair(Q), 'base_model.model.lm_head.weight': matrix(4, 4) };
    assert.deepEqual(await codes(adapter({ modules_to_save: ['lm_head'] }, head)), []);
    assert.deepEqual(await codes(adapter({ modules_to_save: ['lm_head'] })), ['module-missing']);
    const classifier = { ...pair(Q), 'base_model.model.classifier.weight': matrix(4, 4) };
    const heads = { modules_to_save: ['classifier', 'score'] };
    assert.deepEqual(await codes(adapter(heads, classifier)), []);
    assert.deepEqual(await codes(adapter(heads)), ['module-missing', 'module-missing']);
    assert.deepEqual(await codes(adapter({ modules_to_save: ['score'] }, classifier)), [
      'module-missing',
      'adapter-holds-more',
    ]);
    const more = await look(adapter({}, head));
    assert.deepEqual([more.verdict, more.codes], ['pass', ['adapter-holds-more']]);
  });

  it('holds DoRA vectors when and only when the configuration says so, as long as the module is wide', async () => {
    const withVector = (size: number) => ({ ...pair(Q), [`${Q}.lora_magnitude_vector`]: matrix(size) });
    assert.deepEqual(await codes(adapter({ use_dora: true }, withVector(4))), []);
    assert.deepEqual(await codes(adapter({ use_dora: true })), ['dora-vector-missing']);
    assert.deepEqual(await codes(adapter({}, withVector(4))), ['dora-vector-unexpected']);
    assert.deepEqual(await codes(adapter({ use_dora: true }, withVector(5))), ['dora-vector-size']);
  });

  it('may adapt an embedding', async () => {
    const E = 'base_model.model.embed';
    const tensors = { [`${E}.lora_embedding_A`]: matrix(2, 16), [`${E}.lora_embedding_B`]: matrix(8, 2) };
    assert.deepEqual(await codes(adapter({ target_modules: ['embed'] }, tensors)), []);
  });

  it('does not carry its own name in its keys', async () => {
    const named = { ...pair(Q), [`${Q}.lora_A.default.weight`]: matrix(2, 8) };
    assert.deepEqual(await codes(adapter({}, named)), ['adapter-name-in-key']);
  });

  it('is doubtful while all of lora_B is zero, which is how it starts, and fails where it is said to have made steps', async () => {
    const zero = {
      ...pair(Q),
      [`${Q}.lora_B.weight`]: { shape: [4, 2], data: new Array<number>(8).fill(0) },
    };
    const weightsOf = async (over: object) => {
      const { files } = await verifyFiles(adapter({}, zero), { role: 'adapter', ...over });
      const file = files.find(({ label }) => label.endsWith('adapter_model.safetensors'));
      return file?.reasons.find(({ code }) => code === 'never-trained')?.severity;
    };
    assert.equal(await weightsOf({}), 'degraded');
    assert.equal(await weightsOf({ expectation: { minStep: 1 } }), 'fail');
  });

  it('may be of another kind, whose tensors then are there', async () => {
    const ia3 = { 'base_model.model.k_proj.ia3_l': matrix(4, 1) };
    assert.deepEqual(await codes(adapter({ peft_type: 'IA3' }, ia3)), []);
    assert.deepEqual(await codes(adapter({ peft_type: 'IA3' })), ['adapter-empty']);
    const prompt = { peft_type: 'PROMPT_TUNING', num_virtual_tokens: 4 };
    assert.deepEqual(await codes(adapter(prompt, { prompt_embeddings: matrix(8, 16) })), []);
    assert.deepEqual(await codes(adapter(prompt, { prompt_embeddings: matrix(7, 16) })), ['prompt-length']);
    assert.deepEqual(await codes(adapter(prompt)), ['adapter-empty']);
    assert.deepEqual(await codes(adapter({ peft_type: 'NEW' })), ['adapter-type-unknown']);
  });

  it('may lie in a file of torch.save', async () => {
    const files: Files = new Map([
      [CONFIG, bytes({ peft_type: 'LORA', r: 2 })],
      ['adapter_model.bin', torchFile()],
    ]);
    assert.deepEqual(await codes(files), ['lora-missing', 'adapter-holds-more']);
  });
});
