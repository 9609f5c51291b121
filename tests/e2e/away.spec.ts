import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveProfileCommand } from '../../app/settings/settings.commands.ts'
import { browserMessages } from '../../rules/browser-messages.ts'
import { simplePdf } from '../helpers/pdf.ts'
import { openProxy, type Trouble } from '../helpers/proxy.ts'
import { chooseFiles, files, row, uploadDocuments } from './document-list.ts'
import { expect, test, visit } from './fixtures.ts'

/*
 * What a person sees while the site restarts behind a proxy, or a network wants a login first: what was there and what was typed
 * stays, and the page catches up.
 */

const notice = 'The site isn’t answering. We’ll keep trying, and what you’ve typed stays.'

test('a page outlives every answer that isn’t the site’s, and catches up', async ({ investor, site }) => {
  await using proxy = await openProxy(site.url)
  const { page } = await investor({ baseURL: proxy.url })
  const troubles: Trouble[] = [502, 503, 504, 'page', 'login', 404]
  for (const trouble of troubles) {
    await test.step(String(trouble), async () => {
      proxy.fail(trouble)
      // Scripts ask again because the stream of news has broken.
      await expect(page.getByText(notice)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
      proxy.restore()
      await expect(page.getByText(notice)).toBeHidden()
      await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible()
    })
  }
})

test('a form keeps what was typed while the site is away, and is sent once it is back', async ({ investor, site }) => {
  await using proxy = await openProxy(site.url)
  const { page } = await investor({ baseURL: proxy.url, at: '/profile/settings' })
  const details = page.locator('form').filter({ has: page.getByLabel('Full name') })
  await details.getByLabel('Full name').fill('Half Typed')
  for (const trouble of [502, 'page', 403, 'cut'] as const) {
    proxy.fail(trouble)
    const sent = () => proxy.refused.filter(request => request.startsWith('POST /profile/settings')).length
    const before = sent()
    await details.getByRole('button', { name: 'Save' }).click()
    // What the time before said may still stand there.
    await expect.poll(sent).toBeGreaterThan(before)
    await expect(page.getByText(browserMessages.NO_CONNECTION).first()).toBeVisible()
    await expect(details.getByLabel('Full name')).toHaveValue('Half Typed')
    proxy.restore()
    await expect(page.getByText(notice)).toBeHidden()
    await expect(details.getByLabel('Full name')).toHaveValue('Half Typed')
  }
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(saveProfileCommand.notice)).toBeVisible()
  await expect(page.getByText(browserMessages.NO_CONNECTION)).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Half Typed')
})

test('a press while the site is away leads where it was meant to, once it is back', async ({ investor, site }) => {
  await using proxy = await openProxy(site.url)
  const { page } = await investor({ baseURL: proxy.url })
  proxy.fail(502)
  await expect(page.getByText(notice)).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  // The settings' script can't be loaded either: the page that is there stays.
  await expect.poll(() => proxy.refused.filter(name => /^GET .assets.route/.test(name)).length).toBeGreaterThan(1)
  await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
  proxy.restore()
  await expect(page).toHaveURL(/\/profile\/settings/)
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  // And a page whose script is there.
  proxy.fail(502, /\.data/)
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { name: 'Temporarily unavailable' })).toBeVisible()
  proxy.restore()
  await expect(page.getByRole('tab', { name: 'Documents' })).toHaveAttribute('aria-selected', 'true')
})

test('a press whose script a newer release has replaced leads where it was meant to', async ({ investor }) => {
  const { page } = await investor()
  let missing = 0
  await page.route(/\/assets\/route-.*\.js$/, route => {
    missing++
    return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Gone' } })
  })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect.poll(() => missing).toBeGreaterThan(0)
  await expect(page).toHaveURL(/\/profile\/settings/)
  await page.unroute(/\/assets\/route-.*\.js$/)
})

for (const [step, trouble] of [
  ['POST .uploads', 502],
  ['PATCH', 'page'],
  ['PATCH', 504],
  ['(PATCH|HEAD) .uploads', 404],
] as const)
  test(`an upload whose ${step} isn’t answered by the site (${trouble}) says so, and resumes`, async ({
    investor,
    site,
  }) => {
    await using proxy = await openProxy(site.url)
    const { page } = await investor({ baseURL: proxy.url })
    proxy.fail(trouble, new RegExp(`^${step}`))
    await chooseFiles(page, { name: 'long.pdf', mimeType: 'application/pdf', buffer: simplePdf(['Long'], 300_000) })
    await expect(page.getByText('The site isn’t answering. The upload will resume by itself.')).toBeVisible()
    proxy.restore()
    await expect(row(page, 'long.pdf')).toBeVisible()
  })

test('a picture that is opened by its address shows, and a PDF without pages says so', async ({ investor }) => {
  const person = await investor()
  const { page } = person
  const empty = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  )
  await uploadDocuments(person, { 'photo.jpg': await readFile(join(files, 'photo.jpg')), 'empty.pdf': empty })
  await row(page, 'photo.jpg').getByRole('link', { name: 'View' }).click()
  const picture = page.getByRole('img', { name: 'photo.jpg' })
  await expect(picture).toHaveCSS('opacity', '1')
  // From the cache it has loaded before any script runs.
  for (let round = 0; round < 3; round++) {
    await visit(page, page.url())
    await expect(picture).toHaveCSS('opacity', '1')
  }
  await visit(page, '/profile')
  await row(page, 'empty.pdf').getByRole('link', { name: 'View' }).click()
  await expect(page.getByText('This PDF has no pages.')).toBeVisible()
})
