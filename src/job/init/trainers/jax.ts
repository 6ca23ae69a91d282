import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import { outputPaste } from '../habits/output-paste.ts';
import { placeOf } from '../python/values.ts';
import { type Code, callsOf, findInCode, imports } from '../reading/code.ts';
import { writtenPath } from '../reading/written-path.ts';
import { showPlace } from '../repository.ts';
import type { CheckpointSet, Habits, Paste, Resume, Trainer } from '../trainer.ts';

const MANAGER = /^orbax\.checkpoint\.([\w.]+\.)?CheckpointManager$/;

/**
 * Orbax' CheckpointManager writes `DIR/STEP/` under a temporary name and renames it when it is whole; within lie
 * `_CHECKPOINT_METADATA`, the items and, last, `commit_success.txt` (orbax-checkpoint 0.12.8 with jax 0.10.2, 2026-11-25; older
 * ones wrote that file only to object stores, so nothing waits for it). `latest_step()` is None where there is nothing. Flax'
 * older `checkpoints.save_checkpoint` writes `checkpoint_N`, by its documentation.
 */
export const jax: Trainer = {
  name: 'jax',
  title: 'JAX',
  isUsed: (code) => ['jax', 'flax', 'orbax', 'optax'].some((module) => imports(code, module)),
  habits(code): Habits {
    const metrics = writtenMetrics(code);
    const resume = resumeOf(code);
    return {
      ...setOf(code),
      results: [],
      ...(metrics && { metrics }),
      resume,
      usesGpu: true,
      pastes: [...folderPastes(code), ...resumePastes(resume)],
      checks: isNamed(code)
        ? []
        : ['where the script writes its checkpoint was not found; the name here is a guess.'],
    };
  },
};

const isNamed = (code: Code): boolean =>
  callsOf(code, MANAGER).length > 0 || callsOf(code, /(save_checkpoint|to_bytes|\.save)$/).length > 0;

function managerFolder(code: Code) {
  const [manager] = callsOf(code, MANAGER);
  const expression = manager?.named.get('directory') ?? manager?.plain[0];
  return manager && expression !== undefined
    ? { manager, expression, written: writtenPath(code, manager, { expression, kind: 'directory' }) }
    : undefined;
}

function setOf(code: Code): { checkpoint: CheckpointSet } {
  const folder = managerFolder(code);
  const shared = { stepKey: 'step' };
  if (folder) {
    const below = folder.written.glob === '' ? '' : `${folder.written.glob}/`;
    const why = 'the whole folder is one checkpoint; Orbax gives it its name when it is whole';
    return { checkpoint: { path: `${below}[0-9]*`, isFolder: true, why } };
  }
  if (callsOf(code, /^flax\.training\.checkpoints\.save_checkpoint$/).length > 0)
    return {
      checkpoint: { path: '**/checkpoint_*', isFolder: true, why: "as Flax' save_checkpoint names them" },
    };
  return { checkpoint: { ...shared, path: '**/*.msgpack', why: 'as Flax writes them' } };
}

function resumeOf(code: Code): Resume {
  const restore = callsOf(code, /(\.restore|restore_checkpoint|from_bytes|from_state_dict)$/)[0];
  if (!restore) return { how: 'not', because: 'nothing in the script restores a checkpoint' };
  const at = showPlace(placeOf(restore));
  // restore_checkpoint gives back what it was given where there is nothing.
  const looks =
    /restore_checkpoint$/.test(restore.name) || findInCode(code, /latest_step\s*\(|\bexists\s*\(/);
  return looks
    ? { how: 'itself', because: `${at} restores the newest step when there is one` }
    : {
        how: 'not',
        because: `${at} restores a checkpoint, and that it does so only when one is there was not found`,
      };
}

function folderPastes(code: Code): Paste[] {
  const folder = managerFolder(code);
  if (!folder?.written.fixed) return [];
  return outputPaste(folder.written, { name: 'directory', now: folder.expression });
}

function resumePastes(resume: Resume): Paste[] {
  if (resume.how !== 'not') return [];
  return [
    {
      why: 'before the loop: goes on from the newest step when there is one',
      lines: [
        'manager = ocp.CheckpointManager(os.path.abspath(os.environ.get("GPU_LEASE_OUT", "out")))  # manager.save(step, args=ocp.args.StandardSave(state))',
        'if (step := manager.latest_step()) is not None: state = manager.restore(step, args=ocp.args.StandardRestore(state))',
      ],
    },
  ];
}
