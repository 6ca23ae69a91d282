import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import { type Afar, MARGIN_BYTES } from '../../src/collect/afar.ts';
import { collect } from '../../src/collect/collect.ts';
import { Keeping } from '../../src/collect/keep.ts';
import { pushKept } from '../../src/collect/push-kept.ts';
import { afarOf, storesOf } from '../../src/course/store.ts';
import type { ArtifactRule, CheckpointRule, StoreRung } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import { RUN } from '../lease/told-run.ts';
import type { S3Server } from '../workflows/s3-server.ts';
import { checkpoint, finished, type KeptBox, keptBox, metricsUntil } from './kept-box.ts';

export const BUCKET = 'results';
const RULE: CheckpointRule = {
  path: 'checkpoint-*',
  complete: 'state.json',
  stepKey: 'step',
  resume: 'continues',
};

const ARTIFACTS: ArtifactRule[] = [
  { path: 'metrics.jsonl', role: 'metrics', keep: 'last', min: 0, contains: [], allowDegraded: false },
];

/** A box whose checkpoints have no room with us, and a bucket that it can send to. */
export async function largeBox(server: S3Server, prefix: string, rule: Partial<CheckpointRule> = {}) {
  const bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
  const store: StoreRung[] = [
    {
      kind: 's3',
      endpoint: server.url,
      bucket: BUCKET,
      prefix,
      region: server.region,
      accessKey: 'AWS_ACCESS_KEY_ID',
      secretKey: 'AWS_SECRET_ACCESS_KEY',
    },
  ];
  const box = await keptBox({ checkpoint: { ...RULE, ...rule }, artifacts: ARTIFACTS, store });
  const values: Record<string, string> = {
    AWS_ACCESS_KEY_ID: server.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
  };
  const world = { ...box.world, secret: (name: string) => values[name] };
  const needy = (run: Run): Run => ({
    ...run,
    opened: run.opened && { ...run.opened, needsStore: true as const },
  });
  const run = (...more: EventBody[]) => needy(box.run(...more));
  /** Room for what has to be here, and for no checkpoint. */
  const afar = async (): Promise<Afar> => {
    const known = await afarOf(world, run(), box.job);
    return { stores: known?.stores ?? [], freeBytes: async () => MARGIN_BYTES };
  };
  const boxStores = async () => (await afar()).stores;
  let looks = 0;
  const keeping = () => new Keeping(async () => MARGIN_BYTES);
  /** One look, of a process that remembers nothing of the one before unless it is the same. */
  const look = (so: EventBody[] = [], stores: typeof boxStores = boxStores, by = keeping()) => {
    looks += 1;
    box.clock.pass(3600);
    const probe = box.probe([{ path: `checkpoint-${looks}`, bytes: 1, modifiedAt: looks }]);
    const of = { world, run: run(...so), lease: box.lease(), job: box.job };
    return by.keep(of, probe, stores);
  };
  /** Collects the run after its end, into the store. */
  const gather = async (so: EventBody[]) =>
    collect({ world, run: run(finished, ...so), lease: box.lease(finished), job: box.job }, await afar());
  const push = (so: EventBody[]) => {
    const now = run(...so);
    const base = box.out().replace('/cells/main/out', '');
    const of = { world, run: now, storesFor: storesOf(world, now), afar };
    return pushKept(of, box.box.channel, { base, keeper: '' });
  };
  const names = async (): Promise<string[]> =>
    ((await bucket.listObjects('/', prefix)) ?? []).map(({ Key }) => Key).sort();
  /** Whatever of a checkpoint lies with us. */
  const here = (): string[] =>
    existsSync(join(box.storeDir, RUN))
      ? readdirSync(join(box.storeDir, RUN), { recursive: true })
          .map(String)
          .filter((name) => name.includes('checkpoint') || name.includes('+kept'))
      : [];
  return { box, world, run, bucket, keeping, look, push, gather, names, here };
}

export type LargeBox = Awaited<ReturnType<typeof largeBox>>;

/** As a trainer of nobody's kind writes it, its state last. */
export async function save(box: KeptBox, step: number, weights = checkpoint(step)): Promise<void> {
  const folder = `checkpoint-${step}`;
  await box.write(`${folder}/weights.safetensors`, weights);
  await box.write(`${folder}/state.json`, `{"global_step": ${step}, "log_history": []}\n`);
  await box.write('metrics.jsonl', metricsUntil(step));
}

export const isUpload = (options: { stdin?: unknown } | undefined): boolean => {
  const told = String(options?.stdin);
  return told.includes('X-Amz-Signature') && told.includes('upload-file');
};

/** Counts what the box sends, and cuts the line when it has sent so much. */
export function counting(box: KeptBox, most = Number.POSITIVE_INFINITY): { puts: number } {
  const count = { puts: 0 };
  box.meddle((channel: Channel) => ({
    ...channel,
    exec: async (argv, options) => {
      if (isUpload(options) && ++count.puts > most) throw new TransportFailed('the line was cut', 'reset');
      return channel.exec(argv, options);
    },
  }));
  return count;
}
