import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'init',
  group: 'setting up',
  place: 20,
  about: 'Look at this repository, write a commented job file for it; with --github a workflow, too.',
  options: [
    ...(['job', 'entry', 'platform', 'github', 'name', 'label', 'ledger'] as const),
    ...(['ledger-environment', 'keys-environment', 'attest', 'force'] as const),
  ],
  meanings: {
    platform: 'Write it for this platform: its candidate, and what it needs; unset: for this machine.',
  },
  load: () => import('../init.ts'),
};
