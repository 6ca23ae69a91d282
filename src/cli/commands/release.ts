import { type CommandDefinition, given, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'release',
  group: 'stages',
  place: 100,
  about: 'With an approval of the seal: stop every meter and prove that each stopped.',
  positional: 'run',
  options: ['run', 'job', ...PLACE, 'approve', 'environment', 'noted', 'stopped', 'bound', 'dry-run'],
  load: () => import('../stages.ts'),
  action: {
    of: 'run',
    token:
      'Token that may write the ledger (contents: write), see who approved and what is stored (actions: read).',
    records: true,
    example: {
      job: [
        'needs: gate # a job with the action of that name',
        `environment: ${given('needs.gate.outputs.environment')}`,
      ],
      with: {
        run: given('inputs.run'),
        environment: given('needs.gate.outputs.environment'),
        noted: given('needs.gate.outputs.noted'),
      },
      turn: true,
    },
  },
};
