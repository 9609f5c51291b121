// Checks content/ for mistakes before they reach a page. Part of `npm run check` and of a build.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slipIn, slipOf } from './content-slips.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const faults = await findFaults()
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

/** @returns what is wrong, as sentences: first how the files are written, then what they say */
async function findFaults(): Promise<string[]> {
  const files = globSync('content/**/*.ts', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  const slips = files.toSorted().flatMap(file => slipIn(file, read(file)) ?? [])
  if (slips.length > 0) return slips
  try {
    const [{ faultsIn }, { content }] = await Promise.all([import('../content/check.ts'), import('./content.ts')])
    return faultsIn(content)
  } catch (error) {
    return [slipOf(error as Error, read)]
  }
}
