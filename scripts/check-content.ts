// Checks content/ for mistakes before they reach a page. Part of `npm run check` and of a build. For another fund it
// also lists remaining sample texts; with `--faults`, as in a build, it only reports faults.

import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countOf } from '../rules/number.ts'
import { withLine } from './content-lines.ts'
import { isForTypeCheck, slipIn, slipOf } from './content-slips.ts'
import { leftoversIn, listOf, missingTexts, sampleSignatures, saveSample } from './leftovers.ts'

/** Texts of a file that are printed; the list has all. */
const shown = 8
const list = '.cache/left-of-the-sample.txt'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const names = globSync('content/**/*.ts', { cwd: root }).map(file => file.replaceAll('\\', '/'))
const files = Object.fromEntries(names.toSorted().map(name => [name, read(name)]))

const slips = Object.entries(files).flatMap(([file, code]) => slipIn(file, code) ?? [])
const { unusable, faults } = slips.length > 0 ? { unusable: true, faults: slips } : await findFaults()
for (const fault of faults) console.error(withLine(fault, files))
// With 2, the readers of this file print nothing else (scripts/test.mjs, build.mjs, dev-server.ts, run.mjs).
process.exitCode = unusable ? 2 : faults.length > 0 ? 1 : 0

/**
 * @returns faults in the files as sentences, and whether they make all other readers fail, too, so that those should
 *   print nothing
 */
async function findFaults(): Promise<{ unusable: boolean; faults: string[] }> {
  try {
    const [check, { sampleFund }, { content }, { reviewedTexts }] = await Promise.all([
      import('../content/check.ts'),
      import('../content/check-leaders.ts'),
      import('./content.ts'),
      import('../content/reviewed-texts.ts'),
    ])
    if (content.fund.name === sampleFund) saveSample(files)
    else if (!process.argv.includes('--faults')) printLeftovers(content.fund.name, reviewedTexts)
    return { unusable: false, faults: check.faultsIn(content) }
  } catch (error) {
    const fault = slipOf(error as Error, read)
    // The type check runs in parallel, but not before a build.
    return { unusable: !isForTypeCheck(fault) || process.argv.includes('--faults'), faults: [fault] }
  }
}

function printLeftovers(name: string, kept: readonly string[]): void {
  const signatures = sampleSignatures.map(path => `public${path}`).filter(path => existsSync(join(root, path)))
  for (const path of signatures)
    console.log(`${path} is the signature of one of the sample’s people, and the site serves it. Delete it.`)
  for (const name of missingTexts(files, kept))
    console.log(
      `content/reviewed-texts.ts: '${name}' begins with no file of content/. Name one as the list below does, such as 'content/faq.ts'.`,
    )
  const left = leftoversIn(files, kept)
  rmSync(join(root, list), { force: true })
  if (left.length === 0) return
  const isLong = Object.values(Object.groupBy(left, ({ file }) => file)).some(all => (all?.length ?? 0) > shown)
  console.log(
    `${name} still has ${countOf(left.length, 'text', 'texts')} of the sample fund, the most important first. Change what isn’t true of yours; what you’ve read and keep, name in content/reviewed-texts.ts.`,
  )
  for (const line of listOf(left, shown)) console.log(`  ${line}`)
  if (!isLong) return
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(join(root, list), `${listOf(left).join('\n')}\n`)
  console.log(`All of them: ${list}`)
}
