import { type CommandDefinition, given, PLACE, RELEASE_HEAD } from '../command.ts';

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
      head: RELEASE_HEAD,
      keys: true,
      job: [
        'needs: gate # a job with the action of that name',
        `environment: ${given("needs.gate.outputs.environment || 'gpu-lease'")} # waits for its reviewers`,
      ],
      with: {
        run: given('inputs.run'),
        approve: given('inputs.approve'),
        environment: given('needs.gate.outputs.environment'),
        noted: given('needs.gate.outputs.noted'),
      },
      queue: 'gpu-lease-release',
    },
  },
};
