import type { PythonCall } from '../python/calls.ts';
import { literalText, placeOf, valueBefore } from '../python/values.ts';
import { type Code, callsOf, findInCode } from '../reading/code.ts';
import { type WrittenPath, writtenPath } from '../reading/written-path.ts';
import { showPlace } from '../repository.ts';
import type { Paste, Resume } from '../trainer.ts';
import { resumeByFlag } from './resume-flag.ts';

/** One place at which a loop writes something by itself. */
export interface Save {
  call: PythonCall;
  path: WrittenPath;
  /** Under another name until it is whole. */
  isRenamed: boolean;
  /** What is written; `undefined` where reading does not find it. */
  content?: string;
}

const WRITES =
  /^(torch\.save|safetensors\.(\w+\.)?save_file|joblib\.dump|pickle\.dump|numpy\.savez|\w+\.save|xm\.save)$/;
const PATH_SECOND = /^(torch\.save|safetensors\.|joblib\.dump|pickle\.dump|xm\.save|fabric\.save)/;
const STEP_KEYS = ['step', 'global_step', 'iter_num', 'iteration', 'iter', 'current_step', 'epoch'];

/** Every `torch.save` and its like, in the order in which they stand. */
export function savesOf(code: Code): Save[] {
  const { ours, within } = passedOn(code);
  const calls = [...callsOf(code, WRITES).filter((call) => !within.has(call)), ...ours];
  return calls.flatMap((call) => {
    const isSecond = PATH_SECOND.test(call.name);
    const target = call.named.get('f') ?? call.named.get('filename') ?? call.plain[isSecond ? 1 : 0];
    const written = call.named.get('obj') ?? call.plain[0] ?? '';
    if (target === undefined || (!isSecond && !/^numpy|\.save$/.test(call.name))) return [];
    if (!isSecond && /^(model|image|img|fig|plt|df)\.save$/.test(call.name)) return [];
    const content = contentOf(code, call, written);
    return [{ call, ...withoutTemporary(code, call, target), ...(content !== undefined && { content }) }];
  });
}

/**
 * Calls of functions of the repository that hand all they are given on to `torch.save`, such as a `save_on_master(*args, **kwargs)`
 * for the first of many processes; and what stands within those functions.
 */
function passedOn(code: Code): { ours: PythonCall[]; within: ReadonlySet<PythonCall> } {
  const within = new Set<PythonCall>();
  const names = new Set<string>();
  for (const call of callsOf(code, PATH_SECOND).filter(({ plain }) => /^\*\w+$/.test(plain[0] ?? ''))) {
    const file = code.files.find(({ path }) => path === call.file);
    const heads = [...(file?.bare.slice(0, call.offset).matchAll(/^[ \t]*def\s+(\w+)\s*\(\s*\*/gm) ?? [])];
    const name = heads.at(-1)?.[1];
    if (name === undefined) continue;
    within.add(call);
    names.add(name);
  }
  const ours = code.calls.filter(({ name }) => names.has(name.split('.').at(-1) ?? ''));
  return { ours: ours.map((call) => ({ ...call, name: 'torch.save' })), within };
}

/** A mapping or a state where it is written, where its name got it, or where a function returns it. */
function contentOf(code: Code, call: PythonCall, written: string): string | undefined {
  const value = /^\w+$/.test(written) ? (valueBefore(code, call, written) ?? written) : written;
  if (/[{]|\bdict\(|state_dict|get_rng_state/.test(value)) return value;
  const name = /^(?:self\.)?(\w+)\(/.exec(value)?.[1];
  const body = new RegExp(
    `^([ \\t]*)def\\s+${name ?? '$'}\\s*\\([^\\n]*\\n((?:\\1[ \\t]+[^\\n]*\\n|[ \\t]*\\n)*)`,
    'm',
  );
  const found =
    name === undefined ? undefined : code.files.flatMap((file) => body.exec(file.code)?.[2] ?? [])[0];
  return found !== undefined && /\breturn\b/.test(found) ? found : undefined;
}

/** What is written under another name and then renamed counts under its last name. */
function withoutTemporary(code: Code, call: PythonCall, target: string): Pick<Save, 'path' | 'isRenamed'> {
  const renamed = callsOf(code, /^(os\.(replace|rename)|shutil\.move)$/).find(
    ({ plain, file, offset }) => plain[0] === target && file === call.file && offset > call.offset,
  );
  const last = renamed?.plain[1];
  const path = writtenPath(code, call, { expression: last ?? target, kind: 'member' });
  return {
    path: { ...path, glob: path.glob.replace(/\.(tmp|partial|part)$/, '') },
    isRenamed: last !== undefined,
  };
}

/** The state of an optimizer, by the names that people give it; `opt` alone is as often a parsed command line. */
const OPTIMIZER = /optim|\b(?:opt\w*|\w+_opt)\.state_dict\(/i;

/**
 * The save that a resume would read: one with an optimizer in it before one that is called a checkpoint; of several the one that never
 * has half a file where the last good one was.
 */
export function checkpointSave(saves: readonly Save[]): Save | undefined {
  const whole = saves.filter(({ content = '' }) => OPTIMIZER.test(content));
  const lasting = whole.filter(({ path, isRenamed }) => isRenamed || path.glob.includes('*'));
  return (
    lasting.find(isCheckpointName) ??
    lasting[0] ??
    whole.find(isCheckpointName) ??
    whole[0] ??
    saves.find(isCheckpointName) ??
    saves[0]
  );
}

const isCheckpointName = ({ path }: Save): boolean =>
  /ckpt|checkpoint|last|latest/i.test(path.glob) && !/best/i.test(path.glob);

/** Model and optimizer in files of their own are one set. */
export function parts(saves: readonly Save[]): string[] | undefined {
  const fixed = saves.filter(({ path, call }) => call.name === 'torch.save' && !path.glob.includes('*'));
  const optimizer = fixed.find(
    ({ content = '' }) => OPTIMIZER.test(content) && !/\{|(?<!state_)dict\(/.test(content),
  );
  const model = fixed.find(
    (each) => each !== optimizer && !OPTIMIZER.test(each.content ?? '') && !/sched/i.test(each.content ?? ''),
  );
  if (!optimizer || !model) return undefined;
  return [...new Set(fixed.map(({ path }) => path.glob))];
}

export function stepKeyOf({ content = '' }: Save): string | undefined {
  return STEP_KEYS.find((key) => new RegExp(`['"]${key}['"]\\s*:|\\b${key}\\s*=`).test(content));
}

const STATES = [
  { name: 'optimizer', used: /\boptim\w*\.|\.step\(\)/, saved: OPTIMIZER },
  {
    name: 'learning-rate scheduler',
    used: /\bsched\w*\.step\(|lr_scheduler\./,
    saved: /sched/i,
    lines: [
      'state["scheduler"] = scheduler.state_dict()  # before torch.save(state, ...)',
      'scheduler.load_state_dict(state["scheduler"])  # after state = torch.load(...)',
    ],
  },
  {
    name: 'random state',
    used: /shuffle\s*=\s*True|[Dd]ropout|randn?\(|randperm|manual_seed/,
    saved: /rng|random_state|get_state/i,
    lines: [
      'state["rng"] = torch.get_rng_state()  # before torch.save(state, ...); torch.cuda.get_rng_state_all() on a GPU',
      'torch.set_rng_state(state["rng"])  # after state = torch.load(...)',
    ],
  },
];

/** What a loop uses and does not save. */
export function unsavedStates(code: Code, save: Save): string[] {
  const file = code.files.find(({ path }) => path === save.call.file);
  const saves = savesOf(code);
  // Of what was not read nothing is claimed.
  if (saves.some(({ content }) => content === undefined)) return [];
  const everySave = saves.map(({ content = '' }) => content).join('\n');
  return STATES.filter(({ used, saved }) => used.test(file?.code ?? '') && !saved.test(everySave)).map(
    ({ name }) => name,
  );
}

const LOADS =
  /\btorch\.load\s*\(|\bload_file\s*\(|\bload_checkpoint\s*\(|\bjoblib\.load\s*\(|\.load_state_dict\s*\(/;
const LOOKS_FIRST =
  /\b(exists|isfile|isdir|is_file|is_dir|glob|listdir|iterdir|latest\w*|newest\w*|last_checkpoint|find_\w*)\s*\(/;
/** A load, or the call of something of the script's own that is named like one. */
const GOES_ON = new RegExp(
  `${LOADS.source}|(?<!\\b(?:json|yaml|toml|np|numpy|pickle))\\.(?:load|resume|restore)\\w*\\s*\\(`,
  'g',
);
/** How far before a load the question stands whether there is something to load. */
const NEAR = 600;

/** Whether a hand-written loop goes on: it must load, only when there is something, and count on from where that was. */
export function handwrittenResume(code: Code, save: Save | undefined): Resume {
  const loads = findInCode(code, LOADS);
  if (!loads) return { how: 'not', because: 'nothing in the script loads a checkpoint' };
  const step = save && stepKeyOf(save);
  if (step !== undefined && !readsBack(code, step))
    return {
      how: 'not',
      because: `\`${step}\` is saved and never read back: a loop that begins at 0 again does not go on`,
    };
  const byFlag = resumeByFlag(code);
  if (byFlag) return byFlag;
  if (looksFirst(code)) return { how: 'itself', because: `${showPlace(loads)} loads what is there` };
  return {
    how: 'not',
    because: `${showPlace(loads)} loads a checkpoint, and that it does so only when one is there was not found`,
  };
}

const readsBack = ({ files }: Code, key: string): boolean =>
  files.some(({ code }) =>
    new RegExp(`\\[\\s*['"]${key}['"]\\s*\\](?!\\s*=[^=])|\\.(get|pop)\\(\\s*['"]${key}['"]`).test(code),
  );

function looksFirst({ files }: Code): boolean {
  return files.some(({ code }) =>
    [...code.matchAll(GOES_ON)].some(({ index }) =>
      LOOKS_FIRST.test(code.slice(Math.max(0, index - NEAR), index + 1)),
    ),
  );
}

/** The two halves of a loop that can be interrupted. */
export function loopPastes(save: Save | undefined, resume: Resume, unsaved: readonly string[]): Paste[] {
  const name = save && literalText(save.call.plain[1]);
  const file = JSON.stringify(name?.split('/').at(-1) ?? 'last.pt');
  const path = `os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), ${file})`;
  const saving: Paste = {
    ...(save && { at: placeOf(save.call) }),
    why: 'saves all that a resume needs, under a name of its own until it is whole',
    lines: [
      'torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step, "rng": torch.get_rng_state()}, path + ".tmp")',
      `os.replace(path + ".tmp", path)  # path = ${path}`,
    ],
  };
  const loading: Paste = {
    why: 'before the loop: goes on from the checkpoint when there is one',
    lines: [
      'state = torch.load(path) if os.path.exists(path) else None',
      'if state: model.load_state_dict(state["model"]); optimizer.load_state_dict(state["optimizer"]); torch.set_rng_state(state["rng"]); first_step = state["step"] + 1',
    ],
  };
  const lacksMuch = !save || unsaved.includes('optimizer') || resume.how === 'not';
  return [...(lacksMuch ? [saving] : addedStates(save, unsaved)), ...(resume.how === 'not' ? [loading] : [])];
}

/** Two lines for each state that is missing beside what is saved and loaded already. */
function addedStates(save: Save, unsaved: readonly string[]): Paste[] {
  const lines = STATES.filter(({ name }) => unsaved.includes(name)).flatMap(({ lines = [] }) => lines);
  if (lines.length === 0) return [];
  const why = `saves the ${unsaved.join(' and the ')} too, and takes it back where the script resumes`;
  return [{ at: placeOf(save.call), why, lines, isOptional: true }];
}
