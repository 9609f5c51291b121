import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertConsent, insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { shownTexts } from '../../../tests/helpers/shown-texts.ts'

/** Its second page is turned and cropped: 500 by 400 points as shown. */
async function turnedAgreement(): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER' })
  pdf.text('Note purchase agreement').addPage().text('The second page')
  Object.assign(pdf.page.dictionary.data, { Rotate: 90, CropBox: [50, 100, 450, 600] })
  pdf.end()
  return buffer(pdf)
}

/** @returns a box on the screen in points of the page, which is 500 wide */
async function pointsOf(box: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const canvas = box.page().locator('canvas[data-drawn="2"]')
  const [inner, outer] = [await box.boundingBox(), await canvas.boundingBox()]
  if (!inner || !outer) throw new Error('The box isn’t shown.')
  const scale = 500 / outer.width
  const { x, y, width, height } = inner
  return { x: (x - outer.x) * scale, y: (y - outer.y) * scale, width: width * scale, height: height * scale }
}

function placed<Text>(found: Text | undefined): Text {
  if (!found) throw new Error('It isn’t on the page.')
  return found
}

async function addField(page: Page, what: string): Promise<Locator> {
  const form = page.locator('form').filter({ has: page.getByLabel('Left, in inches') })
  const start = form.getByRole('button', { name: 'New field' })
  if (await start.isVisible()) await start.click()
  await form.getByLabel('What').selectOption({ label: what })
  await form.getByRole('button', { name: 'Add field' }).click()
  const box = page.getByRole('group', { name: 'Page 2' }).getByRole('button', { name: `${what} of` })
  await expect(box).toBeFocused()
  return box
}

test('the office places one field by dragging and one by keyboard, and the signature lands there in the sealed PDF', async ({
  site,
  investor,
  administrator,
}) => {
  const person = await investor(later)
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  await insertConsent(query, person)
  const holder = await insertHolder(query, [person], { name: `Placed ${person.id.slice(0, 8)}` })
  const { page } = await administrator({ at: `/profile/admin/envelopes/new?for=${holder}` })
  await page.getByLabel('Title').fill('Turned agreement')
  await page
    .getByLabel('PDF', { exact: true })
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: await turnedAgreement() })
  await page.getByRole('button', { name: 'Prepare envelope' }).click()
  await expect(page.locator('canvas[data-drawn="2"]')).toBeVisible()

  // By dragging: first the box, then its corner, past the page's edge.
  const signature = await addField(page, 'Signature')
  const before = await signature.boundingBox()
  await signature.hover()
  await page.mouse.down()
  await page.mouse.move((before?.x ?? 0) + 100, (before?.y ?? 0) - 60, { steps: 4 })
  await page.mouse.up()
  const moved = await signature.boundingBox()
  expect((moved?.y ?? 0) < (before?.y ?? 0)).toBe(true)
  const [right, bottom] = [(moved?.x ?? 0) + (moved?.width ?? 0), (moved?.y ?? 0) + (moved?.height ?? 0)]
  await page.mouse.move(right, bottom)
  await page.mouse.down()
  await page.mouse.move(right + 2000, bottom + 10, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText('Every change is saved.')).toBeVisible()
  const drawn = await pointsOf(signature)
  expect(drawn.x + drawn.width).toBeCloseTo(500, 0)

  // By keyboard.
  const day = await addField(page, 'Day')
  const start = await pointsOf(day)
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'Shift+ArrowLeft']) await page.keyboard.press(key)
  await expect(page.getByText('Every change is saved.')).toBeVisible()
  const byKeys = await pointsOf(day)
  expect(byKeys.y).toBeCloseTo(start.y - 2, 1)
  expect(byKeys.x).toBeCloseTo(start.x + 1, 1)
  expect(byKeys.width).toBeCloseTo(start.width - 1, 1)
  const name = await addField(page, 'Name')
  await page.keyboard.press('Delete')
  await expect(name).toHaveCount(0)
  await expectNoAxeViolationsInLightAndDark(page)

  await page.getByRole('button', { name: 'Send for signature' }).click()
  await expect(page.getByText('Being signed')).toBeVisible()
  await visit(person.page, '/profile/signing')
  await person.page.getByRole('link', { name: 'Read and sign Turned agreement' }).click()
  const desk = person.page.getByRole('group', { name: /Turned agreement/ })
  for (const n of [1, 2, 3]) await desk.getByRole('region', { name: `Page ${n}` }).scrollIntoViewIfNeeded()
  await person.page.getByLabel('Type your name').fill('Iris Vestor')
  await person.page.getByRole('button', { name: 'I sign this document' }).click()
  await expect(person.page.getByText('Thank you, you’ve signed.')).toBeVisible()
  await visit(page, page.url())
  await page.getByLabel('Type your name').fill('Ada Ministrator')
  await page.getByRole('button', { name: 'I sign for the fund' }).click()
  const copy = page.getByRole('link', { name: 'Open the sealed document' })
  await expect(async () => {
    await visit(page, page.url())
    await expect(copy).toBeVisible({ timeout: 1000 })
  }).toPass()
  const id = new URL((await copy.getAttribute('href')) ?? '', page.url()).searchParams.get('document')
  const sealed = await page.request.get(`/files/${id}`)
  const { texts } = await shownTexts(new Uint8Array(await sealed.body()), 2)
  const written = placed(texts.find(({ text }) => text === 'Iris Vestor'))
  expect(written.isUpright).toBe(true)
  expect(written.x).toBeCloseTo(drawn.x, 0)
  expect(written.y).toBeGreaterThan(drawn.y)
  expect(written.y).toBeLessThan(drawn.y + drawn.height)
  const dated = placed(texts.find(({ text }) => /20\d\d/.test(text)))
  expect(dated.x).toBeCloseTo(byKeys.x, 0)
})
