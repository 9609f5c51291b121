import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Pages } from '../../server/request-context.ts'

/** Builds the pages and the server if their sources have changed. */
export async function ensureBuilt(): Promise<void> {
  // Plain JavaScript without types, because it also has to work before anything is installed.
  const scripts = await import(new URL('../../scripts/build.mjs', import.meta.url).href)
  await scripts.ensureBuilt()
}

/** Builds the site if it has never been built. An existing build is left alone: other tests may be using it. */
export async function ensureSomeBuild(): Promise<void> {
  const built = ['server/index.js', 'site/main.js'].map(file => new URL(`../../build/${file}`, import.meta.url))
  if (!built.every(file => existsSync(file))) await ensureBuilt()
}

export interface BuiltPages {
  pages: Pages
  clientFolder: string
}

/** Loads the built pages into this process, like `server/main.ts`. Vitest doesn't transform them. */
export async function builtPages(): Promise<BuiltPages> {
  await ensureSomeBuild()
  const build = createRequire(import.meta.url)('../../build/server/index.js')
  return {
    pages: build.entry.module.createPageHandler(build, 'production'),
    clientFolder: fileURLToPath(new URL('../../build/client', import.meta.url)),
  }
}
