import type { Job } from './job.ts';

/** Every secret that the job names and cannot begin without, each once. */
export const secretNamesOf = (job: Job): string[] => [
  ...new Set([
    ...job.secrets,
    ...(job.requirements?.index?.token === undefined ? [] : [job.requirements.index.token]),
    ...(job.notify ? [job.notify.url, ...(job.notify.hmac === undefined ? [] : [job.notify.hmac])] : []),
    ...(job.data ?? []).flatMap(({ token, source }) => [
      ...(token === undefined ? [] : [token]),
      ...(source.kind === 's3' ? [source.accessKey, source.secretKey] : []),
    ]),
  ]),
];
