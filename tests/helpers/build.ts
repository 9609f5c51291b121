import { existsSync } from 'node:fs'

/** Builds the pages if their sources have changed. */
export async function ensureBuilt(): Promise<void> {
  // Plain JavaScript without types, because it also has to work before anything is installed.
  const scripts = await import(new URL('../../scripts/build.mjs', import.meta.url).href)
  await scripts.ensureBuilt()
}

/** Builds the pages if they have never been built. An existing build is used as it is: other tests may be using it. */
export async function ensureSomeBuild(): Promise<void> {
  if (!existsSync(new URL('../../build/server/index.js', import.meta.url))) await ensureBuilt()
}
