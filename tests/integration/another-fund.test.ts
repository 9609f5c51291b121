import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, copyProject } from '../helpers/copy.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** A site for a fund of another name, from other files in content/ and nothing else (tests/fixtures/fund-two). */

const project = fileURLToPath(new URL('../..', import.meta.url))
const fixture = join(project, 'tests/fixtures/fund-two/content')
const pages = [
  '/',
  '/overview',
  '/about',
  '/faq',
  '/investor-info',
  '/investor-portal',
  '/terms',
  '/privacy',
  '/contact',
  '/pitch-deck',
  '/documents',
  '/documents?view=onepager',
]

let copy: Copy | undefined
let site: TestServer | undefined
/** What the check said before the pictures were the fund's own. */
let complaints = ''

beforeAll(async () => {
  copy = await copyProject()
  const { folder, node } = copy
  for (const name of await readdir(fixture)) {
    if (!name.endsWith('types.ts')) await cp(join(fixture, name), join(folder, 'content', name))
  }
  complaints = await node('scripts/check-content.ts').then(
    () => '',
    error => error.stderr,
  )
  // As docs/make-it-yours.md says: its own PDF for the deck, and the rest drawn anew.
  await node('scripts/media/deck-from-pdf.ts', join(project, 'tests/fixtures/files/deck.pdf'))
  await node('scripts/media/main.ts', 'summary', 'og', 'plate')
  await node('scripts/check-content.ts')
  await copy.build()
  site = await startServer({}, { folder })
}, 240_000)

afterAll(async () => {
  await site?.dispose()
  await copy?.[Symbol.asyncDispose]()
})

/** What a page shows: its HTML with the parts of sentences that React keeps apart joined. */
async function shown(path: string): Promise<{ status: number; html: string; policy: string }> {
  const answer = await fetch(`${site?.url}${path}`)
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  return { status: answer.status, html, policy: answer.headers.get('content-security-policy') ?? '' }
}

test('with the sample’s pictures it is not built, and told what to run', () => {
  expect(complaints.trim().split('\n')).toEqual([
    expect.stringMatching(/^content\/pictures\/deck.json: made is out of date: .* Run npm run media -- deck\.$/),
    expect.stringMatching(/^content\/pictures\/summary.json: made is out of date: .* Run npm run media -- summary\.$/),
    expect.stringMatching(/^content\/pictures\/og.json: made is out of date: .* Run npm run media -- og\.$/),
    expect.stringMatching(/^content\/pictures\/plate.json: made is out of date: .* Run npm run media -- plate\.$/),
  ])
})

test('the plate behind its headline is lettered with its name, the sign in it as a picture may hold it', async () => {
  const plate = await readFile(join(copy?.folder ?? '', 'app/site/plate/outer.svg'), 'utf8')
  expect(plate).toContain('HARBOUR ROW CREDIT &#38; TRUST')
  expect(plate).not.toContain('LARKSTONE')
})

test('the video, which is lettered with the sample’s name, is left out until it is redrawn', async () => {
  const asked = "import { film } from './content/film.ts'; process.stdout.write(JSON.stringify(film))"
  expect((await copy?.node('--input-type=module', '--eval', asked))?.stdout).toBe('null')
})

test.each(pages)('%s is the second fund’s, and keeps nothing of the sample', async path => {
  const { status, html } = await shown(path)
  expect(status).toBe(200)
  expect(html).toContain('Harbour Row')
  for (const left of [
    'Larkstone',
    'larkstone',
    '555-0142',
    '5125550142',
    'Texas',
    '$200,000',
    '$200K',
    '11-15',
    '11–15',
  ]) {
    expect(html, left).not.toContain(left)
  }
})

test('its tiers are in the table and in the calculator, which reckons with them', async () => {
  const { html } = await shown('/investor-info')
  for (const text of ['Class D', '$3M+', '8.75%', '10.25%', '4-6 Day Review Process']) expect(html).toContain(text)
  // Three million at 10.25% for two years.
  for (const text of ['$25,625', '$307,500', '$615,000', '$3,615,000']) expect(html).toContain(text)
  expect((await shown('/')).html).toContain('A second year adds 0.75 points in every tier.')
  expect((await shown('/investor-info?amount=100')).html).toContain('value="250000"')
})

test('its founder’s page stands where the fund says, with the fund’s calendar allowed there and nothing else', async () => {
  expect((await shown('/founder')).status).toBe(404)
  const { status, policy } = await shown('/senior-partner')
  expect(status).toBe(200)
  expect(policy).toContain('https://calendar.harbourrow.example')
  expect(policy.match(/https:\/\/(?!calendar\.harbourrow\.example)/g)).toBeNull()
})
