/** What to do with a repository secret that is made here and now. */
export async function secretLines(): Promise<string[]> {
  const { newSecret } = await import('../keys.ts');
  return [
    `for use in workflows, store this as the repository secret GPU_LEASE_SECRET; it is made new at every call and kept nowhere: ${newSecret()}`,
  ];
}
