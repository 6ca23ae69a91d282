import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TRAINERS } from '../../src/job/init/trainers.ts';
import { proposeJob } from '../../src/job/init.ts';
import type { Job } from '../../src/job/job.ts';
import { load } from './job-text.ts';

const FIXTURES = join(import.meta.dirname, 'trainers');

/** The job file for a script of the shape that a framework's documentation shows, loaded as strictly as any. */
function propose(name: string, entry?: string, saved: (text: string) => string = (text) => text) {
  const dir = join(FIXTURES, name);
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(dir, join(each.parentPath, each.name)).replaceAll('\\', '/'))
    .sort();
  const read = (path: string) =>
    files.includes(path) ? saved(readFileSync(join(dir, path), 'utf8')) : undefined;
  const proposal = proposeJob({ files, read }, name, entry);
  return { ...proposal, ...load(proposal.yaml) };
}

interface Expected {
  run: string;
  smoke?: string;
  checkpoint?: Partial<NonNullable<Job['checkpoint']>>;
  resume: 'continues' | 'none';
  /** Command of the drill, where it is another than that of the smoke. */
  drill?: string;
  /** 1, unless said. */
  gpus?: number;
  metrics?: Partial<NonNullable<Job['metrics']>>;
  /** First artifacts, as `path role`. */
  artifacts: string[];
  /** What must be said in the file, or to the person. */
  says?: RegExp[];
  /** Codes of what loading it warns of. */
  warns?: string[];
  /** Lines to paste. */
  pastes?: RegExp[];
  /** And those without which it works. */
  advice?: RegExp[];
}

const OUT = '"$GPU_LEASE_OUT"';
/** From where it writes by paths of its own. */
const there = (script: string, before = 'python3'): string => `cd ${OUT} && ${before} "$OLDPWD/${script}"`;
const newest = (mark: string): string =>
  `last=$(find "$GPU_LEASE_OUT" -path "$GPU_LEASE_OUT/"${mark} | sort -V | tail -n 1)\n`;
const TRAINER_FOLDER = ['model', 'adapter'].map((weights) => [
  `checkpoint-*/*.safetensors ${weights}`,
  'checkpoint-*/optimizer.pt optimizer',
  'checkpoint-*/trainer_state.json config',
  'checkpoint-*/** opaque',
]);
const [MODEL_FOLDER = [], ADAPTER_FOLDER = []] = TRAINER_FOLDER;

const EXPECTED: Record<string, Expected> = {
  'transformers-flags': {
    run: `python3 train.py --examples 64 --learning_rate 1e-3 --output_dir ${OUT} --do_train`,
    smoke: `python3 train.py --examples 64 --learning_rate 1e-3 --output_dir ${OUT} --do_train --max_steps 20 --save_steps 5 --logging_steps 1 --use_cpu --save_strategy steps --report_to none`,
    checkpoint: { path: 'checkpoint-*', complete: 'trainer_state.json' },
    metrics: { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state' },
    resume: 'continues',
    artifacts: MODEL_FOLDER,
    says: [
      /README\.md:4 starts it/,
      /goes on from the newest checkpoint when there is one; the drill of the smoke proves it/,
    ],
  },
  'transformers-fixed': {
    run: there('finetune.py'),
    smoke: there('finetune.py', 'MAX_STEPS=20 SAVE_STEPS=5 python3'),
    checkpoint: { path: 'results/checkpoint-*', complete: 'trainer_state.json' },
    metrics: { path: 'results/checkpoint-*/trainer_state.json', format: 'trainer-state' },
    resume: 'none',
    artifacts: MODEL_FOLDER.map((each) => `results/${each}`),
    says: [
      /CHECK: fp16=True needs a GPU/,
      /CHECK: the script does not read MAX_STEPS and SAVE_STEPS yet/,
      /env: \[WANDB_API_KEY\]/,
    ],
    pastes: [
      /finetune\.py:17: in place of `trainer\.train\(\)`[\s\S]*max_steps, [\s\S]*checkpoint-\*\/trainer_state\.json[\s\S]*resume_from_checkpoint=/,
    ],
  },
  // What init printed for the one above, pasted.
  'transformers-short': {
    run: there('finetune.py'),
    smoke: there('finetune.py', 'MAX_STEPS=20 SAVE_STEPS=5 python3'),
    checkpoint: { path: 'results/checkpoint-*', complete: 'trainer_state.json' },
    resume: 'continues',
    artifacts: [
      ...MODEL_FOLDER.map((each) => `results/${each}`),
      'results/*.safetensors model',
      'results/*.json config',
      'results/final/*.safetensors model',
      'results/final/*.json config',
    ],
  },
  'transformers-pasted': {
    run: 'python3 finetune.py',
    smoke: 'MAX_STEPS=20 SAVE_STEPS=5 python3 finetune.py',
    checkpoint: { path: 'checkpoint-*', complete: 'trainer_state.json' },
    resume: 'continues',
    artifacts: MODEL_FOLDER,
  },
  'transformers-true': {
    run: `python3 train.py --output_dir ${OUT}`,
    resume: 'none',
    artifacts: MODEL_FOLDER,
    says: [/CHECK: train\.py:22 asks for a checkpoint also on the first start/],
    pastes: [/in place of `trainer\.train\(resume_from_checkpoint=True\)`/],
  },
  'trl-sft': {
    run: `${newest("'checkpoint-*/trainer_state.json'")}exec accelerate launch --config_file configs/two.yaml sft.py --model_name_or_path Qwen/Qwen2.5-0.5B --dataset_name trl-lib/Capybara --output_dir ${OUT} \${last:+--resume_from_checkpoint "\${last%/trainer_state.json}"}`,
    checkpoint: { path: 'checkpoint-*' },
    metrics: { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state' },
    resume: 'continues',
    artifacts: ADAPTER_FOLDER,
    says: [/CHECK: run\.sh:3 gives it what only a shell knows/],
  },
  peft: {
    run: 'python3 train_lora.py',
    smoke: 'MAX_STEPS=20 SAVE_STEPS=5 python3 train_lora.py',
    checkpoint: { path: 'checkpoint-*', complete: 'trainer_state.json' },
    metrics: { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state' },
    resume: 'continues',
    artifacts: ADAPTER_FOLDER,
  },
  unsloth: {
    run: 'python3 train.py',
    smoke: 'python3 -m py_compile train.py',
    metrics: { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state' },
    resume: 'none',
    artifacts: ADAPTER_FOLDER,
    says: [/CHECK: unsloth is imported only where there is a GPU/],
    pastes: [/output_dir=os\.environ\.get\("GPU_LEASE_OUT", "outputs"\)/, /resume_from_checkpoint=/],
  },
  axolotl: {
    run: `axolotl train lora.yml --output-dir ${OUT}`,
    metrics: { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state' },
    resume: 'none',
    artifacts: ADAPTER_FOLDER,
    warns: ['smoke-none'],
    says: [/CHECK: axolotl trains on a GPU/, /smoke: none/],
    pastes: [/auto_resume_from_checkpoints: true/],
  },
  lightning: {
    run: `python3 train.py --out ${OUT}`,
    smoke: `python3 train.py --out ${OUT} --max-steps 20 --save-every 5`,
    checkpoint: { path: 'checkpoints/last*.ckpt', stepKey: 'global_step' },
    metrics: { path: '**/metrics.csv', format: 'csv', stepKey: 'step', lossKey: 'train_loss' },
    resume: 'continues',
    artifacts: [
      'checkpoints/last*.ckpt checkpoint',
      'checkpoints/*.ckpt checkpoint',
      '**/metrics.csv metrics',
    ],
    says: [
      /CHECK: after a resume[\s\S]*enable_version_counter=False/,
      /train\.py:41 goes on from last\.ckpt when there is one/,
    ],
  },
  'lightning-default': {
    run: there('main.py'),
    smoke: there('main.py', 'MAX_STEPS=20 python3'),
    checkpoint: { path: '**/*.ckpt' },
    metrics: { path: '**/events.out.tfevents.*', format: 'tensorboard' },
    resume: 'none',
    artifacts: ['**/*.ckpt checkpoint', '**/events.out.tfevents.* metrics'],
    says: [/no ModelCheckpoint keeps one in a folder that a restart looks\n? *#? ?into/],
    pastes: [/dirpath=os\.environ\.get[\s\S]*ckpt_path="last"/],
  },
  'lightning-cli': {
    run: `${newest("'*.ckpt'")}exec python3 main.py fit --config config.yaml --trainer.default_root_dir ${OUT} \${last:+--ckpt_path "$last"}`,
    metrics: { path: '**/metrics.csv', format: 'csv' },
    resume: 'continues',
    artifacts: ['**/*.ckpt checkpoint', '**/metrics.csv metrics'],
    says: [/Makefile:2 starts it/, /CHECK: a checkpoint comes once per epoch/],
  },
  accelerate: {
    run: `${newest("'step_*/random_states_0.pkl'")}exec accelerate launch train_text.py --max_train_steps 4000 --output_dir ${OUT} \${last:+--resume_from_checkpoint "\${last%/random_states_0.pkl}"}`,
    smoke: `${newest("'step_*/random_states_0.pkl'")}exec accelerate launch --cpu --num_processes 1 train_text.py --output_dir ${OUT} --max_train_steps 20 --checkpointing_steps 5 \${last:+--resume_from_checkpoint "\${last%/random_states_0.pkl}"}`,
    checkpoint: { path: 'step_*' },
    resume: 'continues',
    artifacts: ['step_*/*.safetensors model', 'step_*/** opaque'],
  },
  'accelerate-automatic': {
    run: there('train.py', 'accelerate launch'),
    checkpoint: { path: 'out/checkpoints/checkpoint_*' },
    resume: 'none',
    artifacts: ['out/checkpoints/checkpoint_*/*.safetensors model', 'out/checkpoints/checkpoint_*/** opaque'],
    pastes: [/project_configuration\.iteration = /],
  },
  'torchrun-ddp': {
    run: `torchrun --standalone --nproc_per_node=auto train.py --steps 5000 --save-dir ${OUT}`,
    smoke: `torchrun --standalone --nproc_per_node=2 train.py --save-dir ${OUT} --steps 20 --save-every 5`,
    checkpoint: { path: 'snapshot.pt', stepKey: 'step' },
    metrics: { pattern: '[*] epoch * step {step}/*: train loss {loss}' },
    resume: 'continues',
    artifacts: ['snapshot.pt checkpoint'],
    gpus: 2,
    pastes: [/train\.py:15: NCCL needs GPUs[\s\S]*gloo/],
  },
  'fsdp-shards': {
    run: 'torchrun --standalone --nproc_per_node=auto train.py',
    smoke: 'torchrun --standalone --nproc_per_node=2 train.py --max-steps 20',
    checkpoint: { path: 'step-*', complete: '.metadata' },
    resume: 'continues',
    artifacts: ['step-*/.metadata opaque', 'step-*/** opaque'],
  },
  deepspeed: {
    run: `deepspeed train.py --deepspeed --deepspeed_config ds_config.json --save_dir ${OUT}`,
    resume: 'none',
    artifacts: ['global_step*/** opaque', 'latest opaque'],
    gpus: 4,
    says: [/CHECK: `latest` lies beside the folders/],
    pastes: [/model_engine\.save_checkpoint\(folder\)/, /step-\*\/latest/],
  },
  nanogpt: {
    run: `${newest('ckpt.pt')}exec python3 train.py config/train_char.py --batch_size=32 --out_dir=${OUT} \${last:+--init_from=resume}`,
    smoke: `${newest('ckpt.pt')}exec python3 train.py config/train_char.py --batch_size=32 --out_dir=${OUT} --max_iters=20 --log_interval=1 --device=cpu --eval_interval=5 --eval_iters=2 --always_save_checkpoint=True --compile=False --dtype=float32 --wandb_log=False \${last:+--init_from=resume}`,
    checkpoint: { path: 'ckpt.pt', stepKey: 'iter_num' },
    metrics: { pattern: 'iter {step}: loss {loss}', format: 'log', path: '' },
    resume: 'continues',
    artifacts: ['ckpt.pt checkpoint'],
    says: [/CHECK: data is prepared by a script of its own/],
  },
  keras: {
    run: `python3 train.py --workdir=${OUT}`,
    smoke: `python3 train.py --workdir=${OUT} --epochs=1`,
    drill: `python3 train.py --workdir=${OUT} --epochs=20`,
    checkpoint: { path: 'backup', complete: 'training_metadata.json', stepKey: 'epoch' },
    metrics: { path: 'log.csv', format: 'csv', stepKey: 'epoch' },
    resume: 'continues',
    artifacts: [
      'backup/training_metadata.json config',
      'backup/*.weights.h5 model',
      'backup/** opaque',
      'final.keras model',
      'log.csv metrics',
    ],
  },
  'keras-steady': {
    run: `python3 train.py --output-dir ${OUT}`,
    checkpoint: { path: 'backup', complete: 'training_metadata.json', stepKey: 'epoch' },
    metrics: { path: 'log.csv', format: 'csv', stepKey: 'epoch' },
    resume: 'continues',
    artifacts: ['backup/training_metadata.json config', 'backup/*.weights.h5 model', 'backup/** opaque'],
  },
  'keras-bare': {
    run: there('train.py'),
    smoke: there('train.py', 'EPOCHS=1 python3'),
    resume: 'none',
    artifacts: ['models/m-*.keras model'],
    says: [/No checkpoint: no BackupAndRestore is among the callbacks/],
    pastes: [
      /epochs=int\(os\.environ\.get\("EPOCHS", 50\)\)/,
      /BackupAndRestore\([\s\S]*delete_checkpoint=False/,
    ],
  },
  'jax-orbax': {
    run: `python3 train.py --workdir=${OUT}`,
    smoke: `python3 train.py --workdir=${OUT} --num_steps=20`,
    checkpoint: { path: 'ckpt/[0-9]*' },
    resume: 'continues',
    artifacts: ['ckpt/[0-9]*/** opaque'],
  },
  'torch-loop': {
    run: `python3 train.py --output-dir ${OUT}`,
    smoke: `python3 train.py --output-dir ${OUT} --max-steps 20 --save-every 5`,
    checkpoint: { path: 'last.pt', stepKey: 'global_step' },
    metrics: { path: 'metrics.jsonl' },
    resume: 'continues',
    artifacts: ['last.pt checkpoint', 'metrics.jsonl metrics'],
  },
  // The folder is numbered anew at every start, and two names get their paths in one line.
  'torch-detector': {
    run: `${newest("'*/weights/last.pt'")}exec python3 train.py --project ${OUT} \${last:+--resume "$last"}`,
    checkpoint: { path: '*/weights/last.pt', stepKey: 'epoch' },
    resume: 'continues',
    metrics: { path: '**/results.csv', format: 'csv', stepKey: 'epoch' },
    artifacts: ['*/weights/last.pt checkpoint', '*/weights/best.pt model', '**/results.csv metrics'],
  },
  // The path is an attribute of a class, and the writing a function of a module of its own.
  'torch-epochs': {
    run: `${newest("'ckpts/epoch_*.pt'")}exec python3 train.py --out ${OUT} \${last:+--resume "$last"}`,
    checkpoint: { path: 'ckpts/epoch_*.pt', stepKey: 'epoch' },
    resume: 'continues',
    metrics: { path: '**/log.csv', format: 'csv', stepKey: 'epoch' },
    artifacts: ['ckpts/epoch_*.pt checkpoint', 'ckpts/best.pt model', 'final.pt model', '**/log.csv metrics'],
    says: [/what is saved holds no random state:/],
    advice: [
      /train\.py:37: saves the random state too[\s\S]*state\["rng"\] = torch\.get_rng_state\(\)[\s\S]*torch\.set_rng_state/,
    ],
  },
  'torch-class': {
    run: `python3 train.py --out ${OUT}`,
    smoke: `python3 train.py --out ${OUT} --epochs 1`,
    checkpoint: { path: 'snapshot-*.pt', stepKey: 'step' },
    resume: 'continues',
    artifacts: ['snapshot-*.pt checkpoint'],
  },
  'lightning-if-there': {
    run: `python3 train.py --out ${OUT}`,
    smoke: `python3 train.py --out ${OUT} --epochs 1`,
    checkpoint: { path: 'checkpoints/last*.ckpt' },
    resume: 'continues',
    artifacts: [
      'checkpoints/last*.ckpt checkpoint',
      'checkpoints/*.ckpt checkpoint',
      '**/metrics.csv metrics',
    ],
  },
  'lightning-link': {
    run: `python3 train.py --out ${OUT}`,
    checkpoint: { path: 'checkpoints/*.ckpt' },
    resume: 'none',
    artifacts: ['checkpoints/*.ckpt checkpoint', '**/metrics.csv metrics'],
    says: [/CHECK: save_last="link" makes last\.ckpt a link/],
    pastes: [/save_last=True[\s\S]*ckpt_path="last"/],
  },
  'torch-weights': {
    run: there('train.py'),
    smoke: there('train.py', 'EPOCHS=1 python3'),
    checkpoint: { path: 'checkpoints/epoch_*.pt' },
    resume: 'none',
    artifacts: ['checkpoints/epoch_*.pt checkpoint'],
    says: [/CHECK: what is saved holds no optimizer and no learning-rate scheduler and no random state/],
    pastes: [
      /train\.py:7: in place of this line[\s\S]*path = "last\.pt"[\s\S]*scheduler\.load_state_dict\(state\["scheduler"\]\)[\s\S]*"optimizer": optimizer\.state_dict\(\)[\s\S]*os\.replace[\s\S]*for epoch in going_on\(0, int\(os\.environ\.get\("EPOCHS", 100\)\)\):/,
    ],
  },
  // What init printed for the one above, in place of the line in which it counts.
  'torch-going-on': {
    run: there('train.py'),
    smoke: there('train.py', 'EPOCHS=1 python3'),
    drill: there('train.py', 'EPOCHS=20 python3'),
    checkpoint: { path: 'last.pt', stepKey: 'step' },
    resume: 'continues',
    artifacts: ['last.pt checkpoint', 'checkpoints/epoch_*.pt model'],
  },
  // The same for one that lets Lightning choose its folders.
  'lightning-newest': {
    run: there('train.py'),
    smoke: `${there('train.py')} --epochs 1`,
    drill: `${there('train.py')} --epochs 20`,
    checkpoint: { path: '**/*.ckpt', stepKey: 'global_step' },
    resume: 'continues',
    artifacts: ['**/*.ckpt checkpoint', '**/metrics.csv metrics'],
  },
  // The state comes from a method, and the caller asks whether there is one to load.
  'torch-methods': {
    run: 'python3 train.py',
    smoke: 'STEPS=20 python3 train.py',
    checkpoint: { path: 'last.pt', stepKey: 'step' },
    resume: 'continues',
    artifacts: ['last.pt checkpoint'],
  },
  // What init printed for the one above, pasted.
  'torch-pasted': {
    run: 'python3 train.py',
    smoke: 'MAX_STEPS=20 python3 train.py',
    checkpoint: { path: 'last.pt', stepKey: 'step' },
    resume: 'continues',
    artifacts: ['last.pt checkpoint'],
  },
  'torch-two-files': {
    run: `python3 train.py --out ${OUT}`,
    checkpoint: { path: ['model.pt', 'optim.pt'] },
    resume: 'none',
    artifacts: ['model.pt checkpoint', 'optim.pt checkpoint'],
    says: [/CHECK: what is saved says no step/, /CHECK: write one more file after these, such as DONE/],
  },
  sklearn: {
    run: there('train.py'),
    resume: 'none',
    artifacts: ['out/model.joblib model'],
    gpus: 0,
    says: [/No checkpoint: a model that is fitted at once has nothing to go on from/],
  },
  hydra: {
    run: `python3 train.py hydra.run.dir=${OUT}`,
    smoke: `python3 train.py hydra.run.dir=${OUT} trainer.max_steps=20 trainer.save_every=5`,
    checkpoint: { path: 'last.pt', stepKey: 'step' },
    resume: 'none',
    artifacts: ['last.pt checkpoint'],
  },
  typer: {
    run: `python3 train.py --out-dir ${OUT}`,
    smoke: `python3 train.py --out-dir ${OUT} --max-steps 20`,
    checkpoint: { path: 'last.pt' },
    resume: 'continues',
    artifacts: ['last.pt checkpoint'],
  },
  installed: {
    run: `mine-train --out-dir ${OUT}`,
    smoke: `mine-train --out-dir ${OUT} --steps 20`,
    checkpoint: { path: 'ckpt-*.pt', stepKey: 'step' },
    resume: 'none',
    artifacts: ['ckpt-*.pt checkpoint'],
    says: [
      /pyproject\.toml makes the command mine-train of it/,
      /setup: "python3 -m pip install \."/,
      /CHECK: `step` is saved and never read back/,
    ],
    pastes: [/torch\.load\(path\)/],
  },
  several: {
    run: there('train_large.py'),
    resume: 'none',
    artifacts: ['large.pt checkpoint'],
    says: [
      /As likely: train_small\.py\. To take one of them: gpu-lease init --force --entry train_small\.py/,
    ],
  },
};

/** All others are not seeded, leave the random state to chance, or lose the order of their data amid an epoch. */
const EXACT = ['transformers-flags', 'accelerate', 'fsdp-shards', 'keras-steady', 'torch-loop'];

describe('init knows the trainers', () => {
  for (const [name, expected] of Object.entries(EXPECTED)) {
    it(`writes the job of ${name}`, () => {
      const { job, yaml, notes, pastes, advice, warnings } = propose(name);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        expected.warns ?? [],
      );
      assert.equal(job.run, expected.run);
      if (expected.smoke !== undefined) assert.equal(job.smoke !== 'none' && job.smoke.run, expected.smoke);
      if (expected.drill !== undefined)
        assert.equal(
          job.smoke !== 'none' && job.smoke.drill !== 'none' && job.smoke.drill.run,
          expected.drill,
        );
      assert.equal(job.resources.gpu?.count ?? 0, expected.gpus ?? 1);
      assert.equal(job.checkpoint?.resume ?? 'none', expected.resume);
      for (const [key, value] of Object.entries(expected.checkpoint ?? {}))
        assert.deepEqual(job.checkpoint?.[key as 'path'], value, key);
      for (const [key, value] of Object.entries(expected.metrics ?? {}))
        assert.equal(job.metrics?.[key as 'path'], value, key);
      const artifacts = job.artifacts.map(({ path, role }) => `${path} ${role}`);
      assert.deepEqual(artifacts.slice(0, expected.artifacts.length), expected.artifacts);
      const said = `${yaml}\n${notes.join('\n')}`;
      for (const pattern of expected.says ?? []) assert.match(said, pattern);
      const pasted = pastes.join('\n');
      for (const pattern of expected.pastes ?? []) assert.match(pasted, pattern);
      for (const pattern of expected.advice ?? []) assert.match(advice.join('\n'), pattern);
      if (expected.pastes === undefined && expected.resume === 'continues') assert.equal(pasted, '');
    });
  }

  it('claims a resume only with a drill that tries it', () => {
    for (const name of Object.keys(EXPECTED)) {
      const { job } = propose(name);
      if (job.checkpoint?.resume !== 'continues') continue;
      assert.ok(job.smoke !== 'none' && job.smoke.drill !== 'none', name);
    }
  });

  it('asks for the same run only of a script that is seeded and restores its random state', () => {
    const asked = Object.keys(EXPECTED).filter((name) => {
      const { smoke } = propose(name).job;
      return smoke !== 'none' && smoke.drill !== 'none' && smoke.drill.exact === true;
    });
    assert.deepEqual(asked, EXACT);
    assert.match(
      propose('torch-loop').yaml,
      /third run[\s\S]*exact: false leaves[\s\S]*drill:\n {4}exact: true/,
    );
  });

  it('has a script for every trainer that it knows, and a row of the page for each', () => {
    assert.deepEqual(readdirSync(FIXTURES).sort(), Object.keys(EXPECTED).sort());
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'trainers.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ([a-z][a-z-]*) +\|/gm)].map(([, name]) => name);
    assert.deepEqual(rows.sort(), TRAINERS.map(({ name }) => name).sort());
  });

  it('reads what an editor of Windows saved as it reads anything: its line ends, and the mark at the beginning', () => {
    for (const name of readdirSync(FIXTURES)) {
      const { yaml, notes, pastes } = propose(name);
      const windows = propose(name, undefined, (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
      assert.deepEqual([windows.yaml, windows.notes, windows.pastes], [yaml, notes, pastes], name);
    }
  });

  it('takes the script that a person names', () => {
    assert.equal(propose('several', 'train_small.py').job.run, there('train_small.py'));
  });

  it('writes a file that loads for whatever pieces of scripts a repository holds', () => {
    const paths = readdirSync(FIXTURES, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const lines = paths.flatMap((each) => readFileSync(join(each.parentPath, each.name), 'utf8').split('\n'));
    const hostile = [
      '"""',
      "'",
      '(',
      ')]}',
      '\\',
      'torch.save(x, "../../etc/x.pt")',
      'torch.save(x, "/abs/{a}.pt")',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...lines),
      fc.constantFrom(...hostile),
      fc.string({ maxLength: 20 }),
    );
    const text = fc.array(piece, { maxLength: 40 }).map((each) => each.join('\n'));
    const names = [
      'train.py',
      'README.md',
      'run.sh',
      'lora.yml',
      'pyproject.toml',
      'src/main.py',
      'conf/config.yaml',
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 5 }), (files) => {
        const { yaml } = proposeJob({ files: Object.keys(files), read: (path) => files[path] }, 'any');
        assert.equal(load(yaml).job.name, 'any');
      }),
      { numRuns: 400 },
    );
  });

  it('writes no secret of a README into the file', () => {
    assert.doesNotMatch(propose('transformers-flags').yaml, /hub_token|hf_notreal/);
  });
});
