import { expect, test, visit } from '../../../tests/e2e/fixtures.ts'

/** A window of 1280 by 720 at 200%: half as many CSS pixels, each twice as large. */
const zoomed = { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2, reducedMotion: 'reduce' } as const

test('at 200% the menu, questions, deck and calculator are usable', async ({ visitor }) => {
  const page = await visitor(zoomed)
  await visit(page, '/faq')
  await page.getByRole('button', { name: 'Menu' }).click()
  const signIn = page.getByRole('dialog').getByRole('link', { name: 'Sign In' })
  await signIn.scrollIntoViewIfNeeded()
  await expect(signIn).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  const question = page.locator('details').last()
  await question.locator('summary').click()
  await expect(question.locator('summary')).toBeInViewport()

  await visit(page, '/pitch-deck?page=7')
  const overlay = page.getByRole('dialog')
  for (const name of ['Close', 'Next page', 'Vertical view']) {
    await expect(overlay.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  const sheet = await overlay.locator('figure img').nth(6).boundingBox()
  expect(sheet?.height).toBeGreaterThan(200)

  await visit(page, '/investor-info')
  const amount = page.getByRole('radio', { name: '$500K - $999K' })
  await amount.check()
  await page.getByLabel(/exact amount/i).fill('600000')
  await page.keyboard.press('Tab')
  await expect(page.getByText('$84,000').first()).toBeVisible()
})
