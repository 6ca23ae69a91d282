import { z } from 'zod';

/** Who wrote an issue or a comment, as GitHub says it of both. */
export const Author = z.object({
  user: z.object({ login: z.string(), type: z.string().optional() }).nullish(),
  author_association: z.string().optional(),
});

/** Tokens of an installation, a job's own among them, begin like this; those of people do not. */
const INSTALLATION = 'ghs_';

/**
 * Whether what carries our hidden marker was written by one like this token: anybody may put the marker of another into a
 * comment of theirs. A job's token writes as a bot; a person's token as somebody of the repository.
 */
export function isOurKind({ user, author_association }: z.infer<typeof Author>, token: string): boolean {
  if (token.startsWith(INSTALLATION)) return user?.type === 'Bot';
  return ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(author_association ?? '');
}
