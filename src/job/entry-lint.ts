import type { Warning } from './warning.ts';

/** One thing that reading a training script can tell. Hints, from its text alone: a script may be right all the same. */
interface Lint {
  code: string;
  /** What makes the script subject to this; its place is shown. */
  when: RegExp;
  /** What would settle it, anywhere in the script. */
  unless: RegExp;
  what: string;
  next: string;
}

const LINTS: readonly Lint[] = [
  {
    code: 'no-main-guard',
    when: /\bnum_workers\s*=\s*(?!0\b)\w+|\bProcessPoolExecutor\(|\bmultiprocessing\.(Process|Pool)\(/,
    unless: /^if\s+__name__\s*==\s*['"]__main__['"]/m,
    what: 'Worker processes start without an `if __name__ == "__main__":` guard: on Windows and macOS each runs the script again.',
    next: 'Move what runs into a function, and call it below the guard.',
  },
  {
    code: 'determinism-declared',
    when: /\b(manual_seed|seed_everything|set_seed|random\.seed)\(/,
    unless:
      /use_deterministic_algorithms\(|cudnn\.deterministic\s*=\s*True|deterministic\s*=\s*(True|['"]warn)|enable_full_determinism/,
    what: 'A seed is set and nothing makes the kernels deterministic: determinism is declared, not achieved.',
    next: 'Call torch.use_deterministic_algorithms(True), seed the loader workers, or do not promise equal numbers.',
  },
  {
    code: 'workers-not-seeded',
    when: /\bnum_workers\s*=\s*(?!0\b)\w+/,
    unless: /worker_init_fn|workers\s*=\s*True|(?<!numpy|np)\.Generator\(|^(?![\s\S]*(np|numpy)\.random)/,
    what: 'Loader workers use NumPy random numbers and are not seeded: each worker draws the same ones.',
    next: 'Pass a worker_init_fn that seeds NumPy from torch.initial_seed().',
  },
  {
    code: 'partial-checkpoint',
    when: /\btorch\.save\(/,
    unless:
      /(?:optim\w*|\bopt\w*|_opt)\.state_dict\(|['"]optim\w*['"]\s*[:\]]|save_pretrained|TrainingArguments|Trainer\(/,
    what: 'Checkpoints are written without the state of the optimizer: a resume would not continue the same run.',
    next: 'Save model, optimizer, scheduler, step and random states together.',
  },
  {
    code: 'checkpoint-not-atomic',
    when: /\b(torch\.save|save_file|joblib\.dump|pickle\.dump)\(/,
    unless: /os\.(replace|rename)\(|\.(replace|rename)\(|Trainer\(|Lightning|mkstemp|NamedTemporaryFile/,
    what: 'Checkpoints are written in place: an interruption leaves half a file where the last good one was.',
    next: 'Write to a temporary name in the same directory, then os.replace() it.',
  },
  {
    code: 'gpu-fixed',
    when: /\.cuda\(\)|\.to\(\s*['"]cuda|\bload_in_[48]bit\s*=\s*True|flash_attention_2/,
    unless: /is_available\(\)/,
    what: 'The script asks for a GPU in any case, and the smoke runs on a CPU.',
    next: 'Ask torch.cuda.is_available() first, and take "cpu" and plain weights where it says no.',
  },
  {
    code: 'many-kept',
    when: /\bsave_(?:top_k|total_limit)\s*=\s*(?:-1|[4-9]\b|\d{2,})/,
    unless: /(?!)/,
    what: 'More than three checkpoints are kept: the disk may fill before the run ends.',
    next: 'Keep the best, the last and at most one more (`save_top_k=3`).',
  },
];

/** Reads a Python training script for what usually goes wrong on a rented box. */
export function lintEntry(file: string, source: string): Warning[] {
  return LINTS.flatMap(({ code, when, unless, what, next }) => {
    const hit = when.exec(source);
    if (!hit || unless.test(source)) return [];
    const before = source.slice(0, hit.index).split('\n');
    const at = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return [{ code, what, next, at }];
  });
}
