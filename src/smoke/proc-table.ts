import { readdirSync, readFileSync } from 'node:fs';

/** What a group of processes holds in memory, and how it was measured. */
export interface GroupMemory {
  bytes: number;
  /** `pss` shares out pages that several processes map; `rss` counts them in each, so it is an upper bound. */
  measure: 'pss' | 'rss';
}

interface ProcStat {
  pid: number;
  state: string;
  parent: number;
  group: number;
}

/** Living members of a process group; a zombie holds nothing and does not count. Empty where there is no `/proc`. */
export const groupMembers = (group: number): number[] =>
  allProcesses()
    .filter((each) => each.group === group && each.state !== 'Z' && each.state !== 'X')
    .map((each) => each.pid);

/**
 * Of a group and of all that its members started: torchrun makes each worker a session of its own.
 * `undefined` where there is no `/proc` to read it from.
 */
export function groupMemory(group: number, limitBytes: number): GroupMemory | undefined {
  if (!hasProc()) return undefined;
  const pids = withDescendants(group);
  const rss = sum(pids, rssBytes);
  // Forked loader workers share most of their pages; only near the bound is the exact, slower number worth reading.
  if (rss <= limitBytes) return { bytes: rss, measure: 'rss' };
  const pss = pids.map(pssBytes);
  if (pss.some((bytes) => bytes === undefined)) return { bytes: rss, measure: 'rss' };
  return { bytes: sum(pss, (bytes) => bytes ?? 0), measure: 'pss' };
}

function withDescendants(group: number): number[] {
  const living = allProcesses().filter(({ state }) => state !== 'Z' && state !== 'X');
  const found = new Set(living.filter((each) => each.group === group).map(({ pid }) => pid));
  let before: number;
  do {
    before = found.size;
    for (const { pid, parent } of living) if (found.has(parent)) found.add(pid);
  } while (found.size > before);
  return [...found];
}

/**
 * Groups in which a living process of ours was started with such a value of `name` in its environment. Finds what left
 * its process group on purpose, and what a killed predecessor of ours left running.
 */
export function groupsWithEnvironment(name: string, matches: (value: string) => boolean): number[] {
  const prefix = `${name}=`;
  const isWanted = (entry: string) => entry.startsWith(prefix) && matches(entry.slice(prefix.length));
  const own = allProcesses().find((each) => each.pid === process.pid)?.group;
  const groups = allProcesses()
    .filter((each) => each.state !== 'Z' && each.group !== own && each.group > 1)
    .filter((each) => readText(`/proc/${each.pid}/environ`)?.split('\0').some(isWanted))
    .map((each) => each.group);
  return [...new Set(groups)];
}

const hasProc = (): boolean => readText('/proc/self/stat') !== undefined;

function allProcesses(): ProcStat[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => parseStat(Number(name)) ?? []);
}

/** `pid (name) state ppid pgrp ...`; the name may hold blanks and parentheses, so read from the last one. */
function parseStat(pid: number): ProcStat | undefined {
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const [state, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid, state: state ?? 'X', parent: Number(parent), group: Number(group) };
}

const rssBytes = (pid: number): number => kilobytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB$/m) ?? 0;
const pssBytes = (pid: number): number | undefined =>
  kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m);

const kilobytesIn = (path: string, pattern: RegExp): number | undefined => {
  const kilobytes = pattern.exec(readText(path) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
};

/** `undefined` when the process is gone meanwhile or is not ours to read. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
