import { join } from 'node:path';
import { commitBringer } from '../launch/bring-commit.ts';
import type { World } from '../world.ts';
import { workflowsRepository } from './ledger-place.ts';
import type { Settings } from './settings.ts';

/** In a workflow, how a commit comes that its shallow checkout does not hold; nothing outside of one. */
export function bringing({ env, stateDir, clock, endsAt }: Settings): Pick<World, 'bringCommit'> {
  const own = workflowsRepository(env);
  if (!own) return {};
  const source = { ...own, scratchDir: join(stateDir, 'scratch', 'code') };
  let bring: ReturnType<typeof commitBringer> | undefined;
  return {
    bringCommit: (commit) => {
      bring ??= commitBringer(source, { clock, random: Math.random, endsAt });
      return bring(commit);
    },
  };
}
