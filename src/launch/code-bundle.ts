import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type { CodeBundle } from '../box/box-plan.ts';
import { sumsOf } from '../box/keeper.ts';
import { type TarMember, writeTar } from '../box/tar-writer.ts';
import { GUARDED, hasUserFilters, LIST_FILTERS, OFFLINE, withoutOwnFilters } from '../host/guarded-git.ts';
import { ownEnvironment } from '../host/own-environment.ts';
import { forErrands, forPrograms } from '../job/keys-of-others.ts';
import { Problem } from '../problem.ts';
import { notesOn, someNames } from './code-notes.ts';
import { readGitArchive } from './git-archive.ts';

/** Code, not weights or data: those the box fetches by itself. */
const MAX_CODE_BYTES = 512 * 1024 * 1024;

interface Bundling {
  commit?: string;
  allowDirty?: boolean;
  storeDir?: string;
  /** Fetches a commit that the clone lacks; gives a directory of objects that holds it. */
  bring?: ((commit: string) => Promise<string>) | undefined;
}

/**
 * The files below `repoDir` (a repository or a directory of one) as `commit` has them, by `git archive`; `HEAD` when no
 * commit is named. With `allowDirty`, and only when the work tree differs, its present files instead, ignored ones left
 * out, marked dirty. Reads only: index, refs and work tree stay untouched. What a run leaves in `storeDir` is no code: it
 * would make the same command another run.
 *
 * @throws Problem `usage`: `no-git`, `no-repository`, `no-commit`, `dirty-tree`, `crlf-script`, `code-path`, `code-too-large`
 */
export async function bundleCode(
  repoDir: string,
  { commit, allowDirty = false, storeDir, bring }: Bundling = {},
): Promise<CodeBundle> {
  const { id: bound, beside } = await foundCommit(repoDir, commit ?? 'HEAD', bring);
  const here = ['--', '.', ...exceptFor(repoDir, storeDir)];
  const state = commit === undefined ? await workTreeState(repoDir, here) : { changed: [], untracked: [] };
  const dirty = allowDirty && state.changed.length + state.untracked.length > 0;
  if (state.changed.length > 0 && !dirty) throw dirtyTree(state.changed);
  const members = dirty ? await workTreeFiles(repoDir, here) : await committedFiles(repoDir, bound, beside);
  const notes = notesOn({
    untracked: dirty ? [] : await withSizes(repoDir, state.untracked),
    submodules: await submodulesOf(repoDir, bound, beside),
    members,
  });
  return { ...bundleOf(members, bound, dirty), ...(notes.length > 0 ? { notes } : {}) };
}

function bundleOf(unsorted: readonly TarMember[], commit: string, dirty: boolean): CodeBundle {
  const members = [...unsorted].sort((a, b) => (a.path < b.path ? -1 : 1));
  refuseUnusablePaths(members);
  refuseCarriageReturns(members);
  const files = members.map((member) => ({
    path: member.path,
    sha256: createHash('sha256')
      .update(member.link ?? member.content)
      .digest('hex'),
    executable: member.executable ?? false,
    ...(member.link === undefined ? {} : { link: member.link }),
  }));
  return {
    hash: createHash('sha256').update(sumsOf(files)).digest('hex'),
    commit,
    dirty,
    files,
    tar: writeTar(members),
  };
}

/** Environment of git by which it sees objects that lie beside the clone's own. */
type Beside = Readonly<Record<string, string>>;

/** The commit as the clone has it, else as it was fetched beside it. */
async function foundCommit(
  repoDir: string,
  commit: string,
  bring: Bundling['bring'],
): Promise<{ id: string; beside: Beside }> {
  const isMissing = (thrown: unknown) => thrown instanceof Problem && thrown.code === 'no-commit';
  try {
    return { id: await resolveCommit(repoDir, commit), beside: {} };
  } catch (error) {
    if (!bring || !isMissing(error) || !FULL_ID.test(commit)) throw error;
    // Quoted as git reads it: a path may hold the colon that separates several.
    const beside = { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(await bring(commit)) };
    return { id: await resolveCommit(repoDir, commit, beside), beside };
  }
}

const FULL_ID = /^[0-9a-f]{40,64}$/;

async function resolveCommit(repoDir: string, commit: string, beside: Beside = {}): Promise<string> {
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
  const found = await git(repoDir, asked, beside);
  const id = found.stdout.toString().trim();
  if (found.exitCode === 0 && FULL_ID.test(id)) return id;
  const inside = await git(repoDir, ['rev-parse', '--is-inside-work-tree']);
  const owner = /dubious ownership/.exec(inside.stderr);
  if (owner) {
    throw usage(
      'other-owner',
      `The repository that ${repoDir} lies in belongs to another user, and git does not read such ones: ${inside.stderr.trim().split('\n')[0]}`,
      `If you trust it, run \`git config --global --add safe.directory ${repoDir}\`; in a container it is often the checkout that was mounted.`,
    );
  }
  if (inside.exitCode !== 0) {
    throw usage(
      'no-repository',
      `${repoDir} is not in a git repository that git will read: ${inside.stderr.trim().split('\n')[0]}`,
      'Code goes to a box by commit. Run `git init && git add . && git commit -m "The code"`, or go to the repository.',
    );
  }
  throw usage(
    'no-commit',
    commit === 'HEAD' ? `The repository ${repoDir} has no commit yet.` : `There is no commit ${commit} here.`,
    commit === 'HEAD'
      ? 'Code goes to a box by commit: `git add . && git commit -m "The code"`.'
      : 'Bring it here with `git fetch origin` and its id; in a workflow it is fetched where the step has GH_TOKEN, the token of its job.',
  );
}

/** A pathspec that leaves out a directory below `repoDir`; none for one that lies elsewhere. */
function exceptFor(repoDir: string, dir: string | undefined): string[] {
  const inside = dir === undefined ? '' : relative(repoDir, dir);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside)
    ? []
    : [`:(exclude,literal)${inside}`];
}

/** Paths relative to `repoDir`. */
async function workTreeState(
  repoDir: string,
  here: string[],
): Promise<{ changed: string[]; untracked: string[] }> {
  const status = await git(repoDir, [
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=normal',
    ...here,
  ]);
  if (status.exitCode !== 0) throw gitFailed('git status', status.stderr);
  const state: { changed: string[]; untracked: string[] } = { changed: [], untracked: [] };
  for (const entry of status.stdout.toString().split('\0')) {
    if (entry === '') continue;
    (entry.startsWith('??') ? state.untracked : state.changed).push(entry.slice(3));
  }
  return state;
}

/** Not as this machine would check it out: Windows line ends or its own file modes. */
const AS_COMMITTED = ['-c', 'core.autocrlf=false', '-c', 'core.eol=lf', '-c', 'tar.umask=0022'];

async function committedFiles(repoDir: string, commit: string, beside: Beside): Promise<TarMember[]> {
  const archive = await git(repoDir, [...AS_COMMITTED, 'archive', '--format=tar', commit], beside);
  if (archive.exitCode !== 0) throw gitFailed('git archive', archive.stderr);
  return readGitArchive(archive.stdout);
}

async function submodulesOf(repoDir: string, commit: string, beside: Beside): Promise<string[]> {
  const tree = await git(repoDir, ['ls-tree', '-r', '-z', commit, '--', '.'], beside);
  return tree.stdout
    .toString()
    .split('\0')
    .flatMap((entry) => /^160000 commit [0-9a-f]+\t(.+)$/s.exec(entry)?.[1] ?? []);
}

async function workTreeFiles(repoDir: string, here: string[]): Promise<TarMember[]> {
  const listed = await git(repoDir, [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    ...here,
  ]);
  if (listed.exitCode !== 0) throw gitFailed('git ls-files', listed.stderr);
  const paths = new Set(listed.stdout.toString().split('\0').filter(Boolean));
  const members: TarMember[] = [];
  let bytes = 0;
  for (const path of paths) {
    const full = join(repoDir, path);
    const found = await lstat(full).catch(() => undefined);
    if (found?.isSymbolicLink()) members.push({ path, content: Buffer.alloc(0), link: await readlink(full) });
    if (!found?.isFile()) continue;
    bytes += found.size;
    if (bytes > MAX_CODE_BYTES) throw tooLarge();
    members.push({ path, content: await readFile(full), executable: (found.mode & 0o100) !== 0 });
  }
  return members;
}

/** What reads files of the work tree or writes them out, for which git runs the filters that are configured. */
const FILTERING = new Set(['status', 'archive']);

async function git(dir: string, args: readonly string[], beside: Beside = {}): Promise<GitAnswer> {
  const errands = { ...forErrands(ownEnvironment()), ...beside };
  if (!args.some((word) => FILTERING.has(word))) return plainGit(dir, args, errands);
  const { stdout } = await plainGit(dir, LIST_FILTERS);
  const listed = stdout.toString();
  const env = hasUserFilters(listed) ? { ...forPrograms(ownEnvironment()), ...beside } : errands;
  return plainGit(dir, args, { ...env, ...withoutOwnFilters(listed, env) });
}

interface GitAnswer {
  exitCode: number;
  stdout: Buffer;
  stderr: string;
}

/** Without the caller's own repository variables (a git hook sets them), without locks, and without what the repository would run. */
function plainGit(
  dir: string,
  args: readonly string[],
  inherited: NodeJS.ProcessEnv = forErrands(ownEnvironment()),
): Promise<GitAnswer> {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_PREFIX, ...env } = inherited;
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', dir, ...GUARDED, ...args], {
      env: { ...env, ...OFFLINE, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_CODE_BYTES) {
        child.kill();
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk).slice(-4000);
    });
    child.on('error', (cause) =>
      reject(
        usage(
          'no-git',
          `git cannot be run here: ${cause.message}.`,
          'Install git; code goes to a box by commit.',
          cause,
        ),
      ),
    );
    child.on('close', (code) => resolve({ exitCode: code ?? -1, stdout: Buffer.concat(chunks), stderr }));
  });
}

/** One path a line on the box; and a name that is no UTF-8 would not come back as it went. */
function refuseUnusablePaths(members: readonly TarMember[]): void {
  const bad = members.filter(({ path }) => /[\u0000-\u001f\u007f\ufffd]/.test(path) || path.startsWith('/'));
  if (bad.length === 0) return;
  const named = bad.slice(0, 5).map((member) => JSON.stringify(member.path));
  throw usage(
    'code-path',
    `File names that cannot be carried to a box: ${named.join(', ')}.`,
    'Rename them: no control characters, valid UTF-8.',
  );
}

/** What a shell or the kernel would read: scripts by their first line or by name (U26). */
function refuseCarriageReturns(members: readonly TarMember[]): void {
  const bad = members.filter(({ path, content }) => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    if (bytes.subarray(0, 2).toString('latin1') === '#!') {
      const end = bytes.indexOf(0x0a);
      if (end > 0 && bytes[end - 1] === 0x0d) return true;
    }
    return /\.(sh|bash)$/.test(path) && bytes.includes('\r\n');
  });
  if (bad.length === 0) return;
  const named = bad.slice(0, 5).map((member) => member.path);
  throw usage(
    'crlf-script',
    `Scripts with Windows line ends (CRLF): ${named.join(', ')}. On the box their interpreter would not be found (U26).`,
    'Put `*.sh text eol=lf` into .gitattributes, run `git add --renormalize .`, and commit.',
  );
}

/** Of what lies beside the commit: a folder by its name alone. */
async function withSizes(
  repoDir: string,
  paths: readonly string[],
): Promise<{ path: string; bytes: number }[]> {
  return Promise.all(
    paths.map(async (path) => {
      const found = await lstat(join(repoDir, path)).catch(() => undefined);
      return { path, bytes: found?.isFile() ? found.size : 0 };
    }),
  );
}

const dirtyTree = (changed: readonly string[]): Problem =>
  usage(
    'dirty-tree',
    `Files differ from the commit that would go to the box: ${someNames(changed)}.`,
    'Commit them: `git commit -a -m "What has changed"`. Or pass --allow-dirty from a laptop: the run is then marked dirty for ever.',
  );

const tooLarge = (): Problem =>
  usage(
    'code-too-large',
    `The repository's files are more than ${MAX_CODE_BYTES / 2 ** 20} MiB.`,
    'Weights and data do not travel with the code: let the setup fetch them on the box, and keep them out of git.',
  );

const gitFailed = (what: string, stderr: string): Problem =>
  usage(
    'git-failed',
    `${what} failed: ${stderr.trim().slice(0, 500)}`,
    'Run it by hand in the repository to see why.',
  );

const usage = (code: string, what: string, next: string, cause?: unknown): Problem =>
  new Problem({ code, kind: 'usage', what, next }, cause === undefined ? undefined : { cause });
