// Over ten seconds: one contract holds for every place where a ledger may lie, and git is a process at each step.
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import type { LedgerLocation } from '../../src/ledger/location.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { missing } from '../requirement.ts';
import { ledgerContract } from './contract.ts';
import { git, repository, tempDir } from './git-fixture.ts';
import { serveGit } from './http-remote.ts';
import { secret } from './sample-run.ts';

const skip = missing('git');

ledgerContract('memory', async () => {
  const ledger = new MemoryLedger();
  return { ledger, again: () => ledger };
});

function gitContract(
  name: string,
  /** Called once for each process that is played: a remote one has a scratch directory of its own. */
  where: (t: Parameters<typeof tempDir>[0]) => Promise<() => LedgerLocation>,
  key?: string,
): void {
  ledgerContract(
    name,
    async (t) => {
      const location = await where(t);
      const again = () => openLedger(location(), { clock: systemClock, secret: key });
      return { ledger: again(), again };
    },
    { skip },
  );
}

gitContract('repository', async (t) => {
  const dir = repository(t);
  return () => ({ kind: 'local-repo', dir });
});

gitContract(
  'signed repository',
  async (t) => {
    const dir = repository(t);
    return () => ({ kind: 'local-repo', dir });
  },
  secret,
);

gitContract('SHA-256 repository', async (t) => {
  const dir = repository(t, '--object-format=sha256');
  return () => ({ kind: 'local-repo', dir });
});

gitContract('linked work tree', async (t) => {
  const main = repository(t);
  git(main, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  const dir = join(tempDir(t), 'linked');
  git(main, 'worktree', 'add', '--quiet', dir);
  return () => ({ kind: 'local-repo', dir });
});

gitContract('made on first append', async (t) => {
  const dir = join(tempDir(t), 'state', 'ledger.git');
  return () => ({ kind: 'local-repo', dir, create: true });
});

gitContract('bare directory as a remote', async (t) => {
  const url = repository(t, '--bare');
  return () => ({ kind: 'remote', url, scratchDir: tempDir(t) });
});

gitContract(
  'signed file:// remote',
  async (t) => {
    const url = `file://${repository(t, '--bare')}`;
    return () => ({ kind: 'remote', url, scratchDir: tempDir(t) });
  },
  secret,
);

gitContract('one scratch directory for a file:// remote', async (t) => {
  const location: LedgerLocation = {
    kind: 'remote',
    url: `file://${repository(t, '--bare')}`,
    scratchDir: tempDir(t),
  };
  return () => location;
});

gitContract('HTTP remote with a token', async (t) => {
  const { url } = await serveGit(t, repository(t, '--bare'), { token: 't0ken' });
  return () => ({ kind: 'remote', url, scratchDir: tempDir(t), token: 't0ken' });
});
