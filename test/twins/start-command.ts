/** What a start script of ours would put into a box, read out of its text as the box would by running it. */
export function keysIn(script: string): { authorizedKey: string; hostKey?: string } {
  const [, authorizedKey] = /^key='(ssh-[^'\n]+)'$/m.exec(script) ?? [];
  if (authorizedKey === undefined) throw new Error('nobody could log in: the start command puts in no key');
  const [hostKey] =
    /^-----BEGIN OPENSSH PRIVATE KEY-----\n[\s\S]*?\n-----END OPENSSH PRIVATE KEY-----$/m.exec(script) ?? [];
  return { authorizedKey, ...(hostKey === undefined ? {} : { hostKey: `${hostKey}\n` }) };
}
