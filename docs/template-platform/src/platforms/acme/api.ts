import { z } from 'zod';
import type { Api } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { everyPage } from '../every-page.ts';
import { openKeyed } from '../keyed-api.ts';

/** Only what is used; what is not named here is dropped on arrival, secrets too. */
export const Machine = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  state: z.string(),
  ip: z.string().nullish(),
  usd_per_hour: z.number().min(0),
  created_at: z.string(),
});
export type Machine = z.output<typeof Machine>;

export const Offers = z.object({
  offers: z.array(
    z.object({
      id: z.string().min(1),
      gpu: z.string(),
      gpus: z.int().min(1),
      region: z.string(),
      usd_per_hour: z.number().min(0),
    }),
  ),
});

const Machines = z.object({ machines: z.array(Machine), next: z.string().nullish() });
const Failure = z.object({ error: z.string(), message: z.string() });

/** Prose of the platform's own; only what is known to hold no secret. */
const explain = (body: unknown): string | undefined => {
  const { data } = Failure.safeParse(body);
  return data && `${data.error}: ${data.message}`;
};

/** The part of a no that a program may branch on; `''` where there is none. */
export const codeOf = (body: unknown): string => Failure.safeParse(body).data?.error ?? '';

export const openAcme = (context: PlatformContext): Api =>
  openKeyed(context, {
    platform: 'acme',
    name: 'Acme',
    usual: 'https://api.acme.example',
    explain,
    keyName: 'ACME_API_KEY',
  });

export const pathOf = (boxId: string): string => `/v1/machines/${encodeURIComponent(boxId)}`;

export async function machines(api: Api): Promise<Machine[]> {
  const pages = await everyPage(
    "Acme's list of machines",
    (after: string | undefined) =>
      api.call({ method: 'GET', path: '/v1/machines', query: { after }, reply: Machines }),
    ({ next }) => next || undefined,
  );
  return pages.flatMap((page) => page.machines);
}
