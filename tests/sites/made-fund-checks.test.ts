import { expect, test } from 'vitest'
import { isEverything, patience, someOf } from '../helpers/lane.ts'
import { madeFunds, makeFund, takePicturesAsDrawn } from '../helpers/made-funds.ts'

/**
 * What a fund's people run after `npm run setup` passes for every fund that it can make. `npm test` checks the most awkward
 * one; `npm run test:all` draws the pictures of all of them, and runs the unit tests there, too.
 */
test.each(someOf(madeFunds.slice(0, 1), madeFunds))(
  'types, style, content and words of $name are in order',
  async fund => {
    await using copy = await makeFund(fund)
    if (isEverything) await copy.node('scripts/media/main.ts', 'deck', 'summary', 'plate', 'og', 'icons')
    else await takePicturesAsDrawn(copy)
    expect(await said(copy.node('scripts/test.mjs', 'check'))).toMatch(/^(?:(?!✗)[\s\S])*$/)
    // The film isn’t drawn, which takes long.
    const units = ['run', 'tests/unit', '-t', '^(?!.*hero film)']
    if (isEverything) expect(await said(copy.node('node_modules/.bin/vitest', ...units))).not.toMatch(/FAIL/)
  },
  8 * patience,
)

/** @returns everything that a program says, which fails with the same where it doesn't end well */
async function said(running: Promise<{ stdout: string; stderr: string }>): Promise<string> {
  const { stdout, stderr } = await running.catch(error => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
  return stdout + stderr
}
