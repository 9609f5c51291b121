import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { slowOf } from '../helpers/lane.ts'
import { modulesIn } from './built-scripts.ts'
import { uploadDocuments } from './document-list.ts'
import { expect, test, visit } from './fixtures.ts'

const slow = slowOf(test)

/** Bytes of scripts that an investor's documents page loads, gzipped. React, its router and the list of routes take about 120 KB. */
const scriptBudget = 145 * 1024
const office = /^app\/[\w-]+\/office\//

/** @returns URLs of the scripts that a page loads with an empty cache */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  page.on('request', request => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url())
  })
  await visit(page, path)
  // Scripts that load when the browser is idle are requested by now.
  await page.evaluate(() => new Promise(done => requestIdleCallback(done)))
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  return [...scripts]
}

test('an investor’s documents page loads no administrator code, and 145 KB of scripts at most', async ({
  investor,
}) => {
  const investorUser = await investor()
  await uploadDocuments(investorUser, { 'Letter.txt': 'words', 'Note.txt': 'more words' })
  const scripts = await scriptsOf(investorUser.page, '/profile')
  const modules = modulesIn(scripts)
  expect(modules).toContain('app/documents/investor/documents-page.tsx')
  expect(modules.filter(path => office.test(path))).toEqual([])
  // What reads PDFs is loaded with the first one.
  expect(scripts.filter(script => /reader|pdf/.test(script))).toEqual([])
  let bytes = 0
  for (const script of scripts)
    bytes += gzipSync(await (await investorUser.page.request.get(script)).body(), { level: 9 }).length
  expect(bytes).toBeLessThanOrEqual(scriptBudget)
})

slow('no page that an investor can open loads administrator code', async ({ investor }) => {
  const { page } = await investor()
  const scripts = await scriptsOf(page, '/profile')
  for (const path of ['/profile/notes', '/profile/messages', '/profile/delegates', '/profile/settings'])
    scripts.push(...(await scriptsOf(page, path)))
  const modules = modulesIn(scripts)
  expect(modules).toContain('app/settings/investor/route.tsx')
  expect(modules.filter(path => office.test(path))).toEqual([])
})

slow(
  'an administrator’s documents page includes the styles of administrator controls',
  async ({ administrator, visitor }) => {
    const { context } = await administrator()
    const { cookies } = await context.storageState()
    const noScriptPage = await visitor({ javaScriptEnabled: false })
    await noScriptPage.context().addCookies(cookies)
    await visit(noScriptPage, '/profile')
    const choice = noScriptPage.getByRole('region', { name: 'Account to manage' })
    await expect(choice).toHaveCSS('display', 'flex')
  },
)
