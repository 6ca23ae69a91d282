import type { AuditFinding } from '../box/audit-finding.ts';
import type { BoxData } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { plainToken } from '../box/keeper-data.ts';
import { exportLines, variableLines } from '../box/keeper-plan.ts';
import { measureRoute, type RouteSeen } from '../box/route.ts';
import { formatSeconds } from '../clock.ts';
import type { Job } from '../job/job.ts';
import type { BoxStorage } from '../storage/box-storage.ts';

/** What a run gets from one server: all of it, and the one file by which the way is measured. */
export interface Origin {
  /** `https://host[:port]`. */
  origin: string;
  /** Of the files whose size is known. */
  bytes: number;
  files: number;
  largest: { url: string; isSecretUrl: boolean; token?: string };
}

export interface RunEnvironment {
  job: Job;
  storage: Pick<BoxStorage, 'places' | 'pathDir' | 'bootEnv'>;
  /** Lines of the profile's hooks. */
  enter: readonly string[];
  /** Values of the job's secrets, by name. */
  secrets: Readonly<Record<string, string>>;
}

/** Others are told by no number: each measurement is seconds on the meter. */
const MOST_ORIGINS = 3;
/** What is less is there as soon as it was measured. */
const LEAST_BYTES = 16_000_000;

/** Servers from which so much comes that its speed counts, most first. */
export function originsOf(sources: readonly BoxData[]): Origin[] {
  const all = new Map<string, Origin & { most: number }>();
  for (const { files, token } of sources) {
    for (const { url, bytes = 0, isSecretUrl = false } of files) {
      const { origin } = new URL(url);
      const known = all.get(origin);
      const largest = { url, isSecretUrl, ...(token !== undefined && { token }) };
      all.set(origin, {
        origin,
        bytes: (known?.bytes ?? 0) + bytes,
        files: (known?.files ?? 0) + 1,
        ...(known && known.most >= bytes
          ? { most: known.most, largest: known.largest }
          : { most: bytes, largest }),
      });
    }
  }
  return [...all.values()]
    .filter(({ bytes }) => bytes >= LEAST_BYTES)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, MOST_ORIGINS)
    .map(({ most: _, ...origin }) => origin);
}

/** One after the other, so that none takes the line from another. */
export async function routeFindings(
  channel: Channel,
  sources: readonly BoxData[],
  environment: RunEnvironment,
): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const lines = shellLines(environment);
  for (const origin of originsOf(sources)) {
    const { url, isSecretUrl, token } = origin.largest;
    const seen = await measureRoute(channel, {
      url,
      isSecretUrl,
      ...(token !== undefined && { token: plainToken(token) }),
      environment: lines,
      bootEnv: environment.storage.bootEnv === true,
    });
    findings.push(judgeRoute(origin, seen, environment.job.budget.hours));
  }
  return findings;
}

/** In the order in which the keeper gives them to a command. Of the secrets only a proxy, which may hold a login, is of use here. */
function shellLines({ job, storage, enter, secrets }: RunEnvironment): string {
  const proxies = Object.entries(secrets).filter(([name]) => /^(https?|all|no)_proxy$/i.test(name));
  const { places, pathDir } = storage;
  const variables = variableLines({
    vars: job.vars,
    ...(places && { places }),
    ...(pathDir !== undefined && { pathDir }),
  });
  return `${exportLines(Object.fromEntries(proxies))}${enter.map((line) => `${line}\n`).join('')}${variables}`;
}

/** Files are fetched four at a time; what one connection brings is the least. */
const AT_ONCE = 4;

/** Never a reason to refuse a box: what is slow may still be what a person wants. */
export function judgeRoute(
  { origin, bytes, files }: Omit<Origin, 'largest'>,
  seen: RouteSeen,
  hours: number,
): AuditFinding {
  const way = `${origin} by ${seen.program}, ${proxyWords(origin, seen.proxies)}`;
  const cause =
    'The way between this box and that server: its own line, or the proxy or the mirror that stands in between.';
  if (seen.bytes === 0 || seen.seconds === 0)
    return {
      id: 'P0-18',
      level: 'warn',
      what: `Nothing came from ${way}${seen.why === '' ? '' : `: ${seen.why}`}.`,
      cause,
      fix: 'Name a mirror (`storage.hf-endpoint`) or a proxy (`vars`) that this box reaches, or take another platform.',
    };
  const perSecond = seen.bytes / seen.seconds;
  const eta = bytes / perSecond;
  const least = eta / Math.min(AT_ONCE, files);
  const most = files > 1 ? `${formatSeconds(least)} to ${formatSeconds(eta)}` : formatSeconds(eta);
  const what = `${way}: ${(perSecond / 1e6).toFixed(2)} MB/s; the ${bytes} bytes of \`data\` from there take ${most}`;
  if (eta <= hours * 3600) return { id: 'P0-18', level: 'info', what, cause, fix: '' };
  return {
    id: 'P0-18',
    level: 'warn',
    what: `${what}, and \`budget.hours\` is ${hours}.`,
    cause,
    fix: 'Give the box back now and take one nearer to the data, name a mirror or a proxy, or bring the data to its durable tier first.',
  };
}

/** By whichever variable the programs look at for this address; what `no_proxy` takes out goes straight. */
function proxyWords(origin: string, proxies: RouteSeen['proxies']): string {
  const { protocol, hostname } = new URL(origin);
  const wanted = [`${protocol.slice(0, -1)}_proxy`, 'all_proxy'];
  const used = wanted
    .map((want) => proxies.find(({ name }) => name.toLowerCase() === want))
    .find((each) => each !== undefined);
  if (used === undefined) return 'without a proxy';
  const spared = proxies
    .filter(({ name }) => name.toLowerCase() === 'no_proxy')
    .flatMap(({ host }) => host.split(/[\s,]+/).filter((each) => each !== ''));
  const goesStraight = spared.some(
    (each) => each === '*' || hostname === each || hostname.endsWith(`.${each.replace(/^\*?\./, '')}`),
  );
  return goesStraight ? 'straight, as no_proxy says' : `through ${used.host} (${used.name})`;
}
