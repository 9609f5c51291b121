import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../helpers/server.ts'

/** A site for a fund of another name, from other files in content/ and nothing else (tests/fixtures/fund-two). */

const run = promisify(execFile)
const project = fileURLToPath(new URL('../..', import.meta.url))
const fixture = join(project, 'tests/fixtures/fund-two/content')
const parts = ['app', 'content', 'public', 'rules', 'scripts', 'server']
const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts']
/** Its pages, the deck's aside, whose pictures are made by `npm run media`. */
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
]

let folder: string
let site: TestServer | undefined

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'promissory-fund-two-')))
  for (const name of [...parts, ...files]) await cp(join(project, name), join(folder, name), { recursive: true })
  await symlink(await realpath(join(project, 'node_modules')), join(folder, 'node_modules'))
  for (const name of await readdir(fixture)) {
    if (!name.endsWith('types.ts')) await cp(join(fixture, name), join(folder, 'content', name))
  }
  await run(process.execPath, ['scripts/check-content.ts'], { cwd: folder })
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(process.execPath, ['node_modules/.bin/react-router', 'build'], { cwd: folder, env })
  site = await startServer({}, { folder })
}, 120_000)

afterAll(async () => {
  await site?.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** What a page shows: its HTML with the parts of sentences that React keeps apart joined. */
async function shown(path: string): Promise<{ status: number; html: string; policy: string }> {
  const answer = await fetch(`${site?.url}${path}`)
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  return { status: answer.status, html, policy: answer.headers.get('content-security-policy') ?? '' }
}

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
