/**
 * What a smoke's log says about the cause, and the next step. Only what a run on a CPU can show; the ids are those of
 * the failure catalogue. First match wins, so the particular stands before the general.
 */
interface Hint {
  id: string;
  cause: string;
  pattern: RegExp;
  next: string;
}

const HINTS: Hint[] = [
  {
    id: 'F-E01',
    cause: 'a script has Windows line ends',
    pattern:
      /\$'\\r': command not found|set: -: invalid option|\r: No such file|unexpected token \$'do\\r'|: not found\r/,
    next: 'Save the script with LF line ends, and put `*.sh text eol=lf` into .gitattributes.',
  },
  {
    id: 'F-E09',
    cause: 'a Python package is missing here',
    pattern: /^(?:\[[^\]]+\]:?\s?)?(?:ModuleNotFoundError|ImportError)\b/m,
    next: 'Install it in `smoke.setup`, for example `pip install -r requirements.txt`.',
  },
  {
    id: 'F-E09',
    cause: 'a conda environment is missing here',
    pattern: /EnvironmentNameNotFound/,
    next: 'Create the environment in `smoke.setup`, or run without conda here.',
  },
  {
    id: 'F-E02',
    cause: 'a program is not on the path',
    pattern: /command not found|: not found$/m,
    next: 'Install the program in `smoke.setup`, or call the interpreter by name (`python3 train.py`).',
  },
  {
    id: 'F-E11',
    cause: 'an override names a config node that is not a mapping',
    pattern: /Override path .* is not a mapping/,
    next: 'Put the override into a config file of its own instead of dotted keys.',
  },
  {
    id: 'F-E12',
    cause: 'a label lies outside the classes of the model',
    pattern: /device-side assert|Target \d+ is out of bounds/,
    next: 'Compare the labels of the data with the number of classes.',
  },
  {
    id: 'F-E13',
    cause: 'samples of one batch have different shapes',
    pattern: /stack expects each tensor to be equal size/,
    next: 'Crop, pad, or write a collate function.',
  },
  {
    id: 'F-E14',
    cause: 'batch normalisation met a batch of one',
    pattern: /Expected more than 1 value per channel/,
    next: 'Drop the last batch (`drop_last=True`), or use a larger one.',
  },
  {
    id: 'F-E15',
    cause: 'a loader was given both a sampler and shuffle',
    pattern: /sampler option is mutually exclusive with shuffle/,
    next: 'Leave out `shuffle`; the sampler decides the order.',
  },
  {
    id: 'F-E16',
    cause: 'a callable given to loader workers cannot be pickled',
    pattern: /Can't pickle local object|Can't get local object/,
    next: 'Define it at the top of a module, and guard the entry point with `if __name__ == "__main__":`.',
  },
  {
    id: 'F-E18',
    cause: 'the tokenizer has no padding token',
    pattern: /does not have a padding token/,
    next: 'Set `tokenizer.pad_token`, for example to its `eos_token`.',
  },
  {
    id: 'F-E19',
    cause: 'the loss does not depend on any parameter',
    pattern: /element 0 of tensors does not require grad/,
    next: 'Look for `detach()`, `.item()` or `no_grad()` on the way from the model to the loss.',
  },
  {
    id: 'F-E21',
    cause: 'a download was refused',
    pattern: /\b401 Client Error|GatedRepoError/,
    next: 'A smoke is given no secrets: let the smoke command use a small public model or data made on the spot.',
  },
  {
    id: 'F-E03',
    cause: 'the command insists on a GPU',
    pattern: /Found no NVIDIA driver|No CUDA GPUs are available|Torch not compiled with CUDA enabled/,
    next: 'Let the smoke command take the CPU when no GPU is visible: they are hidden on purpose.',
  },
  {
    id: 'F-D01',
    cause: 'the disk is full here',
    pattern: /No space left on device|ENOSPC|basic_ios::clear: iostream error/,
    next: 'Free space, or make the smoke write less.',
  },
  {
    id: 'F-E10',
    cause: 'the code asks for a name that is not there',
    pattern: /^(?:\[[^\]]+\]:?\s?)?(?:KeyError|AttributeError|NameError)\b/m,
    next: 'Correct the code or its configuration; a retry would end alike.',
  },
  {
    id: 'aborted-at-exit',
    cause: 'a thread of a library aborted the process while Python was being closed',
    pattern: /^terminate called without an active exception/m,
    next:
      "Where its steps were all done, this is PyTorch's gloo, whose threads outlive `destroy_process_group()`. End the script with " +
      '`dist.barrier()`, `dist.destroy_process_group()`, `sys.stdout.flush()` and `os._exit(0)`.',
  },
];

/** @param crash the line that says most about the crash, which a launcher's own report may have pushed out of the last lines */
export function hintFor(
  tail: readonly string[],
  crash?: string,
): { cause: string; next: string } | undefined {
  const text = [...(crash === undefined ? [] : [crash]), ...tail].join('\n');
  const hint = HINTS.find(({ pattern }) => pattern.test(text));
  return hint && { cause: `${hint.cause} (${hint.id})`, next: hint.next };
}
