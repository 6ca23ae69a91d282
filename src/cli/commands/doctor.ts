import { type CommandDefinition, given } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'doctor',
  group: 'setting up',
  place: 50,
  about: 'What keeps gpu-lease from working in this repository at GitHub, with each fix. Changes nothing.',
  options: ['job', 'json'],
  trust: 'anybody',
  load: () => import('../doctor.ts'),
  action: {
    of: 'all',
    step: () => import('../doctor-step.ts'),
    token: 'Token that may look at the repository (contents: read, actions: read).',
    outputs: {
      faults: 'How many things will fail, be lost or go unasked.',
      unknown: 'How many could not be looked at with this token.',
    },
    example: {
      checkout: true,
      job: [
        'environment: gpu-lease # holds the secret and the keys',
        `env: { GPU_LEASE_SECRET: '${given('secrets.GPU_LEASE_SECRET')}', RUNPOD_API_KEY: '${given('secrets.RUNPOD_API_KEY')}' }`,
      ],
    },
  },
};
