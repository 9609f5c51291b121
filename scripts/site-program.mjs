// How the bundled server is run, by `npm start`, tests and benchmarks alike.

import { join } from 'node:path'
import { root } from './setup.mjs'

/** Arguments for Node 24, before those of the site itself. Paths are relative to the project. */
export const siteProgram = ['build/site/main.js']

/** Environment variables for it. */
export const siteEnvironment = {
  // What V8 has compiled once needn't be compiled at every start. Where this can't be written, it is.
  NODE_COMPILE_CACHE: join(root, 'build/.compile-cache'),
}
