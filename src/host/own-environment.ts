/**
 * What this process was given, for the programs that it starts: each gets of it what it needs. What decides anything is handed down by
 * the entry points instead.
 */
export const ownEnvironment = (): NodeJS.ProcessEnv => process.env;
