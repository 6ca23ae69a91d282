import { offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import type { Api } from '../api.ts';
import type { Offer } from '../driver.ts';
import { Offers } from './api.ts';

/** No volumes and no spot here; whoever asked checks what is offered against the job again. */
export async function offersOf(api: Api, { market, volume }: Candidate): Promise<Offer[]> {
  if (market === 'spot' || volume !== undefined) return [];
  const { offers } = await api.call({ method: 'GET', path: '/v1/offers', reply: Offers });
  return offers.map(({ id, gpu, gpus, region, usd_per_hour: usdPerHour }) => ({
    id,
    platform: 'acme',
    summary: `${gpus}x ${gpu}, ${region}`,
    usdPerHour,
    market: 'on-demand',
    gpu: offeredGpu(gpu, gpus),
    region,
  }));
}
