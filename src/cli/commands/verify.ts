import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'verify',
  group: 'looking',
  place: 60,
  about: 'Load-verify files or directories. Needs no run and no ledger.',
  words: 'PATH...',
  options: [
    'path',
    'role',
    'contains',
    'allow-degraded',
    'manifest',
    'previous',
    'step',
    'min-step',
    'allow-import',
    'may-be-zero',
    'dtype',
    'fail-on',
    'require',
    'report',
    'sarif',
    'jobs',
    'sha256',
    'explain',
    'diff',
    'attested',
    'bundle',
    'repo',
    'certificate-identity',
    'certificate-oidc-issuer',
    'trusted-root',
    'commit',
    'key',
    'run',
    'ledger',
    'json',
  ],
  trust: 'anybody',
  async load() {
    // It gets ready while this thread reads its own part.
    void import('../../verify/apart/ready-thread.ts').then(({ startAhead }) => startAhead());
    return import('../verify.ts');
  },
  action: {
    of: 'all',
    without: ['run', 'ledger'],
    step: () => import('../verify-step.ts'),
    atFirst: { verdict: 'unknown', failed: '0' },
    outputs: {
      verdict: 'pass, pass-degraded, inconclusive or fail: the worst of all files and sets.',
      failed: 'How many files and sets failed.',
      json: 'Path of the whole result as JSON.',
      report: 'Path of the page for people; empty when none was asked for.',
    },
    example: {
      head: ['on: push'],
      checkout: true,
      with: { path: 'out/', report: 'verify.html' },
    },
  },
};
