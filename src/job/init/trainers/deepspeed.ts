import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import type { PythonCall } from '../python/calls.ts';
import { placeOf } from '../python/values.ts';
import { type Code, callsOf, findInCode } from '../reading/code.ts';
import { writtenPath } from '../reading/written-path.ts';
import { showPlace } from '../repository.ts';
import type { Habits, Paste, Resume, Trainer } from '../trainer.ts';

/**
 * `save_checkpoint(DIR)` writes `DIR/global_stepN/` with a file per rank and, last, `DIR/latest` with the name of that folder;
 * `load_checkpoint(DIR)` reads `latest` and returns nothing where there is none. From its source; it was not run here.
 */
export const deepspeed: Trainer = {
  name: 'deepspeed',
  title: 'DeepSpeed',
  isUsed: (code) => callsOf(code, /^deepspeed\.initialize$/).length > 0,
  habits(code): Habits {
    const [save] = callsOf(code, /\.save_checkpoint$/);
    const folder = save && folderOf(code, save);
    const isOwnFolder = folder?.glob.includes('*') === true;
    const resume = isOwnFolder || !folder ? resumeOf(code, save) : POINTER_BESIDE;
    const metrics = writtenMetrics(code);
    return {
      ...(folder && {
        checkpoint: {
          path: isOwnFolder
            ? folder.glob
            : folder.glob === ''
              ? 'global_step*'
              : `${folder.glob}/global_step*`,
          isFolder: true,
          ...(isOwnFolder && { complete: 'latest' }),
          why: 'the whole folder is one checkpoint: the state of every rank',
        },
      }),
      results: folder && !isOwnFolder ? besides(folder.glob) : [],
      ...(metrics && { metrics }),
      resume,
      launcher: 'deepspeed',
      usesGpu: true,
      pastes: [...savePastes(save, isOwnFolder), ...loadPastes(resume)],
      checks: [
        'DeepSpeed builds parts of itself at the first start, and not every machine without a GPU can run it.',
      ],
    };
  },
};

const POINTER_BESIDE: Resume = {
  how: 'not',
  because:
    '`latest` lies beside the folders: what survives is a folder, and load_checkpoint() finds nothing without it',
};

function folderOf(code: Code, save: PythonCall) {
  const expression = save.named.get('save_dir') ?? save.plain[0];
  return expression === undefined ? { glob: '' } : writtenPath(code, save, { expression, kind: 'directory' });
}

const besides = (glob: string) => {
  const below = glob === '' ? '' : `${glob}/`;
  return [
    {
      path: `${below}latest`,
      role: 'opaque' as const,
      isOptional: false,
      why: 'names the newest folder; written last',
    },
    {
      path: `${below}zero_to_fp32.py`,
      role: 'opaque' as const,
      isOptional: true,
      why: 'what DeepSpeed lays beside it',
    },
  ];
};

function resumeOf(code: Code, save: PythonCall | undefined): Resume {
  const [load] = callsOf(code, /\.load_checkpoint$/);
  if (!save) return { how: 'not', because: 'save_checkpoint() is never called' };
  if (!load) return { how: 'not', because: 'load_checkpoint() is never called: a restart begins at step 0' };
  const at = showPlace(placeOf(load));
  const isGuarded = findInCode(code, /\bif\b[^\n]*(resume|load|checkpoint|ckpt)/);
  return isGuarded
    ? { how: 'not', because: `${at} loads a checkpoint only where something asks for it` }
    : { how: 'itself', because: `${at} goes on from the folder that \`latest\` names, when there is one` };
}

const savePastes = (save: PythonCall | undefined, isOwnFolder: boolean): Paste[] =>
  isOwnFolder
    ? []
    : [
        {
          ...(save && { at: placeOf(save) }),
          why: 'a folder for each checkpoint, with its own `latest` in it: all of it survives or none',
          lines: [
            'folder = os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), f"step-{model_engine.global_steps}")',
            'model_engine.save_checkpoint(folder)  # then write `path: "step-*"` and `complete: latest` under checkpoint',
          ],
        },
      ];

const loadPastes = (resume: Resume): Paste[] =>
  resume.how !== 'not'
    ? []
    : [
        {
          why: 'after deepspeed.initialize(): goes on from the newest folder that is whole, when there is one',
          lines: [
            'done = sorted(Path(os.environ.get("GPU_LEASE_OUT", "out")).glob("step-*/latest"), key=lambda f: int(f.parent.name.split("-")[-1]))',
            'if done: model_engine.load_checkpoint(str(done[-1].parent))',
          ],
        },
      ];
