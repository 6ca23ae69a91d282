/** Whether this is a step of GitHub Actions. */
export const inWorkflow = ({ env }: { env: NodeJS.ProcessEnv }): boolean => env['GITHUB_ACTIONS'] === 'true';
