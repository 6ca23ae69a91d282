import { basename, dirname, join, relative, sep } from 'node:path';
import type { Role } from '../evidence-level.ts';
import { rolesApart, verifyManyApart } from '../verify/apart/apart.ts';
import { type Oddity, strangeness, verdictWithoutReading, withNote } from '../verify/contract/oddity.ts';
import type { TreeFile } from '../verify/contract/tree.ts';
import { type FileVerdict, holdsTensors, ofItself } from '../verify/contract/verdict.ts';
import { joined, mergedByLabel, type Verdicts } from '../verify/contract/verdicts.ts';
import type { Before } from '../verify/engine/change.ts';
import { roleByName } from '../verify/engine/role-guess.ts';
import { hasPartsBelow } from '../verify/engine/set-heads.ts';
import type { FileTask } from '../verify/engine/verify-tree.ts';
import { type Directory, openDirectory } from '../verify/read/directory-tree.ts';
import { isPath, type PathTarget, type VerifyPlan } from './verify-plan.ts';
import type { OpenedUrl, Watched } from './verify-remote.ts';

export interface Inspection {
  /** In the order of the words, below a directory in the order of paths. Labels are as seen from the working directory. */
  files: Verdicts;
  sets: FileVerdict[];
}

export interface Watching {
  signal: AbortSignal;
  onProgress(label: string, bytesDone: number, bytesTotal: number): void;
}

export interface InspectOptions extends Watching {
  table?: boolean;
  moments?: boolean;
  previous?: Before;
}

/** Verifies every target of a plan: a directory is a tree of its own, a file is seen with the sets of its folder. */
export async function inspect(plan: VerifyPlan, options: InspectOptions): Promise<Inspection> {
  const groups = groupsOf(plan.targets.filter(isPath));
  const opened: Opened[] = [];
  for (const group of groups) opened.push(await open(group, plan, options.signal));
  const remote = await openUrls(plan, options.signal);
  const bytesTotal = [...opened, ...remote].reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = totalProgress(bytesTotal, options);
  // A large file on a slow disk has nothing to show for a while; that it is being read is shown at once.
  if (bytesTotal > 0) progress('', 0, firstLabel(plan));
  const found: (Inspection & { group: Group })[] = [];
  for (const each of opened)
    found.push({ group: each.group, ...(await verifyGroup(each, plan, { ...options, progress })) });
  const ofUrls = new Map<string, FileVerdict>();
  for (const each of remote) {
    const task = taskFor(plan, each.role, { isNamed: true, isAlone: true }, options.previous);
    const { verifyUrl } = await import('./verify-remote.ts');
    ofUrls.set(each.target.url, await verifyUrl(each, plan, task, { ...options, progress }));
  }
  return inOrderOf(plan, found, ofUrls);
}

async function openUrls(plan: VerifyPlan, signal: AbortSignal): Promise<OpenedUrl[]> {
  const targets = new Map(plan.targets.flatMap((each) => (isPath(each) ? [] : [[each.url, each]])));
  const opened: OpenedUrl[] = [];
  if (targets.size === 0) return opened;
  const { openUrl } = await import('./verify-remote.ts');
  for (const target of targets.values()) opened.push(await openUrl(target, plan, signal));
  return opened;
}

/** Files of one folder that are verified together. */
interface Group {
  root: string;
  /** `undefined`: everything below the root. */
  only: Set<string> | undefined;
}

function groupsOf(targets: readonly PathTarget[]): Group[] {
  const folders = targets.filter(({ stats }) => stats.isDirectory()).map(({ path }) => path);
  const isBelow = (path: string) => folders.some((folder) => path !== folder && isInside(folder, path));
  const groups = new Map<string, Group>();
  for (const { path, stats } of targets) {
    if (isBelow(path)) continue;
    if (stats.isDirectory()) groups.set(`${path}${sep}`, { root: path, only: undefined });
    else if (stats.isFile()) {
      const root = dirname(path);
      const group = groups.get(root) ?? { root, only: new Set() };
      group.only?.add(path);
      groups.set(root, group);
    }
  }
  return [...groups.values()];
}

const isInside = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

interface Opened {
  group: Group;
  tree: Directory;
  roles: Map<string, Role>;
  bytes: number;
}

async function open(group: Group, plan: VerifyPlan, signal: AbortSignal): Promise<Opened> {
  const isDeep = group.only === undefined || [...group.only].some((path) => hasPartsBelow(basename(path)));
  const directory = await openDirectory(group.root, { recursive: isDeep, signal });
  const files = directory.files.filter(({ path }) => !plan.notArtifacts.has(join(group.root, path)));
  const tree: Directory = { ...directory, files };
  const wanted = files.filter(({ path }) => group.only?.has(join(group.root, path)) ?? true);
  const roles = await rolesOf(wanted, tree, { jobs: plan.jobs, signal });
  return { group, tree, roles, bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** By their names, and where those say nothing by how they begin. */
async function rolesOf(
  files: readonly TreeFile[],
  { local }: Directory,
  order: { jobs: number | undefined; signal: AbortSignal },
): Promise<Map<string, Role>> {
  const roles = new Map(files.map(({ path }) => [path, roleByName(path)]));
  const unnamed = files.filter(({ path }) => roles.get(path) === undefined);
  const found = await rolesApart(unnamed, local, order);
  for (const [n, { path }] of unnamed.entries()) roles.set(path, found[n]);
  return new Map([...roles].map(([path, role]) => [path, role ?? 'opaque']));
}

type GroupOptions = InspectOptions & Watched;

async function verifyGroup(
  opened: Opened,
  plan: VerifyPlan,
  { signal, table, moments, previous, progress }: GroupOptions,
): Promise<Inspection> {
  const { group, tree, roles } = opened;
  const place = (path: string) => labelOf(plan.cwd, join(group.root, path));
  const isNamed = group.only !== undefined;
  const asked = { isNamed, isAlone: group.only?.size === 1 };
  const tasks = new Map<Role, FileTask>();
  const taskOf = (path: string): FileTask | undefined => {
    const guess = roles.get(path);
    if (guess === undefined) return undefined;
    // One object for all of a role: a hundred thousand would be held twice, here and in the thread.
    const task = tasks.get(guess) ?? taskFor(plan, guess, asked, previous);
    tasks.set(guess, task);
    const sha256 = plan.digests.get(join(group.root, path));
    return sha256 === undefined ? task : { ...task, sha256 };
  };
  const notes = new Map(tree.noted.map((note) => [note.path, note]));
  const labelled = (verdict: FileVerdict) => relabelled(verdict, place);
  const { files, sets } = await verifyManyApart(tree, {
    taskOf,
    allowImports: plan.allowImports,
    hash: plan.hash,
    signal,
    ...(table === undefined ? {} : { table }),
    ...(moments === undefined ? {} : { moments }),
    ...(plan.jobs === undefined ? {} : { jobs: plan.jobs }),
    onProgress: (path, done) => progress(place(path), done),
    asKept: (verdict) => {
      const note = notes.get(verdict.label);
      return ofItself(labelled(note === undefined ? verdict : withNote(verdict, note)));
    },
  });
  const odd = oddities(opened, plan)
    .map((oddity) =>
      labelled(verdictWithoutReading(oddity, plan.role ?? roleByName(oddity.path) ?? 'opaque')),
    )
    .sort(byLabel);
  // Labels are in the order of paths: what they begin with is one and the same.
  return { files: mergedByLabel(files, odd), sets: sets.map(labelled) };
}

const byLabel = (a: FileVerdict, b: FileVerdict): number =>
  a.label < b.label ? -1 : a.label > b.label ? 1 : 0;

/** What is asked for by the options goes to what was named, and in a directory to what holds tensors. */
function taskFor(
  plan: VerifyPlan,
  guessed: Role,
  { isNamed, isAlone }: { isNamed: boolean; isAlone: boolean },
  previous: InspectOptions['previous'],
): FileTask {
  // Of a type that was said, what was of no kind at all is a row of numbers.
  const guess = guessed === 'opaque' && plan.expectation.dtype !== undefined ? 'dataset' : guessed;
  const fits = isNamed || plan.role === undefined || !holdsTensors(plan.role) || holdsTensors(guess);
  const role = fits ? (plan.role ?? guess) : guess;
  const isMeant = isNamed || holdsTensors(role);
  const answeredBy = isNamed ? 'other-roles' : 'folder';
  return {
    role,
    roleFrom: role === plan.role ? 'declared' : 'guessed',
    contains: isMeant ? plan.contains : [],
    ...(isMeant && !isAlone && isAskedOf(plan) && { answeredBy }),
    allowDegraded: plan.allowDegraded,
    expectation: isNamed || role === 'checkpoint' ? plan.expectation : ofAnyFile(plan),
    ...(isMeant && previous !== undefined ? { previous } : {}),
  };
}

const IN_DIRECTORY = { isNamed: false, isAlone: false };

/** Something that not every file holds. */
const isAskedOf = ({ contains, expectation: { step, minStep } }: VerifyPlan): boolean =>
  contains.length > 0 || step !== undefined || minStep !== undefined;

/** What is said of tensors and numbers, and not of the one checkpoint that is asked for. */
const ofAnyFile = ({ expectation: { step: _step, minStep: _minStep, ...rest } }: VerifyPlan) => rest;

/** What lies or should lie in the directory and cannot be read. */
function oddities({ tree, group, roles }: Opened, plan: VerifyPlan): Oddity[] {
  if (group.only !== undefined) {
    return tree.refused.filter(({ path }) => group.only?.has(join(group.root, path)));
  }
  const there = new Set([...tree.files, ...tree.refused].map(({ path }) => join(group.root, path)));
  const missing = [...plan.digests.keys()]
    .filter((path) => isInside(group.root, path) && !there.has(path) && !plan.notArtifacts.has(path))
    .map((path): Oddity => {
      const what = 'is listed in the manifest and not there';
      return { path: relative(group.root, path), code: 'missing', severity: 'fail', what };
    });
  const all = [...tree.refused, ...missing, ...unasked({ plan, roles })];
  if (tree.files.length > 0 || all.length > 0) return all;
  return [{ path: '', code: 'nothing-there', severity: 'fail', what: 'is a directory without any file' }];
}

/** Something is asked, and nothing is there of which to ask it. */
function unasked({ plan, roles }: { plan: VerifyPlan; roles: ReadonlyMap<string, Role> }): Oddity[] {
  const holders = [...roles.values()].map((guess) => taskFor(plan, guess, IN_DIRECTORY, undefined).role);
  if (!isAskedOf(plan) || roles.size === 0 || holders.some(holdsTensors)) return [];
  const what =
    'holds no file of tensors of which to ask what --contains, --step or --min-step ask; name the files themselves';
  return [{ path: '', code: 'nothing-to-ask', severity: 'fail', what }];
}

/** Paths of a verdict, as seen from the working directory. */
function relabelled(verdict: FileVerdict, place: (path: string) => string): FileVerdict {
  const { partOf } = verdict;
  return {
    ...verdict,
    label: place(verdict.label),
    ...(partOf === undefined ? {} : { partOf: place(partOf) }),
    reasons: verdict.reasons.map((reason) =>
      reason.file === undefined ? reason : { ...reason, file: place(reason.file) },
    ),
  };
}

function firstLabel({ targets: [first], cwd }: VerifyPlan): string {
  if (first === undefined) return '';
  return isPath(first) ? labelOf(cwd, first.path) : first.label;
}

const labelOf = (cwd: string, path: string): string => relative(cwd, path).split(sep).join('/') || '.';

function inOrderOf(
  plan: VerifyPlan,
  found: readonly (Inspection & { group: Group })[],
  ofUrls: Map<string, FileVerdict>,
): Inspection {
  const ofFolders = new Map<string, Verdicts>();
  const ofFiles = new Map<string, FileVerdict>();
  for (const { group, files } of found) {
    if (group.only === undefined) ofFolders.set(group.root, files);
    else for (const each of files) ofFiles.set(each.label, each);
  }
  const isPartOfFolder = (path: string) => [...ofFolders.keys()].some((folder) => isInside(folder, path));
  const paths = plan.targets.map((target) => (isPath(target) ? target.path : undefined));
  const lists = plan.targets.map((target, index): Verdicts => {
    if (!isPath(target)) {
      const verdict = ofUrls.get(target.url);
      ofUrls.delete(target.url);
      return verdict === undefined ? [] : [verdict];
    }
    const { path, stats } = target;
    const label = labelOf(plan.cwd, path);
    if (plan.notArtifacts.has(path) || paths.indexOf(path) < index) return [];
    if (stats.isDirectory()) return ofFolders.get(path) ?? [];
    if (isPartOfFolder(path)) return [];
    const odd = strangeness(stats) ?? GONE;
    return [ofFiles.get(label) ?? verdictWithoutReading({ path: label, ...odd }, plan.role ?? 'opaque')];
  });
  return { files: joined(lists), sets: found.flatMap(({ sets }) => sets) };
}

const GONE: Omit<Oddity, 'path'> = {
  code: 'changed-while-reading',
  severity: 'fail',
  what: 'was there and is there no longer',
};

/** One bar over all bytes. What a set needs beside what was asked for comes on top as it is read. */
function totalProgress(bytesTotal: number, { onProgress }: Watching): GroupOptions['progress'] {
  const doneOf = new Map<string, number>();
  let sum = 0;
  return (key, done, label = key) => {
    sum += done - (doneOf.get(key) ?? 0);
    doneOf.set(key, done);
    onProgress(label, sum, Math.max(bytesTotal, sum));
  };
}
