import { inWorkflow } from '../github/in-workflow.ts';
import { defaultLedgerLocation } from '../ledger/location.ts';
import type { Face } from '../world.ts';
import { originUrlOf, withoutLogin } from './git-remotes.ts';
import { ledgerNamed } from './ledger-place.ts';
import type { Settings } from './settings.ts';

/**
 * Said once, where a run begins: without a ledger that somebody named its record stays in the clone that one stands in, whatever
 * that was cloned from. Two clones then keep two ledgers, and each may rent for the same job.
 */
export function noteLedger(settings: Settings, face: Face): void {
  if (inWorkflow(settings) || ledgerNamed(settings) !== undefined) return;
  const where = defaultLedgerLocation(settings.cwd, settings.env);
  const origin = originUrlOf(settings.cwd, settings.env);
  if (where.kind !== 'local-repo' || where.create || origin === undefined) return;
  if (isNear(origin)) {
    face.warn(
      `The record of this run is kept in this clone alone (${where.dir}). Another clone of ${withoutLogin(origin)} keeps a ledger of its own, sees nothing of this run and may rent for the same job. Next: name one for all of them, with --ledger or GPU_LEASE_LEDGER.`,
    );
    return;
  }
  face.line(
    `ledger: in this clone (${where.dir}); another clone or a workflow sees the run only in one that both name, with --ledger or GPU_LEASE_LEDGER`,
  );
}

/** A path, `file://` or `git://`: several people, or several clones of one, work from it on one machine or in one house. */
const isNear = (origin: string): boolean => /^(?:file|git):\/\//i.test(origin) || /^[/.~]/.test(origin);
