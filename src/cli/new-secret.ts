/** What to do with a secret that is made here and now. */
export async function secretLines(): Promise<string[]> {
  const { newSecret } = await import('../secret/keys.ts');
  return [
    'where the environments have a GPU_LEASE_SECRET already, keep it: another one opens neither the boxes nor the records of the old',
    `else store this one as GPU_LEASE_SECRET in each of them; it is made new at every call and kept nowhere: ${newSecret()}`,
  ];
}
