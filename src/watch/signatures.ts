/** What a dead cell left behind. Texts and numbers are the box's word. */
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
  /** Newest step of the metrics file, where it is known. */
  lastStep?: number | undefined;
}

/**
 * One row. Its patterns are matched against what a stranger wrote, so whatever repeats in them has a bound: the time that they
 * take grows with the text and no faster (a test times each on text that is made to hold it up).
 */
export interface Signature {
  /** Of the signature in the collection of failures, or a word of ours. */
  signature: string;
  failureClass: string;
  matches(remains: Remains): boolean;
  /** By what a person knows it (docs/troubleshooting.md): a line of the log as it stands there, or what else is seen. */
  shows: { line: string } | { otherwise: string };
  cause: string;
  fix: string;
  /** Identical relaunch has a chance. Everything else repeats. */
  probabilistic?: boolean;
}

/** Launchers of several processes put `[rank0]: ` before every line. */
const LINE = String.raw`^(?:\[[^\]\s]{1,30}\]:?\s?)?`;

const log =
  (pattern: RegExp) =>
  ({ logTail }: Remains): boolean =>
    pattern.test(logTail);

/** An exception at the start of a line, as Python prints the last line of a traceback. */
const exception = (names: string): ((remains: Remains) => boolean) =>
  log(new RegExp(`${LINE}(?:[\\w.]{1,200}\\.)?(?:${names}): `, 'm'));

const ENOSPC = /No space left on device|\bENOSPC\b/;
const TORN_WRITE = /basic_ios::clear: iostream error|unexpected pos \d{1,20} vs \d/;
const VRAM = /CUDA out of memory|\bOutOfMemoryError\b/;

/**
 * The file that could not be finished is often unlinked by its dying writer, so a few inodes may be free again when we look:
 * where bytes are in plenty, they were not what was missing.
 */
function inodesRanOut({ diskFreeInodes, diskFreeBytes }: Remains): boolean {
  if (diskFreeInodes === null) return false;
  return diskFreeInodes === 0 || (diskFreeInodes < 100 && diskFreeBytes > 100_000_000);
}

/**
 * In the order of precedence of part 2: credentials and the card before proof by the kernel, that before the disk, the
 * environment and the card's memory, what the payload printed after these, and bare signals last.
 */
export const SIGNATURES: readonly Signature[] = [
  {
    signature: 'F-E21',
    failureClass: 'AUTH',
    matches: log(/\bGatedRepoError\b|\b401 Client Error\b|\b401 Unauthorized\b/),
    shows: { line: 'huggingface_hub.errors.GatedRepoError: 401 Client Error.' },
    cause: 'a download refused its credentials',
    fix: 'name the token under env: in the job file and set it where this command runs',
  },
  {
    signature: 'F-K02',
    failureClass: 'DEAD_GPU',
    matches: log(/fallen off the bus|\bGPU is lost\b|uncorrectable ECC error encountered/),
    shows: { line: 'GPU 0000:af:00.0 has fallen off the bus' },
    cause: 'the GPU itself failed',
    fix: 'do not debug the code: give this box back and rent another one',
  },
  {
    signature: 'F-K04',
    failureClass: 'HOST_OOM',
    matches: ({ oomKillsSinceStart }) => (oomKillsSinceStart ?? 0) > 0,
    shows: {
      otherwise:
        'exit code 137, and the box counts more kills for memory (cgroup oom_kill) than at the start',
    },
    cause: 'the kernel killed a process of this box for memory (cgroup oom_kill rose since the start)',
    fix: 'fewer loader workers, share the big object, or ask for more memory; shrinking the batch is not the fix',
  },
  {
    signature: 'F-K06',
    failureClass: 'REBOOT',
    matches: ({ rebooted }) => rebooted,
    shows: { otherwise: 'the box has another boot id than when the cell was started' },
    cause: 'the host rebooted under the run',
    fix: 'the identical command resumes from the newest checkpoint',
    probabilistic: true,
  },
  {
    signature: 'F-D06',
    failureClass: 'DISK_FULL',
    matches: ({ exitCode, logTail }) => exitCode === 3 && /^DISK_GATE_ABORT\b/m.test(logTail),
    shows: { otherwise: 'exit code 3 and DISK_GATE_ABORT in the log' },
    cause: 'the disk gate refused to start the cell',
    fix: 'free space or inodes on the box, or ask for a larger disk; nothing was started',
  },
  {
    signature: 'F-D03',
    failureClass: 'DISK_FULL',
    matches: (remains) =>
      (ENOSPC.test(remains.logTail) || TORN_WRITE.test(remains.logTail)) && inodesRanOut(remains),
    shows: { otherwise: 'No space left on device, with bytes free and hardly an inode left' },
    cause: 'inodes are exhausted although bytes are free',
    fix: 'pack small files into archives, or clean up by file count',
  },
  {
    signature: 'F-D02',
    failureClass: 'DISK_FULL',
    matches: log(ENOSPC),
    shows: { line: "OSError: [Errno 28] No space left on device: 'out/step-1200.pt'" },
    cause: 'a write failed because the disk was full',
    fix: 'prune scratch, keep best and last, or ask for a larger disk',
  },
  {
    signature: 'F-D01',
    failureClass: 'DISK_FULL',
    matches: log(TORN_WRITE),
    shows: { line: 'RuntimeError: basic_ios::clear: iostream error' },
    cause: 'a checkpoint could not be written to its end, as on a full disk',
    fix: 'prune scratch, keep best and last, or ask for a larger disk',
  },
  {
    signature: 'F-K07',
    failureClass: 'GPU_ABSENT',
    matches: log(
      /No devices were found|No CUDA GPUs are available|Torch not compiled with CUDA enabled|Found no NVIDIA driver/,
    ),
    shows: { line: 'RuntimeError: No CUDA GPUs are available' },
    cause: 'no GPU is visible where the trainer runs',
    fix: 'use an image with a GPU build of the framework on a box with the GPU passed through',
  },
  {
    signature: 'F-E05',
    failureClass: 'ENV_BUG',
    matches: log(
      /driver on your system is too old|please update your (?:GPU )?driver|forward compatibility was attempted on non supported HW/i,
    ),
    shows: { line: 'RuntimeError: The NVIDIA driver on your system is too old (found version 11040).' },
    cause: "the host's driver is older than the CUDA build needs",
    fix: 'choose a box by its CUDA version; a tenant cannot change the driver',
  },
  {
    signature: 'F-E04',
    failureClass: 'ENV_BUG',
    matches: log(/no kernel image is available for execution|CUDA version .{1,40} mismatches the version/i),
    shows: { line: 'RuntimeError: CUDA error: no kernel image is available for execution on the device' },
    cause: 'card, CUDA toolkit and framework build do not fit each other',
    fix: "keep the image's own framework (requirements.torch: keep-image) or choose a box by CUDA version",
  },
  {
    signature: 'F-M06',
    failureClass: 'VRAM_OOM',
    matches: ({ logTail }) => VRAM.test(logTail) && isFragmented(logTail),
    shows: {
      otherwise:
        'CUDA out of memory, where more is "reserved by PyTorch but unallocated" than "Tried to allocate"',
    },
    cause: 'the GPU ran out of memory in one piece: more is reserved and unused than was asked for',
    fix: 'set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True under vars; it repeats as it is',
  },
  {
    signature: 'F-M08',
    failureClass: 'VRAM_OOM',
    matches: ({ logTail, lastStep }) => VRAM.test(logTail) && lastStep !== undefined && lastStep <= 2,
    shows: { otherwise: 'CUDA out of memory at the first or second step' },
    cause:
      'the GPU ran out of memory within the first steps: the optimizer state is allocated on the first one',
    fix: 'count weights, gradients and optimizer state, then a smaller optimizer, sharding or a larger card; it repeats as it is',
  },
  {
    signature: 'F-M05',
    failureClass: 'VRAM_OOM',
    matches: log(VRAM),
    shows: { line: 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.' },
    cause: 'the GPU ran out of memory',
    fix: 'check for another holder of the card, then checkpointing, precision or a larger card; it repeats as it is',
  },
  {
    signature: 'F-M04',
    failureClass: 'SHM_FULL',
    matches: log(
      /DataLoader worker .{0,200} killed by signal: Bus error|unable to write to file <\/torch|received 0 items of ancdata|^Bus error/m,
    ),
    shows: {
      line: "RuntimeError: DataLoader worker (pid 4711) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory.",
    },
    cause: 'shared memory is exhausted',
    fix: 'a larger /dev/shm, the file_system sharing strategy, or fewer workers',
  },
  {
    signature: 'F-M02',
    failureClass: 'HOST_OOM',
    matches: log(/DataLoader worker .{0,200} killed by signal: Killed/),
    shows: { line: 'RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.' },
    cause:
      'a loader worker was killed, most likely for memory: every worker holds a copy of the dataset object',
    fix: 'fewer loader workers, or share the big object',
  },
  {
    signature: 'F-T01',
    failureClass: 'NAN',
    matches: log(/\b(?:loss|grad_norm)\W{1,4}(?:nan|-?inf(?:inity)?)\b/i),
    shows: { line: 'step 1200 loss: nan' },
    cause: 'the loss became non-finite',
    fix: 'replay from a checkpoint before the spike: the same step again means data, another one learning rate or precision',
  },
  {
    signature: 'F-E12',
    failureClass: 'DATA_BUG',
    matches: log(/device-side assert triggered|\bTarget \d+ is out of bounds/),
    shows: { line: 'RuntimeError: CUDA error: device-side assert triggered' },
    cause: 'a label or index lies outside its range',
    fix: 'run the same batch on the CPU, where the error names the line',
  },
  {
    signature: 'F-E13',
    failureClass: 'DATA_BUG',
    matches: log(/stack expects each tensor to be equal size|Expected more than 1 value per channel/),
    shows: {
      line: 'RuntimeError: stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 and [3, 224, 200] at entry 1',
    },
    cause: 'a batch cannot be put together, or the last one has a single sample',
    fix: 'pad or crop in collate, or drop the last batch',
  },
  {
    signature: 'F-D07',
    failureClass: 'CKPT_BAD',
    matches: log(/PytorchStreamReader failed|failed finding central directory/),
    shows: {
      line: 'RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory',
    },
    cause: 'a checkpoint could not be read',
    fix: 'quarantine it and resume from the previous verified one',
  },
  {
    signature: 'F-D08',
    failureClass: 'CODE_BUG',
    matches: log(/(?:Missing|Unexpected) key\(s\) in state_dict.{0,400}"(?:module|_orig_mod)\./s),
    shows: {
      line: 'RuntimeError: Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "conv1.weight". Unexpected key(s) in state_dict: "module.conv1.weight".',
    },
    cause: 'the checkpoint was saved from a wrapped model',
    fix: 'unwrap before saving, or strip the prefix when loading; keep loading strict',
  },
  {
    signature: 'F-D09',
    failureClass: 'CODE_BUG',
    matches: log(/size mismatch for /),
    shows: {
      line: 'size mismatch for fc.weight: copying a param with shape torch.Size([10, 512]) from checkpoint',
    },
    cause: 'the checkpoint is of another model',
    fix: 'load the checkpoint of this configuration; drop keys only deliberately',
  },
  {
    signature: 'F-E01',
    failureClass: 'ENV_BUG',
    // Bash and env write the carriage return as `\r`, the other shells as it is.
    matches: log(
      /\\r['’]?: (?:command )?not found|\r: (?:command )?not found|(?:\r|\\r['’]): No such file|\$'do\\r'|[Ii]llegal option -\r|set: -\r: invalid option/,
    ),
    shows: { line: "run.sh: line 2: $'\\r': command not found" },
    cause: 'a script has CRLF line endings',
    fix: 'store it with LF (.gitattributes: * text=auto eol=lf)',
  },
  {
    signature: 'F-E02',
    failureClass: 'ENV_BUG',
    matches: ({ exitCode }) => exitCode === 127 || exitCode === 126,
    shows: { otherwise: 'exit code 126 or 127, such as after "python: not found"' },
    cause: 'the command or its interpreter is not there or not executable',
    fix: 'use an explicit interpreter path in run, or install it in setup',
  },
  {
    signature: 'F-E09',
    failureClass: 'ENV_BUG',
    matches: exception('ModuleNotFoundError|ImportError'),
    shows: { line: "ModuleNotFoundError: No module named 'einops'" },
    cause: 'a Python module is missing on the box',
    fix: 'add it to requirements; the smoke should run the same imports',
  },
  {
    signature: 'F-N10',
    failureClass: 'ENV_BUG',
    matches: log(/Address already in use|\bEADDRINUSE\b/),
    shows: { line: 'OSError: [Errno 98] Address already in use' },
    cause: 'a port that the trainer wants is taken',
    fix: 'let it choose a free port (0), or end what holds it',
  },
  {
    signature: 'F-N05',
    failureClass: 'CODE_BUG',
    matches: log(/Detected mismatch between collectives on ranks/),
    shows: { line: 'RuntimeError: Detected mismatch between collectives on ranks.' },
    cause: 'the ranks do not call the same collectives in the same order',
    fix: 'look for a collective under a condition on the rank',
  },
  {
    signature: 'F-N03',
    failureClass: 'HANG',
    matches: log(
      /Watchdog .{0,80}collective.{0,300}timed out|collective operation timeout|\bNCCL timeout\b/i,
    ),
    shows: {
      line: '[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=42) ran for 600000 milliseconds',
    },
    cause: 'a collective timed out: some rank went silent first',
    fix: 'find the rank whose log stops first; that one is the cause',
  },
  {
    signature: 'F-E22',
    failureClass: 'CODE_BUG',
    matches: log(new RegExp(`${LINE}Traceback \\(most recent call last\\):`, 'm')),
    shows: { line: 'Traceback (most recent call last):' },
    cause: 'an uncaught exception in the training code',
    fix: 'read the last exception in the log; it repeats until the code changes',
  },
  {
    signature: 'vanished',
    failureClass: 'TRANSIENT',
    matches: ({ vanished }) => vanished,
    shows: { otherwise: 'the process is gone and left no exit code' },
    cause: 'the process vanished without an exit record (killed from outside, or the container restarted)',
    fix: 'the identical command resumes from the newest checkpoint',
    probabilistic: true,
  },
  {
    signature: 'exit-signal',
    failureClass: 'PREEMPTED',
    matches: ({ exitCode }) => exitCode === 137 || exitCode === 143 || exitCode === 129,
    shows: { otherwise: 'exit code 129, 137 or 143, and nothing on the box says why' },
    cause: 'the process was ended by a signal and nothing on the box says why',
    fix: 'the identical command resumes from the newest checkpoint',
    probabilistic: true,
  },
];

const MIB: Record<string, number> = { KiB: 1 / 1024, MiB: 1, GiB: 1024 };

/** PyTorch says both: what was asked for, and what it holds and does not use. */
function isFragmented(text: string): boolean {
  const mib = (pattern: RegExp): number => {
    const [, amount = '', unit = ''] = pattern.exec(text) ?? [];
    return Number(amount || Number.NaN) * (MIB[unit] ?? Number.NaN);
  };
  const asked = mib(/Tried to allocate ([\d.]{1,12}) ([KMG]iB)/);
  const unused = mib(/([\d.]{1,12}) ([KMG]iB) is reserved by PyTorch but unallocated/);
  return unused > asked;
}
