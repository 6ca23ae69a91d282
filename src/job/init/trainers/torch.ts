import { meansToBeExact } from '../habits/exactness.ts';
import {
  checkpointSave,
  handwrittenResume,
  loopPastes,
  parts,
  type Save,
  savesOf,
  stepKeyOf,
  unsavedStates,
} from '../habits/handwritten.ts';
import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import { loopLengthPaste } from '../habits/length-paste.ts';
import { resumableLoop } from '../habits/loop-paste.ts';
import { outputPaste } from '../habits/output-paste.ts';
import { placeOf } from '../python/values.ts';
import { type Code, callsOf, imports } from '../reading/code.ts';
import type { CheckpointSet, Habits, Paste, Result, Resume, Trainer } from '../trainer.ts';

/** A loop written by hand: what it saves, and whether that is all that a resume needs, is read call by call. */
export const torch: Trainer = {
  name: 'torch',
  title: 'a PyTorch loop',
  isUsed: (code) => imports(code, 'torch') || callsOf(code, /^torch\./).length > 0,
  habits(code): Habits {
    const saves = savesOf(code);
    const save = checkpointSave(saves);
    const resume = knowsItsStep(saves) ? handwrittenResume(code, save) : STEPLESS;
    const unsaved = save ? unsavedStates(code, save) : [];
    const metrics = writtenMetrics(code);
    return {
      checkpoint: setOf(saves, save),
      results: besides(saves, save),
      ...(metrics && { metrics }),
      resume,
      isExact: meansToBeExact(code),
      usesGpu: true,
      pastes: [...fixedFolder(save), ...pastesOf(code, saves, { save, resume, unsaved })],
      checks: [
        ...(save && isNamed(save)
          ? []
          : ['where the script writes its checkpoint was not found; the name here is a guess.']),
        ...(unsaved.length > 0
          ? [`what is saved holds no ${unsaved.join(' and no ')}: a resume is not quite the same run.`]
          : []),
      ],
    };
  },
};

/** In one place where that is enough. */
function pastesOf(
  code: Code,
  saves: readonly Save[],
  { save, resume, unsaved }: { save: Save | undefined; resume: Resume; unsaved: readonly string[] },
): Paste[] {
  const whole = resume.how === 'not' ? resumableLoop(code, saves) : undefined;
  return whole ? [whole] : [...loopLengthPaste(code), ...loopPastes(save, resume, unsaved)];
}

/** In what is saved, or in the name of the file. */
const knowsItsStep = (saves: readonly Save[]): boolean =>
  saves.length === 0 ||
  saves.some(({ content }) => content === undefined) ||
  saves.some((each) => stepKeyOf(each) !== undefined || each.path.glob.includes('*'));

const STEPLESS: Resume = {
  how: 'not',
  because: 'what is saved says no step: a loop that loads it begins at 0 again',
};

const isNamed = ({ path }: Save): boolean => /[^*/]/.test(path.glob);

function setOf(saves: readonly Save[], save: Save | undefined): CheckpointSet {
  const pair = parts(saves);
  const stepKey = save && stepKeyOf(save);
  const shared = stepKey === undefined ? {} : { stepKey };
  if (pair) return { ...shared, path: pair, why: 'these files together are one checkpoint' };
  if (!save || !isNamed(save)) return { ...shared, path: '**/*.pt', why: 'as torch.save is often used' };
  return { ...shared, path: save.path.glob, why: `as ${save.call.file}:${save.call.line} writes it` };
}

/** What else it writes: the best, the weights of the end. Not each is written in every run, a short one least of all. */
function besides(saves: readonly Save[], save: Save | undefined): Result[] {
  const inSet = new Set([...(parts(saves) ?? []), save?.path.glob]);
  return saves
    .filter((each) => isNamed(each) && !inSet.has(each.path.glob) && WEIGHTS.test(each.path.glob))
    .map(({ path, call }) => ({
      path: path.glob,
      role: 'model',
      isOptional: true,
      why: `as ${call.file}:${call.line} writes it`,
    }));
}

const WEIGHTS = /\.(?:pt|pth|bin|ckpt|safetensors)$/;

/** Where the folder stands in the call itself; where it is worked out before, the person knows better where. */
export const fixedFolder = (save: Save | undefined): Paste[] => {
  const now = save?.call.plain[1];
  return save && now !== undefined && /['"]/.test(now)
    ? outputPaste(save.path, { now, at: placeOf(save.call) })
    : [];
};
