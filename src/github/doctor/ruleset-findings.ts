import { matchesWildcard } from '../../wildcard.ts';
import type { PushRule } from '../github.ts';
import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';

/** What each commit of a record holds, at the top of its tree. */
const OF_RECORD = ['run.json', 'events.jsonl'];

/**
 * Rulesets for branches and tags reach refs/heads and refs/tags alone (GitHub's reference, "About rulesets"), and the record of a run
 * is a ref beside them: whatever they ask for, a signature, a pull request, a check that must pass, is no trouble. Those for pushes
 * look at the files of every push.
 */
export function rulesetFindings({ pushRules, callers, name }: RepositoryView): Finding[] {
  const calls = callers.flatMap((caller) => caller.calls);
  const isElsewhere =
    calls.length > 0 &&
    calls.every(({ workflow, ledger }) => WITHOUT.includes(workflow) || ledger !== undefined);
  if (isElsewhere) return [];
  return pushRules.flatMap((rule) => {
    const refused = OF_RECORD.filter((file) => refuses(rule, file));
    if (refused.length === 0) return [];
    return [
      {
        code: 'ruleset-refuses-ledger',
        level: 'fault' as const,
        what: `The push ruleset "${rule.ruleset}" of ${rule.source} restricts ${rule.says}, which ${refused.join(' and ')} of every run's record are; pushes to refs/gpu-lease/* may be refused.`,
        fix: `Take these names out of that rule, or let GitHub Actions bypass it; or keep the ledger in a repository without it ("gpu-lease init --github --force --ledger https://github.com/OWNER/${name.replace(/^.*\//, '')}-ledger.git").`,
      },
    ];
  });
}

/** They write no record. */
const WITHOUT: readonly string[] = ['smoke', 'pull-request', 'staleness'];

function refuses({ paths, extensions, longest }: PushRule, file: string): boolean {
  const ending = file.replace(/^.*\./, '');
  return (
    // The record lies at the top, so that what is left with a slash is of a folder.
    paths.some((pattern) => matchesWildcard(pattern.replace(/^\/?(?:\*\*\/)?/, ''), file)) ||
    extensions.some((each) => each.replace(/^\*?\./, '').toLowerCase() === ending) ||
    (longest !== undefined && file.length > longest)
  );
}
