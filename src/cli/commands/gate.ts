import { type CommandDefinition, given, PLACE, RELEASE_HEAD } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'gate',
  group: 'stages',
  place: 60,
  about: 'Before a release waits: prove that its gate holds, show what will be approved. Changes nothing.',
  positional: 'run',
  options: ['run', 'job', ...PLACE, 'environment', 'approve', 'standing'],
  load: () => import('../gate.ts'),
  action: {
    of: 'run',
    token: 'Token that may read the ledger (contents: read), rules and approvals (actions: read).',
    outputs: {
      gate: 'environment, phrase, wanted where nobody has typed the phrase yet, or none where nothing waits for anybody.',
      environment: 'The environment that the release job has to wait in; empty where a phrase is the gate.',
      noted: 'How many approvals this attempt began with; the input of that name of launch and release.',
      lease: 'The lease that will be released.',
    },
    example: {
      head: RELEASE_HEAD,
      job: [
        `outputs: { environment: '${given('steps.gate.outputs.environment')}', noted: '${given('steps.gate.outputs.noted')}' }`,
      ],
      with: { run: given('inputs.run'), approve: given('inputs.approve') },
    },
  },
};
