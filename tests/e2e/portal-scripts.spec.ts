import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { chunkModulesFile } from '../../scripts/vite-chunk-modules.ts'
import { give } from './document-list.ts'
import { expect, test, visit } from './fixtures.ts'

/** All scripts that an investor's documents load, gzipped. About 105 KB of them are React and its router. */
const scriptBudget = 130 * 1024
const administrators = /^app\/portal\/(admin|managing)\//

/** @returns addresses of the scripts that a page loads with an empty cache */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  page.on('request', request => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url())
  })
  await visit(page, path)
  // What waits for an idle moment has had one.
  await page.evaluate(() => new Promise(done => requestIdleCallback(done)))
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  return [...scripts]
}

/** @returns our own modules in some scripts */
function modulesIn(scripts: readonly string[]): string[] {
  const built: Record<string, string[]> = JSON.parse(readFileSync(chunkModulesFile, 'utf8'))
  return scripts.flatMap(script => built[new URL(script).pathname.slice(1)] ?? [])
}

test('an investor’s documents load no line of the administrators’ pages, and 130 KB of scripts at most', async ({
  investor,
}) => {
  const one = await investor()
  await give(one, { 'Letter.txt': 'words', 'Note.txt': 'more words' })
  const scripts = await scriptsOf(one.page, '/profile')
  const modules = modulesIn(scripts)
  expect(modules).toContain('app/portal/documents/documents-page.tsx')
  expect(modules.filter(path => administrators.test(path))).toEqual([])
  let bytes = 0
  for (const script of scripts)
    bytes += gzipSync(await (await one.page.request.get(script)).body(), { level: 9 }).length
  expect(bytes).toBeLessThanOrEqual(scriptBudget)
})

test('no page that an investor can reach loads a line of the administrators’ pages', async ({ investor }) => {
  const { page } = await investor()
  const scripts = await scriptsOf(page, '/profile')
  page.on('request', request => scripts.push(request.url()))
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  expect(modulesIn(scripts).filter(path => administrators.test(path))).toEqual([])
})

test('an administrator’s own documents arrive with the styles of what only administrators see', async ({
  administrator,
  visitor,
}) => {
  const { context } = await administrator()
  const { cookies } = await context.storageState()
  const still = await visitor({ javaScriptEnabled: false })
  await still.context().addCookies(cookies)
  await visit(still, '/profile')
  const choice = still.getByRole('region', { name: 'Managing a user’s documents' })
  await expect(choice).toHaveCSS('display', 'flex')
})
