import { isSeeded } from '../habits/exactness.ts';
import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import { loopLengthPaste } from '../habits/length-paste.ts';
import { outputPaste } from '../habits/output-paste.ts';
import { resumeByFlag } from '../habits/resume-flag.ts';
import type { PythonCall } from '../python/calls.ts';
import { placeOf } from '../python/values.ts';
import { type Code, callsOf, findInCode, imports } from '../reading/code.ts';
import { type WrittenPath, writtenPath } from '../reading/written-path.ts';
import { showPlace } from '../repository.ts';
import type { Habits, Paste, Resume, Trainer } from '../trainer.ts';

/**
 * `save_state` writes a folder: model.safetensors, optimizer.bin, scheduler.bin, sampler.bin for a seedable sampler, then
 * random_states_N.pkl per process, and after them custom_checkpoint_N.pkl for what was registered (accelerate 1.15.0,
 * 2026-11-25, by the times of the files). With automatic names it is `checkpoints/checkpoint_N` below the project directory,
 * whatever the call names. Whoever seeds and loads all of that gets the same run back. `step` in the random states stays 0 where
 * the loop does not use `accumulate()`.
 */
export const accelerate: Trainer = {
  name: 'accelerate',
  title: 'accelerate',
  isUsed: (code) =>
    callsOf(code, /(^|\.)accelerate\.([\w.]+\.)?Accelerator$/).length > 0 ||
    imports(code, 'accelerate.Accelerator'),
  habits(code): Habits {
    const saves = callsOf(code, /\.save_state$/);
    const [save] = saves;
    const folder = save && folderOf(code, save);
    const resume = save ? resumeOf(code) : NO_STATE;
    const metrics = writtenMetrics(code);
    return {
      ...(folder && {
        checkpoint: {
          path: folder.glob === '' || folder.glob === '*' ? 'step_*' : folder.glob,
          anchor: 'random_states_0.pkl',
          isFolder: true,
          judged: [{ name: '*.safetensors', role: 'model' as const }],
          why: 'the whole folder is one checkpoint: weights, optimizer, scheduler, sampler, random states of every process',
        },
      }),
      results: [
        {
          path: '*.safetensors',
          role: 'model',
          isOptional: true,
          why: 'the model, where the script saves one at the end',
        },
      ],
      ...(metrics && { metrics }),
      resume,
      isExact: save !== undefined && isSeeded(code),
      launcher: 'accelerate',
      usesGpu: true,
      pastes: [
        ...folderPastes(save, folder),
        ...loopLengthPaste(code),
        ...resumePastes(save, folder, resume),
      ],
      checks: [],
    };
  },
};

const NO_STATE: Resume = {
  how: 'not',
  because: 'accelerator.save_state() is never called: nothing holds optimizer and random states',
};

function folderOf(code: Code, save: PythonCall): WrittenPath {
  const expression = save.named.get('output_dir') ?? save.plain[0];
  // Automatic names win over one that is given.
  return expression === undefined || isAutomatic(code)
    ? automaticFolder(code)
    : writtenPath(code, save, { expression, kind: 'member' });
}

const isAutomatic = (code: Code): boolean =>
  callsOf(code, /(^|\.)ProjectConfiguration$/).some(
    ({ named }) => named.get('automatic_checkpoint_naming') === 'True',
  );

function automaticFolder(code: Code): WrittenPath {
  const [settings] = callsOf(code, /(^|\.)(ProjectConfiguration|Accelerator)$/).filter(({ named }) =>
    named.has('project_dir'),
  );
  const expression = settings?.named.get('project_dir');
  const below =
    settings && expression !== undefined
      ? writtenPath(code, settings, { expression, kind: 'directory' })
      : { glob: '' };
  const prefix = below.glob === '' || below.fixed ? '' : `${below.glob}/`;
  return { glob: `${prefix}checkpoints/checkpoint_*`, ...(below.fixed && { fixed: below.fixed }) };
}

function folderPastes(save: PythonCall | undefined, folder: WrittenPath | undefined): Paste[] {
  if (!save || !folder) return [];
  const now = save.named.get('output_dir') ?? save.plain[0];
  if (now === undefined)
    return folder.fixed
      ? outputPaste(folder, { name: 'project_dir', now: JSON.stringify(folder.fixed.folder) })
      : [];
  return outputPaste(folder, { now, at: placeOf(save) });
}

function resumeOf(code: Code): Resume {
  const loads = callsOf(code, /\.load_state$/)[0];
  if (!loads)
    return { how: 'not', because: 'accelerator.load_state() is never called: a restart begins at step 0' };
  const byFlag = resumeByFlag(code);
  if (byFlag) return byFlag;
  const at = showPlace(placeOf(loads));
  const looks = findInCode(code, /\b(exists|isdir|is_dir|listdir|iterdir|glob|scandir)\s*\(/);
  return looks
    ? { how: 'itself', because: `${at} loads the state that is there` }
    : {
        how: 'not',
        because: `${at} loads a state, and that it does so only when one is there was not found`,
      };
}

function resumePastes(
  save: PythonCall | undefined,
  folder: WrittenPath | undefined,
  resume: Resume,
): Paste[] {
  if (resume.how !== 'not') return [];
  const saving: Paste = {
    why: 'in the loop, every so many steps: all that a resume needs, in a folder of its own',
    lines: ['accelerator.save_state(os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), f"step_{step}"))'],
  };
  const glob = folder?.glob.includes('*') ? folder.glob : 'step_*';
  // A name that is there already is refused: the next number must be known again.
  const counter = glob.endsWith('checkpoint_*')
    ? 'accelerator.project_configuration.iteration'
    : 'first_step';
  const loading: Paste = {
    why: 'after accelerator.prepare(): goes on from the newest folder that is whole, when there is one',
    lines: [
      `done = sorted(Path(os.environ.get("GPU_LEASE_OUT", "out")).glob("${glob}/random_states_0.pkl"), key=lambda f: int(re.findall(r"\\d+", f.parent.name)[-1]))`,
      `if done: accelerator.load_state(str(done[-1].parent)); ${counter} = int(re.findall(r"\\d+", done[-1].parent.name)[-1]) + 1`,
    ],
  };
  return [...(save ? [] : [saving]), loading];
}
