import { Problem } from '../../problem.ts';
import { ApiRefused, ApiUnclear } from '../api.ts';
import { RentFailed, type RentIntent } from '../driver.ts';
import { cloudInit } from '../first-boot.ts';
import { codeOf } from './api.ts';
import { TAG, USER } from './box.ts';

/** Of instances and of the keys that are registered under the same name. */
const MAX_NAME = 64;

export function launchBody(intent: RentIntent, fileSystem: string | undefined, now: Date) {
  const { name, owner, offer, authorizedKey, hostKey } = intent;
  const [type, region] = offer.id.split('@');
  return {
    region_name: region,
    instance_type_name: type,
    // Exactly one is taken.
    ssh_key_names: [name],
    name,
    tags: [
      { key: TAG.name, value: name },
      { key: TAG.owner, value: owner },
      { key: TAG.created, value: now.toISOString() },
    ],
    user_data: cloudInit({ authorizedKey, user: USER, ...(hostKey === undefined ? {} : { hostKey }) }),
    ...(fileSystem === undefined ? {} : { file_system_names: [fileSystem] }),
  };
}

/** Before anything is registered or rented. */
export function refuseUnfit({ name, image, offer }: RentIntent): void {
  const why =
    name.length > MAX_NAME
      ? `the name "${name}" has ${name.length} characters and Lambda takes ${MAX_NAME}; give the job a shorter name`
      : image !== undefined
        ? `Lambda rents machines with Lambda Stack and starts no container image; take "image" out of the job or "lambda" out of its candidates`
        : !/^[^@]+@[^@]+$/.test(offer.id)
          ? `"${offer.id}" is no offer of Lambda's`
          : undefined;
  if (why !== undefined) throw new RentFailed(why, 'refused');
}

/** By `code`; what nobody has documented is not called a refusal, because the box may be there. */
export function launchFailure(error: unknown, { candidate, offer }: RentIntent): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  // It was answered with success and we could not read the id.
  if (error instanceof Problem && error.code === 'api-reply')
    return new RentFailed(error.what, 'unclear', { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const code = codeOf(error);
  if (code.endsWith('/file-system-in-wrong-region')) {
    return new Problem({
      code: 'volume-elsewhere',
      kind: 'usage',
      what: `The file system "${candidate.volume}" is not in ${offer.region ?? offer.id}: ${error.said}`,
      next: 'Lambda attaches file systems at launch and in their own region only; name one of that region, or leave out "regions".',
    });
  }
  const reason = code.endsWith('/insufficient-capacity')
    ? 'no-capacity'
    : code.startsWith('global/')
      ? 'refused'
      : 'unclear';
  return new RentFailed(error.message, reason, { cause: error });
}
