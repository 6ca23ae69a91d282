import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'init',
  group: 'setting up',
  place: 20,
  about: 'Look at this repository, write a commented job file for it; with --github a workflow, too.',
  options: [
    ...(['job', 'entry', 'github', 'name', 'label', 'ledger'] as const),
    ...(['ledger-environment', 'keys-environment', 'attest', 'force'] as const),
  ],
  load: () => import('../init.ts'),
};
