import { rented as autodl } from '../twins/autodl-twin.ts';
import { rented as compshare } from '../twins/compshare-twin.ts';
import { rented as digitalocean } from '../twins/digitalocean-twin.ts';
import { rented as lambda } from '../twins/lambda-twin.ts';
import { rented as paperspace } from '../twins/paperspace-twin.ts';
import type { RentedPlatform } from '../twins/rented-platform.ts';
import { rented as runpod } from '../twins/runpod-twin.ts';
import { rented as vastai } from '../twins/vastai-twin.ts';
import { rented as verda } from '../twins/verda-twin.ts';

export type { Hand, RentedPlatform } from '../twins/rented-platform.ts';

/** Generated from the registry and the twins by "npm run generate -- twins": every platform with an API. */
export const RENTED_PLATFORMS: readonly RentedPlatform[] = [
  runpod,
  vastai,
  lambda,
  digitalocean,
  verda,
  paperspace,
  autodl,
  compshare,
];
