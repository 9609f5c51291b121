// The arguments and environment of the bundled server, for `npm start`, tests and benchmarks alike.

import { join } from 'node:path'
import { root } from './task.mjs'

/** Arguments for Node 24, before those of the site itself. Paths are relative to the project. */
export const siteProgram = [
  // For objects as short-lived as a request: 24 MB hold many. V8 would let them grow to 134 MB and never shrink.
  '--max-semi-space-size=8',
  // V8 sizes its heap by the limit, 4 GB on a large machine, and doesn't shrink it: after heavy use the site took 300
  // to 346 MB, and takes 207 to 217 this way, at the same rate. No operation needs as much.
  '--max-old-space-size=768',
  'build/site/main.js',
]

/** Environment variables for it. */
export const siteEnvironment = {
  // Saves V8 from compiling code at every start. If this folder isn't writable, it does.
  NODE_COMPILE_CACHE: join(root, 'build/.compile-cache'),
  // glibc retains freed memory in each arena: two arenas instead of sixteen.
  MALLOC_ARENA_MAX: '2',
}
