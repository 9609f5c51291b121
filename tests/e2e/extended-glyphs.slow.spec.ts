import type { Page } from '@playwright/test'
import { expect, test, visit } from './fixtures.ts'

/** @returns names of the font files that the page has requested so far */
function recordFonts(page: Page): string[] {
  const fonts: string[] = []
  page.on('request', request => {
    const [name] = /[a-z-]+(?=-[\w-]{6}\.woff2$)/.exec(request.url()) ?? []
    if (name) fonts.push(name)
  })
  return fonts
}
const subsetFonts = ['display', 'display-small', 'text']

test('a page that uses only the characters of the site’s own texts loads only the subset fonts', async ({
  visitor,
}) => {
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
      [...new Set(fonts)].filter(name => !subsetFonts.includes(name)),
      path,
    ).toEqual([])
  }
  await visit(page, '/about')
  await expect
    .poll(() => fonts.filter(name => !subsetFonts.includes(name)))
    .toEqual(['instrument-sans-latin-ext-wght-normal'])
})

test('a name with other characters is set in the same typeface, which loads only then', async ({ visitor }) => {
  const page = await visitor()
  const fonts = recordFonts(page)
  await visit(page, '/contact')
  await page.evaluate(() => document.fonts.ready)
  expect(fonts.sort()).toEqual(subsetFonts)
  await page.getByLabel('Name').fill('Łucja')
  await expect.poll(() => fonts.slice(3)).toEqual(['instrument-sans-latin-ext-wght-normal'])
})
