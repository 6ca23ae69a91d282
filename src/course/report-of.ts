import type { Run } from '../lease/run.ts';
import { keepReport } from '../report/report-run.ts';
import type { World } from '../world.ts';
import type { Here } from './here.ts';

/** What a stage does before it stores what was sealed: whoever opens the store later finds the report in it. */
export const reportOf =
  ({ storeDir, redactor }: Pick<Here, 'storeDir' | 'redactor'>, { ledger, clock }: World) =>
  async (run: Run): Promise<void> => {
    const { events } = await ledger.read(run.id);
    keepReport({ run, events, now: clock.now(), storeDir, redactor });
  };
