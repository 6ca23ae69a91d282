import { either, exception, LINE, type Signature, said, tier, told } from './failure.ts';
import { growsUntilKilled, leapsAtValidation, othersOnHost } from './seen/memory.ts';

const VRAM = either(
  exception('OutOfMemoryError'),
  said('CUDA out of memory|RESOURCE_EXHAUSTED: Out of memory|OOM when allocating tensor'),
  new RegExp(`${LINE}(?:[\\w.]{1,40}: )?CUDA out of memory\\. Tried to allocate`),
  // Each configuration of a kernel that XLA tried; the exception above them is of another name.
  /^EXECUTION FAILED: RESOURCE_EXHAUSTED: Out of memory while trying to allocate/,
);

/** Memory of the machine, of the card, and between processes. */
export const MEMORY: readonly Signature[] = [
  ...tier('kernel', [
    {
      signature: 'F-K04',
      failureClass: 'HOST_OOM',
      in: ['log'],
      when: ({ oomKillsSinceStart }) => (oomKillsSinceStart ?? 0) > 0,
      shows: {
        otherwise:
          'exit code 137, and the box counts more kills for memory (cgroup oom_kill) than at the start',
      },
      sure: 'proof',
      cause: 'the kernel killed a process of this box for memory (cgroup oom_kill rose since the start)',
      fix: 'fewer loader workers, share the big object, or ask for more memory; shrinking the batch is not the fix',
      source: 'Linux, memory.events of the control group',
    },
    {
      signature: 'F-K03',
      failureClass: 'HOST_OOM',
      in: ['kernel'],
      line: /Out of memory: Killed process \d{1,9}|oom-kill:constraint=|invoked oom-killer:/,
      shows: { line: 'Out of memory: Killed process 4711 (python) total-vm:98304kB, anon-rss:65536kB' },
      cause: 'the kernel killed a process for memory; on a shared host it may be that of somebody else',
      fix: 'compare the process id with yours; fewer loader workers, or ask for more memory',
      source: 'Linux kernel log',
    },
    {
      signature: 'F-M11',
      failureClass: 'HOST_OOM',
      in: ['log', 'scheduler'],
      line: told(
        'slurmstepd: (?:error: )?Detected \\d{1,6} oom[-_]kill event|slurmstepd: [^\\n]{0,80}[Ee]xceeded (?:(?:job|step) )?memory limit',
      ),
      shows: { line: 'slurmstepd: error: Detected 1 oom-kill event(s) in StepId=42.batch.' },
      sure: 'proof',
      cause: 'the scheduler killed the step for memory',
      fix: 'ask for a fifth more than the MaxRSS that sacct shows (--mem); shrinking the batch is not the fix',
      source: 'Slurm',
    },
    {
      signature: 'F-M12',
      failureClass: 'HOST_OOM',
      in: ['kubernetes'],
      line: /\bReason:\s{1,20}OOMKilled\b|"reason":\s?"OOMKilled"|\bOOMKilled\b/,
      shows: { line: 'Last State: Terminated  Reason: OOMKilled  Exit Code: 137' },
      sure: 'proof',
      cause: 'the container reached the memory limit of its pod',
      fix: 'ask for a fifth more (`memoryGb`, which is resources.limits.memory); shrinking the batch is not the fix',
      source: 'Kubernetes',
    },
  ]),
  ...tier('card memory', [
    {
      signature: 'F-M06',
      failureClass: 'VRAM_OOM',
      in: ['log'],
      line: VRAM,
      when: ({ logTail }) => isFragmented(logTail),
      shows: {
        otherwise:
          'CUDA out of memory, where more is "reserved by PyTorch but unallocated" than "Tried to allocate"',
      },
      cause: 'the GPU ran out of memory in one piece: more is reserved and unused than was asked for',
      fix: 'set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True under vars; it repeats as it is',
      source: 'PyTorch',
    },
    {
      signature: 'F-M07',
      failureClass: 'VRAM_OOM',
      in: ['log'],
      line: VRAM,
      when: ({ logTail }) => isHeldByAnother(logTail),
      shows: { otherwise: 'CUDA out of memory, where "Process N has" most of the card, and it is not ours' },
      cause: 'another process holds most of the memory of the card',
      fix: 'find the holder (nvidia-smi, fuser /dev/nvidia*) before anything is made smaller; it repeats as it is',
      source: 'PyTorch',
    },
    {
      signature: 'F-M13',
      failureClass: 'VRAM_OOM',
      in: ['log'],
      line: new RegExp(
        `${LINE}\\s{0,8}File "[^"\\n]{1,300}", line \\d{1,6}, in \\w{0,40}(?:full_post_state_dict_hook|unshard_fsdp_state_params|full_state_dict)\\w{0,20}\\n[\\s\\S]{0,3000}?(?:Error: CUDA out of memory|OutOfMemoryError: )`,
        'm',
      ),
      shows: { otherwise: 'CUDA out of memory on rank 0 below a frame that gathers the full state of FSDP' },
      cause: 'one card gathers the whole model for a checkpoint',
      fix: 'save a sharded checkpoint, or the full one with offload to the processor',
      source: 'PyTorch FSDP',
    },
    {
      signature: 'F-M08',
      failureClass: 'VRAM_OOM',
      in: ['log'],
      line: VRAM,
      when: ({ lastStep }) => lastStep !== undefined && lastStep <= 2,
      shows: { otherwise: 'CUDA out of memory at the first or second step' },
      cause:
        'the GPU ran out of memory within the first steps: the optimizer state is allocated on the first one',
      fix: 'count weights, gradients and optimizer state, then a smaller optimizer, sharding or a larger card; it repeats as it is',
      source: 'PyTorch',
    },
    {
      signature: 'F-M05',
      failureClass: 'VRAM_OOM',
      in: ['log'],
      line: VRAM,
      shows: { line: 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.' },
      cause: 'the GPU ran out of memory',
      fix: 'check for another holder of the card, then checkpointing, precision or a larger card; it repeats as it is',
      source: 'PyTorch',
    },
  ]),
  ...tier('machine memory', [
    {
      signature: 'F-M04',
      failureClass: 'SHM_FULL',
      in: ['log'],
      line: either(
        said('DataLoader worker .{0,200} killed by signal: Bus error'),
        said('unable to write to file <\\/torch|received 0 items of ancdata'),
        /No space left on device: ['"]?\/(?:dev\/shm|torch_)/,
        /^Bus error/,
      ),
      shows: {
        line: "RuntimeError: DataLoader worker (pid 4711) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory.",
      },
      cause: 'shared memory is exhausted',
      fix: 'a larger /dev/shm, the file_system sharing strategy, or fewer workers',
      source: 'PyTorch',
    },
    {
      signature: 'F-M02',
      failureClass: 'HOST_OOM',
      in: ['log'],
      line: said('DataLoader worker .{0,200} killed by signal: Killed'),
      shows: { line: 'RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.' },
      cause:
        'a loader worker was killed, most likely for memory: every worker holds a copy of the dataset object',
      fix: 'fewer loader workers, or share the big object',
      source: 'PyTorch',
    },
    {
      signature: 'F-M09',
      failureClass: 'HOST_OOM',
      in: ['log'],
      sees: growsUntilKilled,
      shows: { otherwise: 'memory of the box that grows with every epoch until a process is killed' },
      sure: 'hint',
      cause: 'something is kept that should be let go: losses with their graph, a cache without an end',
      fix: 'keep numbers and no tensors; bound the cache',
      source: 'the heartbeats of the box',
    },
  ]),
  ...tier('signal', [
    {
      signature: 'F-M01',
      failureClass: 'HOST_OOM',
      in: ['log'],
      onlyAsked: true,
      line: /^Killed\s{0,4}$/m,
      shows: { otherwise: 'the word "Killed" alone at the end of the log, without a traceback' },
      sure: 'hint',
      cause: 'something killed the process: the kernel for memory, a limit of time, or a person',
      fix: 'look for proof in the kernel log, in memory.events and at the scheduler before anything is changed',
      source: 'sh, bash',
    },
    {
      signature: 'F-M03',
      failureClass: 'PREEMPTED',
      in: ['log', 'scheduler', 'kubernetes'],
      onlyAsked: true,
      line: /\bexit(?:ed)?(?: with)?(?: code| status)?:?\s{1,20}137\b/i,
      shows: { otherwise: 'exit code 137, and nothing on the box says why' },
      sure: 'hint',
      cause: 'the process was ended by signal 9: for memory, for time, or by somebody',
      fix: 'look for proof in the kernel log, in memory.events and at the scheduler before anything is changed',
      source: 'POSIX shells',
    },
  ]),
  ...tier('quiet', [
    {
      signature: 'F-M10',
      failureClass: 'HOST_OOM',
      in: ['log'],
      sees: leapsAtValidation,
      shows: { otherwise: 'memory of the box that rises many times over at the end of the first epoch' },
      sure: 'hint',
      cause: 'the validation keeps all its outputs',
      fix: 'bound the number of samples that a validation keeps',
      source: 'the heartbeats of the box',
    },
  ]),
  ...tier('harmless', [
    {
      signature: 'F-M14',
      failureClass: 'BENIGN',
      in: ['kernel'],
      sees: othersOnHost,
      shows: {
        otherwise:
          'a load of hundreds and hardly any free memory on the host, and room in our own control group',
      },
      sure: 'hint',
      cause: 'others use the same host',
      fix: 'nothing while our own counters stand still',
      source: 'memory.events, loadavg',
    },
  ]),
];

const MIB: Record<string, number> = { KiB: 1 / 1024, MiB: 1, GiB: 1024 };

function mib(text: string, pattern: RegExp): number {
  const [, amount = '', unit = ''] = pattern.exec(text) ?? [];
  return Number(amount || Number.NaN) * (MIB[unit] ?? Number.NaN);
}

const asked = (text: string): number => mib(text, /Tried to allocate ([\d.]{1,12}) ([KMG]iB)/);

/** PyTorch says both: what was asked for, and what it holds and does not use. */
const isFragmented = (text: string): boolean =>
  mib(text, /([\d.]{1,12}) ([KMG]iB) is reserved by PyTorch but unallocated/) > asked(text);

/** PyTorch names the other processes on the card; "this process" is ours. */
function isHeldByAnother(text: string): boolean {
  const total = mib(text, /total capacity of ([\d.]{1,12}) ([KMG]iB)/);
  const theirs = mib(text, /(?:^|[^s]) Process \d{1,9} has ([\d.]{1,12}) ([KMG]iB) memory in use/);
  const ours = mib(text, /this process has ([\d.]{1,12}) ([KMG]iB) memory in use/);
  return theirs > total / 2 && theirs > ours;
}
