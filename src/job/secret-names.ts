import type { Job, NoticeTarget } from './job.ts';

/** By which a target is had in one word, and what its secrets are called then: the suite's workflows hand these on. */
export const USUAL_SECRETS = {
  webhook: 'GPU_LEASE_WEBHOOK_URL',
  secret: 'GPU_LEASE_WEBHOOK_SECRET',
  slack: 'SLACK_WEBHOOK_URL',
  discord: 'DISCORD_WEBHOOK_URL',
  password: 'SMTP_PASSWORD',
} as const;

/** What the login of a registry is called where the suite's workflows hand it on. */
export const REGISTRY_SECRETS: readonly string[] = ['REGISTRY_USER', 'REGISTRY_PASSWORD'];

/** Every secret that the job names and cannot begin without, each once. */
export const secretNamesOf = (job: Job): string[] => [
  ...new Set([
    ...job.secrets,
    ...(job.requirements?.index?.token === undefined ? [] : [job.requirements.index.token]),
    ...boxNoticeSecrets(job),
    ...(job.data ?? []).flatMap(({ token, source }) => [
      ...(token === undefined ? [] : [token]),
      ...(source.kind === 's3' ? [source.accessKey, source.secretKey] : []),
    ]),
  ]),
];

/** What a platform is told so that it can rent for the job: none of it goes to the box. */
export const platformSecretsOf = ({ registry }: Pick<Job, 'registry'>): string[] =>
  registry === undefined ? [] : [...new Set([registry.user, registry.password])];

/** What a message to it needs, if anything. A run begins without them: then nobody is told. */
export const secretsOfTarget = (target: NoticeTarget): string[] =>
  target.kind === 'smtp'
    ? [target.password].filter((name) => name !== undefined)
    : [target.url, target.kind === 'webhook' ? target.secret : undefined].filter(
        (name) => name !== undefined,
      );

/** Every secret by which somebody is told, each once. */
export const noticeSecretsOf = ({ notices = [] }: Pick<Job, 'notices'>): string[] => [
  ...new Set(notices.flatMap(secretsOfTarget)),
];

/** What of a run's secrets is hidden wherever anything is shown, beside what is hidden in every run. */
export const hiddenSecretsOf = (job: Pick<Job, 'secrets' | 'registry' | 'notify' | 'notices'>): string[] => [
  ...new Set([
    ...job.secrets,
    // The name of a login is no secret, and may be any word of a log.
    ...(job.registry === undefined ? [] : [job.registry.password]),
    ...boxNoticeSecrets(job),
    ...noticeSecretsOf(job),
  ]),
];

const boxNoticeSecrets = ({ notify }: Pick<Job, 'notify'>): string[] =>
  notify ? [notify.url, ...(notify.hmac === undefined ? [] : [notify.hmac])] : [];
