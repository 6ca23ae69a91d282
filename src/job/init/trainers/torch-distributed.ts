import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import { resumeByFlag } from '../habits/resume-flag.ts';
import type { PythonCall } from '../python/calls.ts';
import { literalText, placeOf } from '../python/values.ts';
import { type Code, callsOf, findInCode, imports } from '../reading/code.ts';
import { writtenPath } from '../reading/written-path.ts';
import { showPlace } from '../repository.ts';
import type { CheckpointSet, Habits, Paste, Resume, Trainer } from '../trainer.ts';
import { torch } from './torch.ts';

const DCP_SAVE = /^torch\.distributed\.checkpoint\.([\w.]+\.)?(save|async_save|save_state_dict)$/;
const DCP_LOAD = /^torch\.distributed\.checkpoint\.([\w.]+\.)?(load|load_state_dict)$/;

/**
 * Processes that torchrun starts, under DDP, FSDP or neither. torch.distributed.checkpoint writes a folder with a file per
 * rank, `__0_0.distcp`, and `.metadata`, a pickle that names pathlib, last (torch 2.15.0, two processes, 2026-11-25); else a script saves as a plain one does.
 */
export const torchDistributed: Trainer = {
  name: 'torch-distributed',
  title: 'torchrun (DDP or FSDP)',
  isUsed: (code) =>
    callsOf(
      code,
      /^torch\.distributed\.([\w.]+\.)?(init_process_group|init_device_mesh|fully_shard|FullyShardedDataParallel)$/,
    ).length > 0 ||
    callsOf(code, /^torch\.nn\.parallel\.([\w.]+\.)?DistributedDataParallel$/).length > 0 ||
    imports(code, 'torch.distributed.checkpoint'),
  habits(code): Habits {
    const [save] = callsOf(code, DCP_SAVE);
    const plain = torch.habits(code);
    const shared = {
      ...plain,
      launcher: 'torchrun' as const,
      pastes: [...backendPastes(code), ...plain.pastes],
    };
    if (!save) return shared;
    const metrics = writtenMetrics(code);
    const resume = resumeOf(code);
    return {
      ...shared,
      checkpoint: shardedSet(code, save),
      results: [],
      ...(metrics && { metrics }),
      resume,
      pastes: [...backendPastes(code), ...resumePastes(resume)],
      checks: [],
    };
  },
};

function shardedSet(code: Code, save: PythonCall): CheckpointSet {
  const expression = save.named.get('checkpoint_id') ?? save.named.get('path') ?? save.plain[1];
  const { glob } =
    expression === undefined ? { glob: '' } : writtenPath(code, save, { expression, kind: 'member' });
  return {
    path: glob === '' ? 'step-*' : glob,
    complete: '.metadata',
    judged: [{ name: '.metadata', role: 'opaque' }],
    degraded: 'its pickle names a path, which torch.load refuses as weights only',
    why: 'the whole folder is one checkpoint, a file from every rank; .metadata is written last',
  };
}

function resumeOf(code: Code): Resume {
  const [load] = callsOf(code, DCP_LOAD);
  if (!load) return { how: 'not', because: 'nothing loads what torch.distributed.checkpoint wrote' };
  const byFlag = resumeByFlag(code);
  if (byFlag) return byFlag;
  const at = showPlace(placeOf(load));
  return findInCode(code, /\b(exists|isdir|is_dir|listdir|iterdir|glob)\s*\(/)
    ? { how: 'itself', because: `${at} loads the shards that are there` }
    : {
        how: 'not',
        because: `${at} loads shards, and that it does so only when some are there was not found`,
      };
}

function resumePastes(resume: Resume): Paste[] {
  if (resume.how !== 'not') return [];
  return [
    {
      why: 'before the loop, on every rank: goes on from the newest folder that is whole, when there is one',
      lines: [
        'done = sorted(Path(os.environ.get("GPU_LEASE_OUT", "out")).glob("step-*/.metadata"), key=lambda f: int(f.parent.name.split("-")[-1]))',
        'if done: dcp.load(state, checkpoint_id=str(done[-1].parent))',
      ],
    },
  ];
}

/** NCCL is for GPUs alone, and the smoke has none. */
function backendPastes(code: Code): Paste[] {
  const init = callsOf(code, /(^|\.)init_process_group$/).find(
    ({ named, plain }) => literalText(named.get('backend') ?? plain[0]) === 'nccl',
  );
  if (!init) return [];
  return [
    {
      at: placeOf(init),
      why: 'NCCL needs GPUs; the smoke runs on a CPU',
      lines: [
        'backend = "nccl" if torch.cuda.is_available() else "gloo"',
        'dist.init_process_group(backend)',
      ],
    },
  ];
}
