import type { Run } from '../lease/run.ts';
import { linksOf } from '../report/links.ts';
import { keepReport, reportRun } from '../report/report-run.ts';
import { silentFace, type World } from '../world.ts';
import type { Standstill } from './advance.ts';
import { approvalOf } from './approval-of.ts';
import type { Here } from './here.ts';

/** What a stage does before it stores what was sealed: whoever opens the store later finds the report in it. */
export const reportOf =
  ({ storeDir, redactor }: Pick<Here, 'storeDir' | 'redactor'>, { ledger, clock }: World) =>
  async (run: Run): Promise<void> => {
    const { events } = await ledger.read(run.id);
    keepReport({ run, events, now: clock.now(), storeDir, redactor });
  };

/** What a stage does before it asks a person: what is to be approved can be read first. @returns the path of the page */
export const reportBefore =
  ({ env, storeDir, redactor }: Pick<Here, 'env' | 'storeDir' | 'redactor'>, world: World) =>
  async (stand: Standstill): Promise<string> => {
    const { run, events } = stand;
    const approval = await approvalOf(world, stand);
    const links = linksOf(env, run);
    const now = world.clock.now();
    return reportRun({ run, events, now, storeDir, face: silentFace, approval, links, redactor }).page;
  };
