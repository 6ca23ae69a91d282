import { either, LINE, type Remains, type Signature, said, tier, UNQUOTED } from './failure.ts';
import { claimedCopy, emptyOnDrive } from './seen/places.ts';
import { beginsAnew, sameMetrics } from './seen/training.ts';

/** As programs end a line with it, and not on the small disk that processes share: that is memory. */
const ENOSPC = new RegExp(
  String.raw`(?<!(?:</torch_|/dev/shm)[^\n\r]{0,200})${UNQUOTED}(?:: |\] )[Nn]o space left on device(?!: ["']?/(?:dev/shm|torch_))(?= \((?:os error )?28\)|: ["']?[\w./~-]|[.,]?\s{0,8}$)|${UNQUOTED}\bENOSPC: no space`,
  'm',
);
/** `torch.load` of a file that was opened to be written and got nothing. */
const EMPTY_BY_TORCH =
  /torch\/serialization\.py[^\n]{0,200}\n(?:[ \t][^\n]{0,200}\n){0,12}EOFError(?:: Ran out of input)?$/;
const TORN_WRITE = said('basic_ios::clear: iostream error|unexpected pos \\d{1,20} vs \\d');

/**
 * The file that could not be finished is often unlinked by its dying writer, so a few inodes may be free again when we look:
 * where bytes are in plenty, they were not what was missing.
 */
function inodesRanOut({ diskFreeInodes, diskFreeBytes }: Remains): boolean {
  if (diskFreeInodes === null) return false;
  return diskFreeInodes === 0 || (diskFreeInodes < 100 && diskFreeBytes > 100_000_000);
}

/** Disks, checkpoints and their copies. */
export const DISK: readonly Signature[] = [
  ...tier('disk', [
    {
      signature: 'F-D06',
      failureClass: 'DISK_FULL',
      in: ['log'],
      line: /^DISK_GATE_ABORT\b/m,
      when: ({ exitCode }) => exitCode === 3,
      shows: { otherwise: 'exit code 3 and DISK_GATE_ABORT in the log' },
      sure: 'proof',
      cause: 'the disk gate refused to start the cell',
      fix: 'free space or inodes on the box, or ask for a larger disk; nothing was started',
      source: 'the keeper on the box',
    },
    {
      signature: 'F-D03',
      failureClass: 'DISK_FULL',
      in: ['log'],
      line: either(ENOSPC, TORN_WRITE),
      when: inodesRanOut,
      shows: { otherwise: 'No space left on device, with bytes free and hardly an inode left' },
      sure: 'proof',
      cause: 'inodes are exhausted although bytes are free',
      fix: 'pack small files into archives, or clean up by file count',
      source: 'Linux, df -i',
    },
    {
      signature: 'F-D13',
      failureClass: 'DISK_FULL',
      in: ['kubernetes'],
      line: /\bEvicted\b[^\n]{0,300}ephemeral[- ]storage|ephemeral[- ]storage[^\n]{0,300}\bEvict(?:ed|ion)\b|Pod ephemeral local storage usage exceeds/,
      shows: { line: 'Pod ephemeral local storage usage exceeds the total limit of containers 10Gi.' },
      sure: 'proof',
      cause: 'the pod wrote more to the disk of its node than it may',
      fix: 'write to the claim, and set limits.ephemeral-storage',
      source: 'Kubernetes',
    },
    {
      signature: 'F-D02',
      failureClass: 'DISK_FULL',
      in: ['log'],
      line: ENOSPC,
      shows: { line: "OSError: [Errno 28] No space left on device: 'out/step-1200.pt'" },
      cause: 'a write failed because the disk was full',
      fix: 'prune scratch, keep best and last, or ask for a larger disk',
      source: 'errno 28',
    },
    {
      signature: 'F-D01',
      failureClass: 'DISK_FULL',
      in: ['log'],
      line: TORN_WRITE,
      shows: { line: 'RuntimeError: basic_ios::clear: iostream error' },
      cause: 'a checkpoint could not be written to its end, as on a full disk',
      fix: 'prune scratch, keep best and last, or ask for a larger disk',
      source: 'PyTorch',
    },
    {
      signature: 'F-D04',
      failureClass: 'DISK_FULL',
      in: ['platform'],
      line: /^overlay\s{1,20}\S{1,12}\s{1,20}\S{1,12}\s{1,20}\S{1,12}\s{1,20}(?:100|9[89])%\s{1,20}\/\s{0,4}$/m,
      shows: { line: 'overlay  5.0G  5.0G  20K  100% /' },
      cause: 'the small disk of the container is full, while the data disk has room',
      fix: 'send caches (HF_HOME, pip, TMPDIR) and outputs to the data disk',
      source: 'df of the box',
    },
  ]),
  ...tier('own error', [
    {
      signature: 'F-D07',
      failureClass: 'CKPT_BAD',
      in: ['log'],
      line: either(
        said(
          'PytorchStreamReader failed|failed finding central directory|Error while deserializing header: |pickle data was truncated|' +
            'unexpected EOF, expected \\d{1,15} more bytes|truncated file: eof = \\d|file seems not fully written',
        ),
        EMPTY_BY_TORCH,
      ),
      shows: {
        line: 'RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory',
      },
      cause: 'a checkpoint could not be read',
      fix: 'half a file in front of a verified copy is set aside before the next attempt, and the copy put back; save under another name and rename it',
      source: 'PyTorch 2.15.0, safetensors, numpy, h5py and pickle, each given half a file',
    },
    {
      signature: 'F-D08',
      failureClass: 'CODE_BUG',
      in: ['log'],
      line: new RegExp(
        `${LINE}(?:RuntimeError: Error\\(s\\) in loading state_dict for \\S{1,200}:)?\\s{0,8}(?:Missing|Unexpected) key\\(s\\) in state_dict[\\s\\S]{0,400}"(?:module|_orig_mod)\\.`,
        'm',
      ),
      shows: {
        line: 'RuntimeError: Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "conv1.weight". Unexpected key(s) in state_dict: "module.conv1.weight".',
      },
      cause: 'the checkpoint was saved from a wrapped model',
      fix: 'unwrap before saving, or strip the prefix when loading; keep loading strict',
      source: 'PyTorch',
    },
    {
      signature: 'F-D09',
      failureClass: 'CODE_BUG',
      in: ['log'],
      line: new RegExp(`${LINE}\\s{0,8}size mismatch for \\S{1,200}: copying a param`, 'm'),
      shows: {
        line: 'size mismatch for fc.weight: copying a param with shape torch.Size([10, 512]) from checkpoint',
      },
      cause: 'the checkpoint is of another model',
      fix: 'load the checkpoint of this configuration; drop keys only deliberately',
      source: 'PyTorch',
    },
    {
      signature: 'F-D18',
      failureClass: 'CODE_BUG',
      in: ['log'],
      line: said('No inf checks were recorded for this optimizer'),
      shows: { line: 'AssertionError: No inf checks were recorded for this optimizer.' },
      cause:
        'the gradient scaler and the optimizer do not belong together, as after a resume that restored only one',
      fix: "save and restore the scaler's state with the optimizer's",
      source: 'PyTorch GradScaler',
    },
    {
      signature: 'F-D17',
      failureClass: 'CODE_BUG',
      in: ['log'],
      sees: beginsAnew,
      shows: {
        otherwise: 'after a resume the step or epoch begins at 0, or the warm-up is run through again',
      },
      cause: 'the resume does not restore the step, the scheduler or the data order',
      fix: 'the drill of the smoke shows what is not restored; load all of it before the first step',
      source: 'the metrics of the run',
    },
    {
      signature: 'F-D16',
      failureClass: 'CKPT_BAD',
      in: ['log'],
      sees: sameMetrics,
      shows: { otherwise: 'two runs with metrics that are the same to the last byte' },
      cause: 'an old directory was read, and not what this run made',
      fix: 'move the old directory out of the way, and compare epoch and time of what was loaded',
      source: 'the evidence of both runs',
    },
    {
      signature: 'F-D14',
      failureClass: 'ENV_BUG',
      in: ['kubernetes'],
      line: /Multi-Attach error for volume|exclusively attached to one node/,
      shows: {
        line: 'Multi-Attach error for volume "pvc-1" Volume is already exclusively attached to one node',
      },
      sure: 'proof',
      cause: 'a volume that one node may mount is asked for by a second one',
      fix: 'a ReadWriteMany volume, or an affinity to the node that has it',
      source: 'Kubernetes',
    },
  ]),
  ...tier('line and rent', [
    {
      signature: 'F-D10',
      failureClass: 'SYNC_FAILED',
      in: ['log', 'drive'],
      line: /^DURABLE SYNC (?:BLOCKED|FAILED)\b/m,
      shows: { line: 'DURABLE SYNC FAILED' },
      sure: 'proof',
      cause: 'training ended well, but its copy to the durable tier failed',
      fix: 'the files on the data disk are the truth: repair the durable tier and copy again before anything is released',
      source: 'the keeper on the box',
    },
    {
      signature: 'F-D11',
      failureClass: 'SYNC_FAILED',
      in: ['drive'],
      sees: claimedCopy,
      shows: { otherwise: 'something says "synced", and the durable directory is empty or not there' },
      cause: 'a claim was taken for a copy',
      fix: 'copy again and read it back; a seal counts only what was read back',
      source: 'the durable tier itself',
    },
    {
      signature: 'F-D12',
      failureClass: 'SYNC_FAILED',
      in: ['drive'],
      sees: emptyOnDrive,
      shows: { otherwise: 'a file of 0 bytes, or none, on a mounted drive after "saved"' },
      cause: 'the drive has not written it yet; that can take half an hour',
      fix: 'flush and list it anew from outside before the session ends',
      source: 'Google Drive in Colab',
    },
    {
      signature: 'F-D15',
      failureClass: 'TRANSFER',
      in: ['drive'],
      line: /: FAILED(?: open or read)?\s{0,4}$|WARNING: \d{1,9} computed checksums? did NOT match/m,
      shows: { line: 'WARNING: 1 computed checksum did NOT match' },
      sure: 'proof',
      cause: 'a file that was brought over is not the one that was sent',
      fix: 'bring it over again and compare again; nothing is released on it',
      source: 'sha256sum, gpu-lease verify',
    },
  ]),
  ...tier('harmless', [
    {
      signature: 'F-D05',
      failureClass: 'BENIGN',
      in: ['drive'],
      line: /^\S{0,200}(?:checkpoint|ckpt|step)\S{0,120}\.(?:tmp|partial|incomplete)$/m,
      shows: { line: 'out/checkpoint-1200.pt.tmp' },
      sure: 'hint',
      cause: 'a checkpoint was being written when the process ended',
      fix: 'remove the unfinished file only; the one before it is whole if it loads',
      source: 'a listing of the output directory',
    },
  ]),
];
