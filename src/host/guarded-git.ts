/**
 * Settings for git in a repository that was found and not made by us: it may be an unpacked download, and its own configuration must
 * not choose programs that run because somebody looked at a status. As `-c` words they go before those of the repository.
 */
export const GUARDED: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.alternateRefsCommand=true',
  'log.showSignature=false',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting]);

/**
 * For git that needs no network: a partial clone would otherwise fetch what it lacks from wherever, and by whatever program, its
 * configuration says. Git before 2.45 does not know the first; every git that we run on knows the second.
 */
export const OFFLINE: Readonly<Record<string, string>> = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
};

/** Prints scope and key of every filter that is configured, each ended by a NUL. */
export const LIST_FILTERS: readonly string[] = [
  'config',
  '--show-scope',
  '--name-only',
  '-z',
  '--get-regexp',
  '^filter\\.',
];

/** Whether filters of the user's own run as well: theirs may have to log in somewhere, Git LFS say. */
export const hasUserFilters = (listed: string): boolean =>
  listed.split('\0').some((word, at) => at % 2 === 0 && /^(?:system|global|command)$/.test(word));

/**
 * Environment that empties the filters which a repository's own configuration names: git runs them to compare files. The user's own,
 * Git LFS say, stay. By environment (git 2.31 and later), for a driver's name may hold what ends a key on the command line.
 *
 * @param listed what `LIST_FILTERS` printed
 * @param env of the call, whose own numbered settings stay
 */
export function withoutOwnFilters(listed: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const words = listed.split('\0');
  const drivers = new Set<string>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    const isOwn = words[at] === 'local' || words[at] === 'worktree';
    const [, driver] = /^filter\.(.+)\.(?:clean|smudge|process|required)$/s.exec(words[at + 1] ?? '') ?? [];
    if (isOwn && driver !== undefined) drivers.add(driver);
  }
  if (drivers.size === 0) return {};
  let count = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  const settings: NodeJS.ProcessEnv = {};
  for (const driver of drivers) {
    for (const [last, value] of [
      ['clean', ''],
      ['smudge', ''],
      ['process', ''],
      ['required', 'false'],
    ]) {
      settings[`GIT_CONFIG_KEY_${count}`] = `filter.${driver}.${last}`;
      settings[`GIT_CONFIG_VALUE_${count}`] = value;
      count += 1;
    }
  }
  return { ...settings, GIT_CONFIG_COUNT: String(count) };
}
