import type { Code } from '../reading/code.ts';
import type { Paste } from '../trainer.ts';
import type { Save } from './handwritten.ts';
import { countedLoop, saysItsLength } from './length-paste.ts';

/**
 * All that a loop lacks that neither saves nor goes on, in one place: lines for the one in which it counts. `undefined` where it is
 * not seen what it trains, and with which optimizer.
 */
export function resumableLoop(code: Code, saves: readonly Save[]): Paste | undefined {
  const loop = countedLoop(code);
  const trained = loop && trainedIn(code, loop.at.file);
  if (!loop || !trained) return undefined;
  const { name, first, last, isEpoch } = loop;
  const states = [
    [`"model"`, trained.model],
    [`"optimizer"`, trained.optimizer],
    ...(trained.scheduler === undefined ? [] : [[`"scheduler"`, trained.scheduler]]),
  ];
  const variable = isEpoch ? 'EPOCHS' : 'MAX_STEPS';
  const end = saysItsLength(code) ? last : `int(os.environ.get("${variable}", ${last}))`;
  const every = isEpoch ? '1' : 'int(os.environ.get("SAVE_STEPS", 100))';
  return {
    at: loop.at,
    why: 'in place of this line: goes on from its checkpoint when there is one, and saves as it counts',
    lines: [
      'import os',
      `def going_on(first, last, every=${every}):`,
      `    path = ${code.isStartedInOutput ? `"${nameFor(saves)}"` : `os.path.join(os.environ.get("GPU_LEASE_OUT", "."), "${nameFor(saves)}")`}`,
      '    if "GPU_LEASE_OUT" in os.environ and os.path.exists(path):',
      '        state = torch.load(path, map_location="cpu")',
      ...states.map(([key, of]) => `        ${of}.load_state_dict(state[${key}])`),
      '        torch.set_rng_state(state["rng"])',
      '        first = state["step"] + 1',
      '    for number in range(first, last):',
      '        yield number',
      '        if (number + 1) % every == 0 or number + 1 == last:',
      `            state = {${states.map(([key, of]) => `${key}: ${of}.state_dict()`).join(', ')}, "rng": torch.get_rng_state(), "step": number}`,
      '            torch.save(state, path + ".tmp")',
      '            os.replace(path + ".tmp", path)',
      `for ${name} in going_on(${first}, ${end}):`,
    ],
  };
}

/** Another than those that the script writes already. */
const nameFor = (saves: readonly Save[]): string =>
  saves.some(({ path }) => path.glob === 'last.pt') ? 'resume.pt' : 'last.pt';

/** The names of what a script trains, in the file of its loop: of several optimizers none is taken. */
function trainedIn(
  code: Code,
  path: string,
): { model: string; optimizer: string; scheduler?: string } | undefined {
  const text = code.files.find((file) => file.path === path)?.bare ?? '';
  const [made, another] = [
    ...text.matchAll(
      /^[ \t]*(\w+)\s*=\s*(?:[\w.]*\.)?[A-Z]\w*\(\s*(?:params\s*=\s*)?(\w+)\.parameters\(\)/gm,
    ),
  ];
  const schedulers = [...text.matchAll(/^[ \t]*(\w+)\s*=\s*[\w.]*lr_scheduler\.\w+\(/gm)].map(
    ([, name]) => name,
  );
  const [, optimizer, model] = made ?? [];
  if (optimizer === undefined || model === undefined || another !== undefined || schedulers.length > 1)
    return undefined;
  const [scheduler] = schedulers;
  return { model, optimizer, ...(scheduler !== undefined && { scheduler }) };
}
