import type { Page } from '@playwright/test'
import { expect, test, visit } from './fixtures.ts'

/** @returns names of the font files that the page has requested so far */
function recordFonts(page: Page): string[] {
  const fonts: string[] = []
  page.on('request', request => {
    const [name] = /[a-z-]+(?=-[\w-]{8}\.woff2$)/.exec(request.url()) ?? []
    if (name) fonts.push(name)
  })
  return fonts
}
const cutFonts = ['instrument-sans', 'newsreader-display', 'newsreader-text']

test('a page set in the letters of the site’s own words fetches the cut fonts alone', async ({ visitor }) => {
  const page = await visitor()
  const fonts = recordFonts(page)
  await page.route('/about', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</body>', '<p>Łukasz</p></body>') })
  })
  for (const path of ['/', '/faq', '/documents', '/contact']) {
    fonts.splice(0)
    await visit(page, path)
    await page.evaluate(() => document.fonts.ready)
    expect(
      [...new Set(fonts)].filter(name => !cutFonts.includes(name)),
      path,
    ).toEqual([])
  }
  await visit(page, '/about')
  await expect
    .poll(() => fonts.filter(name => !cutFonts.includes(name)))
    .toEqual(['instrument-sans-latin-ext-wght-normal'])
})

test('a name with letters that the site itself does not use is set in the same type, fetched only then', async ({
  visitor,
}) => {
  const page = await visitor()
  const fonts = recordFonts(page)
  await visit(page, '/contact')
  await page.evaluate(() => document.fonts.ready)
  expect(fonts.sort()).toEqual(cutFonts)
  await page.getByLabel('Name').fill('Łucja')
  await expect.poll(() => fonts.slice(3)).toEqual(['instrument-sans-latin-ext-wght-normal'])
})
