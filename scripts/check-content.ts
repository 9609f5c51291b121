// Checks content/ for mistakes before they reach a page. Part of `npm run check` and of a build. Of another fund it also
// lists what is still the sample's.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slipIn, slipOf } from './content-slips.ts'
import { keepSample, leftoversIn, sampleSignatures } from './leftovers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const names = globSync('content/**/*.ts', { cwd: root }).map(file => file.replaceAll('\\', '/'))
const files = Object.fromEntries(names.toSorted().map(name => [name, read(name)]))

const faults = await findFaults()
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

/** @returns what is wrong, as sentences: first how the files are written, then what they say */
async function findFaults(): Promise<string[]> {
  const slips = Object.entries(files).flatMap(([file, code]) => slipIn(file, code) ?? [])
  if (slips.length > 0) return slips
  try {
    const [check, { sampleFund }, { content }] = await Promise.all([
      import('../content/check.ts'),
      import('../content/check-leaders.ts'),
      import('./content.ts'),
    ])
    if (content.fund.name === sampleFund) keepSample(files)
    else tellLeftovers(content.fund.name)
    return check.faultsIn(content)
  } catch (error) {
    return [slipOf(error as Error, read)]
  }
}

function tellLeftovers(name: string): void {
  const signatures = sampleSignatures.map(path => `public${path}`).filter(path => existsSync(join(root, path)))
  const left = [
    ...leftoversIn(files),
    ...signatures.map(
      path => `${path} is the signature of one of the sample’s people, and the site serves it. Delete it.`,
    ),
  ]
  if (left.length === 0) return
  console.log(`${name} still has texts of the sample fund. They may be right for you; read each before you publish it.`)
  for (const sentence of left) console.log(`  ${sentence}`)
}
