/** Where an image lies, by the rule of Docker: a first part with a dot or a port, or `localhost`, is a host; else it is Docker Hub. */
export function registryOf(image: string): string {
  const [first = '', ...more] = image.split('/');
  return more.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? first : 'docker.io';
}
