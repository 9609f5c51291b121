// How the bundled server is run, by `npm start`, tests and benchmarks alike.

import { join } from 'node:path'
import { root } from './task.mjs'

/** Arguments for Node 24, before those of the site itself. Paths are relative to the project. */
export const siteProgram = [
  // Objects that live as long as a request: 24 MB hold those of many. V8 would let them grow to 134 MB and keep that.
  '--max-semi-space-size=8',
  // V8 lets a heap grow by the measure of what it may take, of a large machine 4 GB, and keeps that: after heavy use the
  // site took 300 to 346 MB, and takes 207 to 217 so, at the same rate. No operation needs as much.
  '--max-old-space-size=768',
  'build/site/main.js',
]

/** Environment variables for it. */
export const siteEnvironment = {
  // What V8 has compiled once needn't be compiled at every start. Where this can't be written, it is.
  NODE_COMPILE_CACHE: join(root, 'build/.compile-cache'),
  // glibc keeps freed memory for each thread that has used some: of two areas instead of sixteen.
  MALLOC_ARENA_MAX: '2',
}
