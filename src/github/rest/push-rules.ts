import { z } from 'zod';
import type { PushRule } from '../github.ts';
import type { RestClient } from './client.ts';

const Ruleset = z.object({
  id: z.number(),
  name: z.string(),
  target: z.string().optional(),
  enforcement: z.string(),
  source: z.string().optional(),
});

const Rule = z.object({
  type: z.string(),
  parameters: z
    .object({
      restricted_file_paths: z.array(z.string()).optional(),
      restricted_file_extensions: z.array(z.string()).optional(),
      max_file_path_length: z.number().optional(),
    })
    .optional(),
});

const Whole = Ruleset.extend({ rules: z.array(Rule).optional() });

const needs = 'metadata: read';

/** One read, and one more for each ruleset for pushes that is in force. */
export async function pushRules(client: RestClient): Promise<PushRule[]> {
  const all = await client.find({
    route: 'GET /repos/{owner}/{repo}/rulesets',
    parameters: { includes_parents: true, per_page: 100 },
    reply: z.array(Ruleset),
    needs,
  });
  const found: PushRule[] = [];
  for (const { id, target, enforcement } of all ?? []) {
    if (target !== 'push' || enforcement !== 'active') continue;
    const whole = await client.find({
      route: 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
      parameters: { ruleset_id: id, includes_parents: true },
      reply: Whole,
      needs,
    });
    if (whole) found.push(...rulesOf(whole));
  }
  return found;
}

const rulesOf = ({ name, source = '', rules = [] }: z.infer<typeof Whole>): PushRule[] =>
  rules.map(({ parameters = {} }) => {
    const paths = parameters.restricted_file_paths ?? [];
    const extensions = parameters.restricted_file_extensions ?? [];
    const longest = parameters.max_file_path_length;
    const says = [
      ...(paths.length > 0 ? [`the file paths ${paths.join(', ')}`] : []),
      ...(extensions.length > 0 ? [`the file extensions ${extensions.join(', ')}`] : []),
      ...(longest === undefined ? [] : [`paths to ${longest} characters`]),
    ];
    return { ruleset: name, source, says: says.join(' and '), paths, extensions, longest };
  });
