import { gzipSync } from 'node:zlib';
import { Problem } from '../../problem.ts';
import { ApiRefused, ApiUnclear } from '../api.ts';
import { RentFailed, type RentIntent } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { asProblem, contractIn, isFault } from './api.ts';
import { labelFor } from './box.ts';
import { diskGbOf } from './offers.ts';

/** As in profiles/vastai.yml; its CUDA is what the search asks of the hosts. */
export const DEFAULT_IMAGE = 'pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime';
/** The description names 4048 in one place and 4096 in another. */
const ONSTART_CHARACTERS = 4048;
const VOLUME_MOUNT = '/data';

/** Body of `PUT /api/v0/asks/{id}/`. No environment: whatever stands there the platform keeps and shows. */
export const bodyFor = (
  intent: RentIntent,
  bid: number | undefined,
  volumeId: number | undefined,
): object => ({
  client_id: 'me',
  image: intent.image ?? DEFAULT_IMAGE,
  label: labelFor(intent.name, intent.owner),
  disk: diskGbOf(intent.want),
  runtype: 'ssh_direct',
  target_state: 'running',
  // Else a bid that is too low is left behind as a stopped box that bills its disk.
  cancel_unavail: true,
  onstart: onstartFor(intent),
  ...(bid === undefined ? {} : { price: bid }),
  ...(volumeId === undefined
    ? {}
    : { volume_info: { create_new: false, volume_id: volumeId, mount_path: VOLUME_MOUNT } }),
});

/** Runs at every start of the container, also when an outbid box comes back; then tmux and its sessions are gone. */
function onstartFor({ authorizedKey, hostKey }: RentIntent): string {
  const script = startScript({
    authorizedKey,
    ...(hostKey === undefined ? {} : { hostKey }),
    // Logins would be put into a tmux of the platform's.
    extra: 'touch "$HOME/.no_auto_tmux"',
  });
  if (script.length <= ONSTART_CHARACTERS) return script;
  const packed = `echo ${gzipSync(script, { level: 9 }).toString('base64')} | base64 -d | gunzip | sh`;
  if (packed.length <= ONSTART_CHARACTERS) return packed;
  throw new RangeError(
    `the start script has ${packed.length} characters packed, vast.ai takes ${ONSTART_CHARACTERS}`,
  );
}

export function whyNotRented(error: unknown, ask: number): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  // A yes in a shape that we do not know.
  if (error instanceof Problem && error.code === 'api-reply')
    return new RentFailed(error.what, 'unclear', { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const contract = contractIn(error.body);
  if (contract !== undefined)
    return new RentFailed(leftBehind(contract, error.said), 'unclear', { cause: error });
  const isTaken = error.status === 410 || isFault(error, 'no_such_ask') || isFault(error, 'invalid_price');
  if (isTaken) {
    const what = `offer ${ask} is not there any more, or not at that bid (${error.said})`;
    return new RentFailed(what, 'no-capacity', { cause: error });
  }
  const problem = asProblem(error);
  const isOurs = error.status === 403 && isFault(error, 'invalid_args');
  if (problem instanceof Problem && problem.kind === 'usage' && !isOurs) return problem;
  return new RentFailed(error.message, 'refused', { cause: error });
}

export const leftBehind = (contract: number, said: string): string =>
  `vast.ai refused (${said}) and made contract ${contract} all the same; it bills its disk until it is destroyed`;
