import { existsSync } from 'node:fs'

/** Builds the pages if what they are made from has changed. */
export async function ensureBuilt(): Promise<void> {
  // Plain JavaScript without types: it also works before anything is installed.
  const scripts = await import(new URL('../../scripts/build.mjs', import.meta.url).href)
  await scripts.ensureBuilt()
}

/** Builds them if they have never been built. What is there is taken as it is: others may be using it just now. */
export async function ensureSomeBuild(): Promise<void> {
  if (!existsSync(new URL('../../build/server/index.js', import.meta.url))) await ensureBuilt()
}
