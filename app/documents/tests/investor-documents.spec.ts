import { expect, test, visit } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

test('documents start with the deck; the toggle changes the query without adding history entries', async ({
  visitor,
}) => {
  const page = await visitor()
  await visit(page, '/faq')
  await visit(page, '/documents')
  await expect(page.getByRole('link', { name: /^Open page 13 of 13/ })).toBeVisible()
  await page.getByRole('link', { name: 'Executive Summary', exact: true }).click()
  await expect(page).toHaveURL('/documents?view=onepager')
  await expect(page.getByRole('main').locator('ol img')).toHaveCount(1)
  await page.getByRole('link', { name: 'Interactive Pitch Deck', exact: true }).click()
  await expect(page).toHaveURL('/documents?view=deck')
  await expect(page.getByRole('main').locator('ol img')).toHaveCount(13)
  await page.goBack()
  await expect(page).toHaveURL('/faq')
})

test('each page about documents says what the others have, and leads to them', async ({ visitor }) => {
  const page = await visitor()
  const pages = page.getByRole('navigation', { name: 'Which documents are where' })
  await visit(page, '/documents')
  for (const [name, path] of [
    ['The deck alone', '/pitch-deck'],
    ['Documents on request', '/investor-portal'],
    ['Deck and summary', '/documents'],
  ] as const) {
    await pages.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(pages.locator('[aria-current]')).toHaveText(name)
  }
  await pages.getByRole('link', { name: 'Your own documents' }).click()
  await expect(page).toHaveURL(/^[^?]*\/login/)
})

slow('the executive summary is one picture that opens over the whole window', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/documents?view=onepager')
  const opener = page.getByRole('link', { name: 'Open Executive Summary' })
  await opener.click()
  const overlay = page.getByRole('dialog', { name: 'Executive Summary' })
  await expect(overlay.getByRole('img')).toBeVisible()
  await expect(overlay.getByRole('button', { name: 'Vertical view' })).toHaveCount(0)
  await overlay.getByRole('button', { name: 'Close' }).click()
  await expect(overlay).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL('/documents?view=onepager')
})

slow('documents name their three sources, who may invest, and the next steps', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/documents')
  const sources = page.getByRole('group').filter({ hasText: 'Research sources' })
  await expect(sources.getByRole('link').first()).toBeHidden()
  await page.getByText('Research sources', { exact: true }).click()
  await expect(sources.getByRole('link')).toHaveCount(3)
  for (const link of await sources.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
  }
  await expect(page.getByRole('main').getByText('For accredited investors only.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Schedule Consultation' }).click()
  await expect(page).toHaveURL('/contact')
  expect(await page.evaluate(() => history.state.usr)).toEqual({ consultation: true })
  await page.goBack()
  await page.getByRole('link', { name: 'Investment Information' }).click()
  await expect(page).toHaveURL('/investor-info')
})

slow('/docs leads to the documents, by address and by link', async ({ visitor }) => {
  const page = await visitor()
  const answer = await page.request.get('/docs', { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(answer.headers().location).toBe('/documents')
  await visit(page, '/')
  await page.getByRole('main').getByRole('link', { name: 'Learn More' }).first().click()
  await expect(page).toHaveURL('/documents')
  await expect(page.getByRole('heading', { level: 1, name: 'Investor documents' })).toBeVisible()
})

test.describe('without scripts', () => {
  slow('both documents can be read, and a page opens as a picture', async ({ visitor }) => {
    const page = await visitor({ javaScriptEnabled: false })
    await visit(page, '/documents')
    await page.getByRole('link', { name: /^Open page 2 of 13/ }).click()
    await expect(page).toHaveURL(/\/media\/deck\/02-\d+\.webp/)
    await visit(page, '/documents?view=onepager')
    await expect(page.getByRole('link', { name: 'Open Executive Summary' })).toBeVisible()
  })
})
