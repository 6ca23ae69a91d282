import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixtureFiles } from './fixtures.ts';
import { verifyFiles } from './memory-tree.ts';
import { dict, type Op, PROTO2, pickle, STOP, text } from './pickle-writer.ts';
import { torchFile } from './torch-writer.ts';

type Files = Map<string, Uint8Array>;

const FOLDER = 'checkpoint-4';
const one = () => fixtureFiles('trainers/one-rank');
const two = () => fixtureFiles('trainers/two-ranks');
const bytes = (content: string) => new TextEncoder().encode(content);
const put = (files: Files, name: string, content: Uint8Array) => files.set(`${FOLDER}/${name}`, content);
const take = (files: Files, ...names: string[]) => {
  for (const name of names) files.delete(`${FOLDER}/${name}`);
  return files;
};

/** `training_args.bin` as far as the set reads it. */
const TRUE = 0x88;
const FALSE = 0x89;
const settings = (values: Record<string, number>) => {
  const pairs = Object.entries(values).map(([name, flag]): [Op, Op] => [text(name), flag]);
  return torchFile(pickle(PROTO2, dict(...pairs), STOP), {});
};

const withState = (change: (state: Record<string, unknown>) => void): Files => {
  const files = one();
  const path = `${FOLDER}/trainer_state.json`;
  const state = JSON.parse(Buffer.from(files.get(path) ?? []).toString()) as Record<string, unknown>;
  change(state);
  return files.set(path, bytes(JSON.stringify(state).replaceAll('"NaN"', 'NaN')));
};

async function look(files: Files, label = FOLDER) {
  const { files: alone, sets } = await verifyFiles(files, { role: 'archive' });
  const set = sets.find((each) => each.label === label && each.format === 'hf-trainer-checkpoint');
  return { verdict: set?.verdict, codes: set?.reasons.map(({ code }) => code), facts: set?.facts, alone };
}

describe('a checkpoint folder of the Hugging Face Trainer', () => {
  it('is whole with every part, and says its step', async () => {
    for (const files of [one(), two()]) {
      const { verdict, codes, facts } = await look(files);
      assert.deepEqual([verdict, codes, facts?.step], ['pass', [], 4]);
    }
  });

  it('is found as the root of a tree, too', async () => {
    const files = new Map([...one()].map(([path, content]) => [path.slice(FOLDER.length + 1), content]));
    assert.equal((await look(files, '')).verdict, 'pass');
  });

  for (const [name, code] of [
    ['trainer_state.json', 'file-missing'],
    ['optimizer.pt', 'file-missing'],
    ['scheduler.pt', 'file-missing'],
    ['rng_state.pth', 'file-missing'],
    ['training_args.bin', 'file-missing'],
    ['model.safetensors', 'weights-missing'],
  ] as const) {
    it(`is not whole without ${name}`, async () => {
      assert.deepEqual((await look(take(one(), name))).codes, [code]);
    });
  }

  it('may hold the model alone where the trainer was told so, and only there', async () => {
    const resume = ['optimizer.pt', 'scheduler.pt', 'rng_state.pth'];
    const told = put(take(one(), ...resume), 'training_args.bin', settings({ save_only_model: TRUE }));
    assert.equal((await look(told)).verdict, 'pass');
    const lost = put(take(one(), ...resume), 'training_args.bin', settings({ save_only_model: FALSE }));
    assert.deepEqual((await look(lost)).codes, ['file-missing', 'file-missing', 'file-missing']);
  });

  it('is named for the step that its state says', async () => {
    const files = withState((state) => {
      state['global_step'] = 3;
      state['log_history'] = [];
    });
    assert.deepEqual((await look(files)).codes, ['step-disagrees', 'optimizer-ahead']);
  });

  it('holds an optimizer that is not ahead; one that skipped steps is told', async () => {
    const renamed = (to: number) =>
      new Map(
        [
          ...withState((state) => {
            state['global_step'] = to;
            state['log_history'] = [];
          }),
        ].map(([path, content]) => [path.replace(FOLDER, `checkpoint-${to}`), content]),
      );
    assert.deepEqual((await look(renamed(2), 'checkpoint-2')).codes, ['optimizer-ahead']);
    const skipped = await look(renamed(6), 'checkpoint-6');
    assert.deepEqual([skipped.verdict, skipped.codes], ['pass', ['optimizer-behind']]);
  });

  it('has not logged steps it did not make', async () => {
    const files = withState((state) => {
      state['log_history'] = [{ step: 6, loss: 1 }];
    });
    assert.deepEqual((await look(files)).codes, ['log-ahead']);
  });

  it('ends with losses that are numbers; an earlier one that was not is told', async () => {
    const history = (...losses: unknown[]) =>
      withState((state) => {
        state['log_history'] = losses.map((loss, i) => ({ step: i, eval_loss: loss }));
      });
    assert.deepEqual((await look(history(1, 'NaN'))).codes, ['loss-not-finite']);
    const recovered = await look(history('NaN', 1));
    assert.deepEqual([recovered.verdict, recovered.codes], ['pass', ['loss-was-not-finite']]);
  });

  it('says a step at all', async () => {
    const files = withState((state) => {
      state['global_step'] = 'four';
    });
    assert.deepEqual((await look(files)).codes, ['trainer-state-malformed']);
  });

  it('holds the random state of every process', async () => {
    assert.deepEqual((await look(take(two(), 'rng_state_1.pth'))).codes, ['rank-missing']);
    const alone = take(two(), 'rng_state_0.pth', 'rng_state_1.pth');
    put(alone, 'rng_state.pth', one().get(`${FOLDER}/rng_state.pth`) ?? bytes(''));
    assert.deepEqual((await look(alone)).codes, ['rank-missing']);
    const [state] = [two().get(`${FOLDER}/rng_state_1.pth`) ?? bytes('')];
    assert.deepEqual((await look(put(two(), 'rng_state_2.pth', state))).codes, ['rank-surplus']);
    assert.ok((await look(put(two(), 'rng_state.pth', state))).codes?.includes('rank-surplus'));
  });

  it('misses a rank between others also where nothing says how many there were', async () => {
    const files = put(take(two(), 'rng_state_1.pth'), 'training_args.bin', settings({ fp16: FALSE }));
    assert.deepEqual((await look(files)).codes, ['rank-missing']);
  });

  it('holds a loss scaler when and only when it ran with fp16', async () => {
    const scaler = torchFile();
    const whole = put(put(one(), 'scaler.pt', scaler), 'training_args.bin', settings({ fp16: TRUE }));
    assert.deepEqual((await look(whole)).codes, []);
    const without = await look(take(whole, 'scaler.pt'));
    assert.deepEqual([without.verdict, without.codes], ['pass-degraded', ['scaler-missing']]);
    assert.deepEqual((await look(put(one(), 'scaler.pt', scaler))).codes, ['scaler-unexpected']);
  });

  it('is not whole while something in it is unfinished, or while it has its working name', async () => {
    const copied = put(one(), 'model.safetensors.incomplete', bytes('half'));
    assert.ok((await look(copied)).codes?.includes('unfinished-sibling'));
    const name = 'tmp-checkpoint-4';
    const working = new Map([...one()].map(([path, content]) => [path.replace(FOLDER, name), content]));
    assert.deepEqual((await look(working, name)).codes, ['unfinished-name']);
  });

  it('is not whole when a file of it is not, and no file of it counts then', async () => {
    const files = put(
      one(),
      'scheduler.pt',
      one().get(`${FOLDER}/scheduler.pt`)?.subarray(0, -1) ?? bytes(''),
    );
    const { verdict, codes, alone } = await look(files);
    assert.deepEqual([verdict, codes], ['fail', ['member-not-whole']]);
    assert.ok(alone.every(({ counts }) => !counts));
  });

  it('does not mind a tokenizer that we cannot read, nor a README that is cut', async () => {
    const files = put(one(), 'spiece.model', Uint8Array.of(0xfe, 0xff, 0x00, 0x80, 0x99));
    put(files, 'README.md', new Uint8Array(0));
    assert.equal((await look(files)).verdict, 'pass');
  });

  it('is not taken for one where a run ended or another trainer wrote', async () => {
    const final = take(one(), 'optimizer.pt', 'scheduler.pt', 'rng_state.pth');
    const ended = new Map([...final].map(([path, content]) => [path.replace(FOLDER, 'out'), content]));
    assert.equal((await look(ended, 'out')).verdict, undefined);
    const own = take(one(), 'trainer_state.json', 'training_args.bin', 'rng_state.pth');
    assert.equal((await look(own)).verdict, undefined);
    assert.equal((await look(put(one(), 'random_states_0.pkl', torchFile()))).verdict, undefined);
  });
});
