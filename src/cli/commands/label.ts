import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'label',
  group: 'stages',
  place: 35,
  about: 'In a workflow: start a run of a labelled pull request, for reviewers to approve.',
  options: ['label', 'standing', 'json'],
  defaults: { standing: 'L2' },
  trust: 'anybody',
  load: () => import('../label.ts'),
  action: {
    of: 'all',
    step: () => import('../label.ts'),
    token:
      'Token that may take the label off (pull-requests: write), start a workflow (actions: write), post a status (statuses: write) and read the file that it starts (contents: read).',
    outputs: { started: 'The workflow run that was started; empty where the label starts nothing.' },
    example: { head: ['on:', '  pull_request: { types: [labeled] }'], with: { label: 'gpu' } },
  },
};
