import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyOfSecondFund } from '../helpers/project-copy.ts'

/** The check's messages before another fund's site is built; `another-fund.slow.test.ts` builds and reads it. */

test('with the sample’s pictures the site of another fund cannot be built, and the check says what to run', async () => {
  await using copy = await copyOfSecondFund()
  const complaints = await copy.node('scripts/check-content.ts').then(
    () => '',
    error => error.stderr,
  )
  expect(complaints.trim().split('\n')).toEqual([
    'content/logo.ts: logo is not on statements and letters yet. Run npm run media -- icons.',
    expect.stringMatching(/^content\/pictures\/deck.json: made is out of date: .* Run npm run media -- deck\.$/),
    expect.stringMatching(/^content\/pictures\/summary.json: made is out of date: .* Run npm run media -- summary\.$/),
    expect.stringMatching(/^content\/pictures\/og.json: made is out of date: .* Run npm run media -- og\.$/),
    expect.stringMatching(/^content\/pictures\/plate.json: made is out of date: .* Run npm run media -- plate\.$/),
  ])

  // The film shows the sample’s name: with the fund’s own plate it is gone until it is drawn again.
  await copy.node('scripts/media/main.ts', 'plate')
  const requested = "import { film } from './content/film.ts'; process.stdout.write(JSON.stringify(film))"
  expect((await copy.node('--input-type=module', '--eval', requested)).stdout).toBe('null')
  expect(await readdir(join(copy.folder, 'public/media/hero'))).toEqual([])
})

test('what develops the site, and what draws its pictures, tell a slip in words and nothing after it', async () => {
  await using copy = await copyOfSecondFund()
  const tiers = join(copy.folder, 'content/tiers.ts')
  const written = await readFile(tiers, 'utf8')
  await writeFile(tiers, written.replace(/oneYear: [\d.]+/, 'oneYear: 9,5'))
  const outputOf = (...args: string[]) => copy.node(...args).catch(error => error)
  const slip = /^content\/tiers\.ts, line \d+, oneYear: write a decimal with a point: 9\.5\.\n +\d+ \| .*\n/
  const developing = await outputOf('scripts/dev-server.ts', '--dev')
  expect(developing.code).toBe(1)
  expect(developing.stderr.replace(slip, '')).toBe('The site waits until that is mended and saved.\n')
  const drawing = await outputOf('scripts/run.mjs', 'scripts/media/main.ts', 'icons')
  expect(drawing.code).toBe(1)
  expect(drawing.stderr.replace(slip, '')).toBe('')
})
