import type { PythonCall } from '../python/calls.ts';
import { lineText, originText, placeOf } from '../python/values.ts';
import { type Code, callsOf, findInCode } from '../reading/code.ts';
import { flagNamed } from '../reading/option-names.ts';
import { showPlace } from '../repository.ts';
import type { Paste, Resume } from '../trainer.ts';
import { newestByFlag } from './resume-flag.ts';

const FOLDER_LOOKED_FOR = /\bget_last_checkpoint\s*\(|['"]checkpoint-|\blistdir\s*\(|\bglob\s*\(/;

/**
 * Whether a script of the Trainer goes on by itself. `resume_from_checkpoint=True` does not: with no checkpoint there it
 * raises ValueError (seen with transformers 5.24.0, 2026-11-25), so the first start would fail.
 */
export function trainerResume(code: Code): { resume: Resume; pastes: Paste[] } {
  const trains = callsOf(code, /\.train$/).filter(({ name }) => !/model\.train$/.test(name));
  const asked = trains.find((call) => askedFor(call) !== undefined);
  const given = asked && askedFor(asked);
  if (!asked || given === undefined) {
    const call = trains.find(({ plain, named }) => plain.length + named.size === 0);
    const because = 'trainer.train() is called without resume_from_checkpoint: a restart begins at step 0';
    return { resume: { how: 'not', because }, pastes: [trainPaste(code, call)] };
  }
  const at = showPlace(placeOf(asked));
  const value = originText(code, asked, given);
  if (/^(True|False|None)$/.test(given)) {
    const because =
      given === 'True'
        ? `${at} asks for a checkpoint also on the first start, which fails with "No valid checkpoint found"`
        : `${at} asks for no checkpoint`;
    return { resume: { how: 'not', because }, pastes: [trainPaste(code, asked)] };
  }
  if (FOLDER_LOOKED_FOR.test(value) || findInCode(code, /\bget_last_checkpoint\s*\(/)) {
    return {
      resume: { how: 'itself', because: `${at} goes on from the newest checkpoint when there is one` },
      pastes: [],
    };
  }
  const flag = flagNamed(code.flags.all, ['resume_from_checkpoint', 'resume']);
  if (flag !== undefined && /resume|checkpoint/.test(given)) {
    return { resume: newestByFlag(flag, at), pastes: [] };
  }
  const because = `${at} resumes from ${given.slice(0, 60)}, and what that is was not found`;
  return { resume: { how: 'not', because }, pastes: [trainPaste(code, asked)] };
}

const askedFor = ({ named, plain }: PythonCall): string | undefined =>
  named.get('resume_from_checkpoint') ?? plain[0];

/** Only a folder with its last file counts: `get_last_checkpoint` takes the newest, also one that was cut off half-way. */
function trainPaste(code: Code, call: PythonCall | undefined): Paste {
  const trainer = call?.name.replace(/\.train$/, '');
  const name = trainer !== undefined && /^\w+$/.test(trainer) ? trainer : 'trainer';
  const now = call ? lineText(code, placeOf(call)) : '';
  const [, before = ''] = new RegExp(`^(\\w+ = )${name}\\.train\\(`).exec(now) ?? [];
  return {
    ...(call && { at: placeOf(call) }),
    why: call ? `in place of \`${now.slice(0, 80)}\`` : 'where the training begins',
    lines: [
      `done = sorted(Path(${name}.args.output_dir).glob("checkpoint-*/trainer_state.json"), key=lambda f: int(f.parent.name.split("-")[-1]))`,
      `${before}${name}.train(resume_from_checkpoint=str(done[-1].parent) if done else None)  # from pathlib import Path`,
    ],
  };
}

/** The same lines, and those by which a smoke is short: all of it in one place, where the settings of the Trainer are known. */
export function withShortRun({ at, why, lines }: Paste): Paste {
  const [, name = 'trainer'] = /Path\((\w+)\.args/.exec(lines[0] ?? '') ?? [];
  const args = (...names: string[]): string => names.map((each) => `${name}.args.${each}`).join(', ');
  return {
    ...(at && { at }),
    why: `${why}: goes on from the newest checkpoint, and is short in the smoke`,
    lines: [
      'import os; from pathlib import Path',
      'if "MAX_STEPS" in os.environ:',
      `    ${args('max_steps', 'save_steps')} = int(os.environ["MAX_STEPS"]), int(os.environ.get("SAVE_STEPS", 5))`,
      `    ${args('save_strategy', 'logging_steps')} = "steps", 1`,
      ...lines.map((line) => line.replace('  # from pathlib import Path', '')),
    ],
  };
}
