import { type CommandDefinition, given, startedWith } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'attest',
  group: 'looking',
  place: 67,
  about: 'Hold the statement about a seal against the record, and lay it out for whoever signs it.',
  options: ['run', 'path', 'ledger'],
  load: () => import('../attest.ts'),
  action: {
    of: 'all',
    step: async () => ({ step: (await import('../attest.ts')).attestStep }),
    token: 'Token that may read the ledger (contents: read).',
    secret: 'taken',
    outputs: {
      subjects: 'Path of the list of files and digests; empty where there are more than a signer takes.',
      predicate: 'Path of what is said of them.',
      'predicate-type': 'The type of that.',
      model: 'Name of the whole set, for a model signature.',
      'model-digest': 'Digest of the whole set, as sha256:DIGEST.',
      'model-predicate': 'Path of the list of its files.',
      'model-predicate-type': 'The type of a model signature.',
    },
    example: {
      head: startedWith({ run: 'Run to go on with' }),
      job: ['needs: collect # a job with the action of that name'],
      before: [
        '- uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
        `  with: { name: 'gpu-lease-statement-${given('inputs.run')}' }`,
      ],
      with: { run: given('inputs.run'), path: 'statement.json' },
    },
  },
};
