const GITHUB_COM = 'https://github.com';

/** Of what people clone from: `https://host/a/b.git`, `ssh://git@host:443/a/b`, `git@host:a/b.git`. */
const FORMS = [
  /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/i,
  /^(?:[^/@:]+@)?([^/@:]+):(?!\/\/)(.+)$/,
];

/**
 * `owner/name` of a remote that lies on this server, and nothing for any other: a repository elsewhere, a mirror or a directory may
 * be called like one at GitHub that is somebody else's.
 *
 * @param server as `GITHUB_SERVER_URL` has it; github.com when empty
 */
export function repositoryAt(remote: string, server = ''): string | undefined {
  const [, host = '', path = ''] = FORMS.map((form) => form.exec(remote.trim())).find((found) => found) ?? [];
  const [, name] = /^\/*([\w.-]+\/[\w.-]+?)(?:\.git)?\/*$/.exec(path) ?? [];
  return name !== undefined && hostsOf(server || GITHUB_COM).includes(host.toLowerCase()) ? name : undefined;
}

/** GitHub answers to ssh at port 443 under another name. */
function hostsOf(server: string): string[] {
  const host = URL.canParse(server) ? new URL(server).hostname : '';
  return host === 'github.com' ? [host, 'ssh.github.com', 'www.github.com'] : [host];
}
