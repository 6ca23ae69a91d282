import { gzipSync } from 'node:zlib';
import type { Api, ApiRefused } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { registryOf } from '../image-registry.ts';
import { rentFailure } from '../refusals.ts';
import { asProblem, Created, contractIn, isFault } from './api.ts';
import { instance, labelFor } from './box.ts';
import { find, heldFrom, heldUnseen } from './held.ts';
import { diskGbOf, readOfferId, volumeOf } from './offers.ts';

/** As in profiles/vastai.yml; its CUDA is what the search asks of the hosts. */
export const DEFAULT_IMAGE = 'pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime';
/** For cards that have no kernels in it (Blackwell). */
export const NEWER_IMAGE = 'pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime';
/** The description names 4048 in one place and 4096 in another. */
const ONSTART_CHARACTERS = 4048;
const VOLUME_MOUNT = '/data';

export async function create(api: Api, intent: RentIntent): Promise<Held> {
  const [mine] = await find(api, intent.name);
  if (mine) return mine;
  const contract = await take(api, intent);
  // The contract exists from here on: whatever goes wrong now, its id must come back.
  const row = await instance(api, String(contract)).catch(() => null);
  return row ? heldFrom(row) : heldUnseen(contract, intent);
}

/** @returns the contract's id, or throws what the refusal means */
async function take(api: Api, intent: RentIntent): Promise<number> {
  const { ask, bid, isNewer } = readOfferId(intent.offer.id);
  const image = intent.image ?? (isNewer ? NEWER_IMAGE : DEFAULT_IMAGE);
  const body = bodyFor({ ...intent, image }, bid, (await volumeOf(api, intent.candidate))?.id);
  try {
    // An ask taken twice is two boxes.
    const request = { method: 'PUT', path: `/api/v0/asks/${ask}/`, body, repeatable: false } as const;
    const secrets = intent.login ? [intent.login.password] : [];
    const how = { pace: 'create', timeoutSeconds: 60, asAnswered: true, secrets };
    const made = await api.call({ ...request, ...how, reply: Created });
    if (made.success !== false && made.new_contract != null) return made.new_contract;
    throw new RentFailed(
      made.new_contract == null
        ? 'vast.ai answered without naming a contract'
        : leftBehind(made.new_contract, 'it said no in a 200'),
      'unclear',
    );
  } catch (error) {
    throw rentFailure(error, (refused) => meaningOf(refused, ask));
  }
}

/** Body of `PUT /api/v0/asks/{id}/`. No environment: whatever stands there the platform keeps and shows. */
const bodyFor = (
  intent: RentIntent & { image: string },
  bid: number | undefined,
  volumeId: number | undefined,
): object => ({
  client_id: 'me',
  image: intent.image,
  label: labelFor(intent.name, intent.owner),
  disk: diskGbOf(intent.want),
  runtype: 'ssh_direct',
  target_state: 'running',
  // Else a bid that is too low is left behind as a stopped box that bills its disk.
  cancel_unavail: true,
  onstart: onstartFor(intent),
  ...loginFor(intent),
  ...(bid === undefined ? {} : { price: bid }),
  ...(volumeId === undefined
    ? {}
    : { volume_info: { create_new: false, volume_id: volumeId, mount_path: VOLUME_MOUNT } }),
});

/**
 * Arguments of `docker login` in one line, as the vendor's client sends them (vastai 1.9.1, `--login`). The host splits it, and nobody
 * says how it reads a quote, so what would need one is refused.
 */
function loginFor({ image = '', login }: RentIntent): { image_login?: string } {
  if (login === undefined) return {};
  const { user, password } = login;
  if (!/^[\w.@%+=:,/-]+$/.test(`${user}${password}`) || user.startsWith('-') || password.startsWith('-'))
    throw new RentFailed(
      'vast.ai takes the login of a registry as words of one line, and this one has a blank, a quote or another character that a shell would read; make a token without them',
      'refused',
    );
  return { image_login: `-u ${user} -p ${password} ${registryOf(image)}` };
}

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

function meaningOf(refused: ApiRefused, ask: number): RentFailed['reason'] | Error {
  const cause = refused;
  const contract = contractIn(refused.body);
  if (contract !== undefined) return new RentFailed(leftBehind(contract, refused.said), 'unclear', { cause });
  if (refused.status === 410 || isFault(refused, 'no_such_ask') || isFault(refused, 'invalid_price')) {
    const what = `offer ${ask} is not there any more, or not at that bid (${refused.said})`;
    return new RentFailed(what, 'no-capacity', { cause });
  }
  const problem = asProblem(refused);
  const isOurs = refused.status === 403 && isFault(refused, 'invalid_args');
  return problem.kind === 'usage' && !isOurs ? problem : 'refused';
}

const leftBehind = (contract: number, said: string): string =>
  `vast.ai refused (${said}) and made contract ${contract} all the same; it bills its disk until it is destroyed`;
