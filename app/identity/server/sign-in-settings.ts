import type { Config } from '../../../server/platform/config.ts'

let settings: Config | undefined

/** Prepares sign-in. The database must be connected and the auth secret loaded. */
export function openSignIn(config: Config): void {
  settings = config
}

export function closeSignIn(): void {
  settings = undefined
}

/**
 * @returns the settings that sign-in was opened with
 * @throws Error before `openSignIn`
 */
export function signInSettings(): Config {
  if (!settings) throw new Error('sign-in has not been started')
  return settings
}
