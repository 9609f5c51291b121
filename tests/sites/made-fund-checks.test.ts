import { expect, test } from 'vitest'
import { isEverything, patience, someOf } from '../helpers/lane.ts'
import { madeFunds, makeFund, takePicturesAsDrawn } from '../helpers/made-funds.ts'

// Plain JavaScript without types.
const { readSources, testsReached } = await import(new URL('../../scripts/nearest-tests.mjs', import.meta.url).href)

/**
 * What a fund's people run after `npm run setup` passes for every fund that it can make. `npm test` checks the most awkward
 * one; `npm run test:all` draws the pictures of all of them, and runs the unit tests there, too: in the first all of them,
 * in the others those that import what a fund edits, as the rest has nothing else to see there.
 */
test.each(someOf(madeFunds.slice(0, 1), madeFunds))(
  'types, style, content and words of $name are in order',
  async fund => {
    await using copy = await makeFund(fund)
    if (isEverything) await copy.node('scripts/media/main.ts', 'deck', 'summary', 'plate', 'og', 'icons')
    else await takePicturesAsDrawn(copy)
    expect(await said(copy.node('scripts/test.mjs', 'check'))).toMatch(/^(?:(?!✗)[\s\S])*$/)
    // The film isn’t drawn, which takes long.
    const which = fund === madeFunds[0] ? ['tests/unit', '.unit.'] : unitTestsOfContent(copy.folder)
    const units = ['run', ...which, '-t', '^(?!.*hero film)']
    if (isEverything) expect(await said(copy.node('node_modules/.bin/vitest', ...units))).not.toMatch(/FAIL/)
  },
  8 * patience,
)

/** @returns the unit tests that import something of content/, also through others */
function unitTestsOfContent(folder: string): string[] {
  const sources = readSources(folder)
  const edited = Object.keys(sources).filter(path => path.startsWith('content/'))
  const reached: string[] = [...testsReached(sources, edited).keys()]
  return reached.filter(path => path.startsWith('tests/unit/') || path.includes('.unit.'))
}

/** @returns everything that a program says, which fails with the same where it doesn't end well */
async function said(running: Promise<{ stdout: string; stderr: string }>): Promise<string> {
  const { stdout, stderr } = await running.catch(error => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
  return stdout + stderr
}
