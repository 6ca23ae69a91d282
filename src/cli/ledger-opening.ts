import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Here } from '../course/here.ts';
import { openLedger } from '../ledger/git-ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerLocation } from '../ledger/location.ts';
import { type MachineCopies, machineCopies } from '../ledger/machine-copies.ts';
import { redactedLedger } from '../ledger/redacted-ledger.ts';
import { ownerAndName, sharedRepositoryOf } from '../ledger/repository-name.ts';
import { type LedgerAsked, ledgerLocation, recordsDir } from './ledger-place.ts';

/** What opens a ledger beside the place where it is. */
interface Opening extends LedgerAsked, Pick<Here, 'clock' | 'redactor' | 'endsAt'> {
  secret: string | undefined;
}

/** @param reading `looking`: a signed record is handed out without the secret as well, as not verified */
export async function openLedgerOf(
  opening: Opening,
  where: LedgerLocation,
  reading: 'acting' | 'looking',
): Promise<Ledger> {
  const ledger = openLedger(inOwnPlace(where), {
    secret: opening.secret,
    clock: opening.clock,
    ...(opening.endsAt && { endsAt: opening.endsAt }),
    reading,
    repository: () => repositoriesHere(opening, where),
    copies: machineCopiesOf(opening),
  });
  return redactedLedger(ledger, opening.redactor);
}

/** What this machine remembers of the records of this command's ledger. */
export function machineCopiesOf(asked: LedgerAsked): MachineCopies {
  const where = ledgerLocation(asked);
  return machineCopies(join(recordsDir(asked), placeName(where.kind === 'remote' ? where.url : where.dir)));
}

/** What the repository of this work tree is called, and that of a ledger which is named by its address. */
function repositoriesHere(
  { env, cwd }: LedgerAsked,
  where: LedgerLocation,
): { names: string[]; id?: string } {
  const own = env['GITHUB_REPOSITORY'] || env['GPU_LEASE_REPOSITORY'] || sharedRepositoryOf(cwd) || '';
  const named = where.kind === 'remote' ? ownerAndName(where.url) : undefined;
  const id = env['GITHUB_REPOSITORY_ID'];
  return {
    // A ledger at another address than the code's may hold runs of both.
    names: own === '' ? [] : [own, ...(named === undefined ? [] : [named])],
    ...(id === undefined ? {} : { id }),
  };
}

/** One for each remote: two repositories may have a run of one name. */
const inOwnPlace = (where: LedgerLocation): LedgerLocation =>
  where.kind === 'remote' ? { ...where, scratchDir: join(where.scratchDir, placeName(where.url)) } : where;

const placeName = (place: string): string => createHash('sha256').update(place).digest('hex').slice(0, 16);
