import { Problem, Problems } from '../problem.ts';
import { type FileKind, type Path, readYaml } from '../strict-yaml/read.ts';
import { BUNDLED_ROOT, parseBundledRoot } from './bundled-root.ts';
import { stampedFacts } from './facts.ts';
import { PROFILE, parseProfile } from './load.ts';
import { parseRunnerRates, RUNNER_RATES } from './runner-rates.ts';
import type { Profile } from './schema.ts';
import { staleFrom } from './stale-verbs.ts';
import { type AgeLimits, ageOf, type FactAge, retirements, worstFirst } from './staleness.ts';

export interface PlacedFact extends FactAge {
  file: string;
  /** Of its `verified`, 1-based. */
  line: number;
  /**
   * Of a verb that a release needs and nobody can undo: from this day on (`2027-01-01`) an approval in advance is not taken, and
   * nothing is rented unattended, until it is verified again; `at once` where it never was.
   */
  blocksFrom?: string;
  /** What its sources are, as the profile writes them; a tag that the profile does not explain stands for itself. */
  sources: { tag: string; where: string }[];
}

/** What keeps a profile, and so its stamps, from being believed at all. */
export interface ScanFault {
  file: string;
  line: number;
  column: number;
  what: string;
  next: string;
}

export interface Retirement {
  profile: string;
  entry: string;
  /** `2026-11-15` */
  on: string;
  daysLeft: number;
  file: string;
  line: number;
}

/** Of one profile or of many. */
export interface StampScan {
  /** Worst first. */
  facts: PlacedFact[];
  faults: ScanFault[];
  /** Soonest first. */
  retirements: Retirement[];
}

const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/;

/**
 * Every stamp of one profile with its age and line. A profile with faults is still read as far as it goes: one bad stamp
 * must not hide the age of the others.
 *
 * @param file its name, which must be that of its platform, as a person would open it
 */
export function scanProfile(text: string, file: string, now: Date, limits: AgeLimits): StampScan {
  const scan = scanFile({ text, file, kind: PROFILE, check: parseProfile }, now, limits);
  const announced = scan.faults.length > 0 ? [] : retirements(scan.raw as Profile, now);
  return {
    facts:
      scan.faults.length > 0 ? scan.facts : scan.facts.map((fact) => withBlock(fact, scan.raw as Profile)),
    faults: scan.faults,
    retirements: announced.map(({ path, ...each }) => ({
      profile: scan.id,
      ...each,
      file,
      line: scan.lineAt(path),
    })),
  };
}

/** As `teardownPlan` has it: what may be undone and destroys nothing gates no approval. */
function withBlock(fact: PlacedFact, { teardown, verbs }: Profile): PlacedFact {
  const [list, index] = fact.path;
  const verb = list === 'verbs' && fact.path.length === 2 ? verbs[Number(index)] : undefined;
  const isNeeded = verb !== undefined && [...teardown.zero, teardown['gpu-stop']].includes(verb.id);
  if (!isNeeded || verb.surface === 'automatic') return fact;
  const isSafe =
    (verb.reversible === 'yes' || typeof verb.reversible === 'object') && verb.destroys.length === 0;
  if (isSafe) return fact;
  const { verified } = fact.stamp;
  return { ...fact, blocksFrom: verified === null ? 'at once' : staleFrom(verified).slice(0, 10) };
}

/** The same of what runners are billed by. */
export const scanRates = (text: string, file: string, now: Date, limits: AgeLimits): StampScan =>
  scanFacts({ text, file, kind: RUNNER_RATES, check: parseRunnerRates }, now, limits);

/** The same of the root that signatures are believed by. */
export const scanBundledRoot = (text: string, file: string, now: Date, limits: AgeLimits): StampScan =>
  scanFacts({ text, file, kind: BUNDLED_ROOT, check: parseBundledRoot }, now, limits);

function scanFacts(of: FactFile, now: Date, limits: AgeLimits): StampScan {
  const { facts, faults } = scanFile(of, now, limits);
  return { facts, faults, retirements: [] };
}

interface FactFile {
  text: string;
  file: string;
  kind: FileKind;
  /** @throws Problem or Problems, every fault of it */
  check(text: string, file: string): unknown;
}

interface FileScan extends Omit<StampScan, 'retirements'> {
  id: string;
  /** As written, checked only where there are no faults. */
  raw: object;
  lineAt(path: Path): number;
}

function scanFile({ text, file, kind, check }: FactFile, now: Date, limits: AgeLimits): FileScan {
  const faults = faultsOf(() => check(text, file), file);
  const yaml = readYaml(text, file, kind);
  // Broken syntax is one of the faults.
  const isBroken = yaml.problems.length > 0;
  const raw = (isBroken ? {} : (yaml.value ?? {})) as Partial<Pick<Profile, 'id' | 'sources'>>;
  const id = String(raw.id ?? file.replace(/^.*[/\\]|\.ya?ml$/g, ''));
  const lineAt = (path: Path): number => yaml.placeOf(path).line;
  const facts = stampedFacts(raw)
    .filter(({ stamp: { verified } }) => verified === null || MONTH.test(String(verified)))
    .map((fact) => ({
      ...ageOf(fact, id, now, limits),
      file,
      line: lineAt([...fact.path, 'verified']),
      sources: [fact.stamp.source].flat().map((tag) => ({ tag, where: raw.sources?.[tag]?.where ?? tag })),
    }));
  return { id, raw, lineAt, facts: facts.sort(worstFirst), faults };
}

/** Several profiles as one, worst first over all of them. */
export const together = (scans: readonly StampScan[]): StampScan => ({
  facts: scans.flatMap(({ facts }) => facts).sort(worstFirst),
  faults: scans.flatMap(({ faults }) => faults),
  retirements: scans.flatMap((each) => each.retirements).sort((a, b) => a.daysLeft - b.daysLeft),
});

export interface ScanCounts {
  facts: number;
  stale: number;
  never: number;
  /** Profiles' faults and months to come. */
  errors: number;
}

export function countsOf({ facts, faults }: StampScan): ScanCounts {
  const of = (state: FactAge['state']) => facts.filter((fact) => fact.state === state).length;
  return {
    facts: facts.length,
    stale: of('stale'),
    never: of('never'),
    errors: faults.length + of('future'),
  };
}

function faultsOf(check: () => unknown, file: string): ScanFault[] {
  try {
    check();
    return [];
  } catch (error) {
    const all = error instanceof Problems ? error.all : error instanceof Problem ? [error] : undefined;
    if (all === undefined) throw error;
    return all.map(({ at, what, next }) => ({
      file,
      line: at?.line ?? 1,
      column: at?.column ?? 1,
      what,
      next,
    }));
  }
}
