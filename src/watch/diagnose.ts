/**
 * From what a dead cell left behind to a failure class (capabilities.md part 2). First match wins, in the order of that
 * part's precedence: proof from kernel and scheduler before anything the payload printed, bare signals last.
 */
export interface Remains {
  exitCode: number;
  /** Last bytes of this attempt's own log; never of an earlier one (P4-04). */
  logTail: string;
  /** Kernel out-of-memory kills in our cgroup since the start; `null` = not readable, which proves nothing. */
  oomKillsSinceStart: number | null;
  /** The box has rebooted since the start. */
  rebooted: boolean;
  diskFreeBytes: number;
  diskFreeInodes: number | null;
  /** The cell has neither process nor exit record: it vanished. */
  vanished: boolean;
}

export interface Diagnosis {
  failureClass: string;
  /** Signature id of part 2, or `exit`. */
  signature: string;
  cause: string;
  fix: string;
  /** Identical relaunch has a chance. Everything else repeats. */
  probabilistic: boolean;
}

interface Rule {
  signature: string;
  failureClass: string;
  matches(remains: Remains): boolean;
  cause: string;
  fix: string;
  probabilistic?: boolean;
}

const log =
  (pattern: RegExp) =>
  ({ logTail }: Remains): boolean =>
    pattern.test(logTail);

const RULES: Rule[] = [
  {
    signature: 'F-K04',
    failureClass: 'HOST_OOM',
    matches: ({ oomKillsSinceStart }) => (oomKillsSinceStart ?? 0) > 0,
    cause: 'the kernel killed a process of this box for memory (cgroup oom_kill rose since the start)',
    fix: 'fewer loader workers, share the big object, or ask for more memory; shrinking the batch is not the fix',
  },
  {
    signature: 'F-K06',
    failureClass: 'REBOOT',
    matches: ({ rebooted }) => rebooted,
    cause: 'the host rebooted under the run',
    fix: 'the identical command resumes from the newest checkpoint',
    probabilistic: true,
  },
  {
    signature: 'F-D06',
    failureClass: 'DISK_FULL',
    matches: ({ exitCode, logTail }) => exitCode === 3 && /^DISK_GATE_ABORT\b/m.test(logTail),
    cause: 'the disk gate refused to start the cell',
    fix: 'free space or inodes on the box, or ask for a larger disk; nothing was started',
  },
  {
    signature: 'F-D03',
    failureClass: 'DISK_FULL',
    matches: (remains) => ENOSPC.test(remains.logTail) && remains.diskFreeInodes === 0,
    cause: 'inodes are exhausted although bytes are free',
    fix: 'pack small files into archives, or clean up by file count',
  },
  {
    signature: 'F-D01',
    failureClass: 'DISK_FULL',
    matches: (remains) => ENOSPC.test(remains.logTail),
    cause: 'a write failed because the disk was full',
    fix: 'prune scratch, keep best and last, or ask for a larger disk',
  },
  {
    signature: 'F-K07',
    failureClass: 'GPU_ABSENT',
    matches: log(/No devices were found|No CUDA GPUs are available|Torch not compiled with CUDA enabled/),
    cause: 'no GPU is visible where the trainer runs',
    fix: 'use an image with a GPU build of the framework on a box with the GPU passed through',
  },
  {
    signature: 'F-E04',
    failureClass: 'ENV_BUG',
    matches: log(
      /no kernel image is available for execution|driver on your system is too old|please update your driver/i,
    ),
    cause: 'driver, CUDA toolkit and framework build do not fit each other',
    fix: "keep the image's own framework (requirements.torch: keep-image) or choose a box by CUDA version",
  },
  {
    signature: 'F-M05',
    failureClass: 'VRAM_OOM',
    matches: log(/CUDA out of memory|\bOutOfMemoryError\b/),
    cause: 'the GPU ran out of memory',
    fix: 'check for another holder of the card, then checkpointing, precision or a larger card; it repeats as it is',
  },
  {
    signature: 'F-M04',
    failureClass: 'SHM_FULL',
    matches: log(/DataLoader worker .* killed by signal: Bus error|received 0 items of ancdata/),
    cause: 'shared memory is exhausted',
    fix: 'a larger /dev/shm, the file_system sharing strategy, or fewer workers',
  },
  {
    signature: 'F-T01',
    failureClass: 'NAN',
    matches: log(/\b(?:loss|grad_norm)\W{1,4}(?:nan|-?inf(?:inity)?)\b/i),
    cause: 'the loss became non-finite',
    fix: 'replay from a checkpoint before the spike; data, learning rate or precision',
  },
  {
    signature: 'F-D07',
    failureClass: 'CKPT_BAD',
    matches: log(/PytorchStreamReader failed|failed finding central directory/),
    cause: 'a checkpoint could not be read',
    fix: 'quarantine it and resume from the previous verified one',
  },
  {
    signature: 'F-E01',
    failureClass: 'ENV_BUG',
    matches: log(/\$'\\r': command not found|\r: No such file/),
    cause: 'a script has CRLF line endings',
    fix: 'store it with LF (.gitattributes: * text=auto eol=lf)',
  },
  {
    signature: 'F-E02',
    failureClass: 'ENV_BUG',
    matches: ({ exitCode }) => exitCode === 127 || exitCode === 126,
    cause: 'the command or its interpreter is not there or not executable',
    fix: 'use an explicit interpreter path in run, or install it in setup',
  },
  {
    signature: 'F-E09',
    failureClass: 'ENV_BUG',
    matches: log(/^(?:ModuleNotFoundError|ImportError): /m),
    cause: 'a Python module is missing on the box',
    fix: 'add it to requirements; the smoke should run the same imports',
  },
  {
    signature: 'F-N03',
    failureClass: 'HANG',
    matches: log(/Watchdog .*collective.*timed out|collective operation timeout/i),
    cause: 'a collective timed out: some rank went silent first',
    fix: 'find the rank whose log stops first; that one is the cause',
  },
  {
    signature: 'F-E22',
    failureClass: 'CODE_BUG',
    matches: log(/^Traceback \(most recent call last\):/m),
    cause: 'an uncaught exception in the training code',
    fix: 'read the last exception in the log; it repeats until the code changes',
  },
  {
    signature: 'F-V01',
    failureClass: 'TRANSIENT',
    matches: ({ vanished }) => vanished,
    cause: 'the process vanished without an exit record (killed from outside, or the container restarted)',
    fix: 'the identical command resumes from the newest checkpoint',
    probabilistic: true,
  },
  {
    signature: 'exit-signal',
    failureClass: 'PREEMPTED',
    matches: ({ exitCode }) => exitCode === 137 || exitCode === 143 || exitCode === 129,
    cause: 'the process was ended by a signal and nothing on the box says why',
    fix: 'the identical command resumes from the newest checkpoint',
    probabilistic: true,
  },
];

const ENOSPC =
  /No space left on device|\bENOSPC\b|basic_ios::clear: iostream error|unexpected pos \d+ vs \d+/;

export function diagnose(remains: Remains): Diagnosis {
  const rule = RULES.find((each) => each.matches(remains));
  if (!rule) {
    return {
      failureClass: 'CODE_BUG',
      signature: 'exit',
      cause: `the command ended with exit code ${remains.exitCode} and no known signature`,
      fix: 'read the end of the log',
      probabilistic: false,
    };
  }
  const { signature, failureClass, cause, fix, probabilistic } = rule;
  return { signature, failureClass, cause, fix, probabilistic: probabilistic ?? false };
}
