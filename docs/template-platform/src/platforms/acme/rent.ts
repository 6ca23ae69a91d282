import type { Api } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { markedName } from '../owner-mark.ts';
import { rentFailure } from '../refusals.ts';
import { codeOf, Machine } from './api.ts';
import { find, heldFrom } from './box.ts';

export async function create(api: Api, intent: RentIntent): Promise<Held> {
  if (intent.image !== undefined) throw new RentFailed('Acme starts no container image', 'refused');
  const [there] = await find(api, intent.name);
  if (there) return there;
  const { name, owner, offer, authorizedKey } = intent;
  const body = { name: markedName(name, owner), offer: offer.id, ssh_key: authorizedKey };
  try {
    // Twice would be two boxes, so a lost answer is `unclear` and the box is looked for by its name.
    return heldFrom(await api.call({ method: 'POST', path: '/v1/machines', body, reply: Machine }));
  } catch (error) {
    throw rentFailure(error, (refused) => {
      if (codeOf(refused.body) === 'sold-out') return 'no-capacity';
      return codeOf(refused.body) === 'bad-request' ? 'refused' : 'unclear';
    });
  }
}
