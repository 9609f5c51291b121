import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolationsInLightAndDark, pauseClock, test, visit } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

/** The calculator on /investor-info, as a prospective investor uses it (specification sections 2, 4, 5 and 9). */

const figure = (page: Page, name: string) => page.locator(`dl div:has(dt:text-is("${name}")) dd`).first()
const amount = (page: Page) => page.getByLabel('Exact amount')
const copy = (page: Page) => page.getByRole('button', { name: 'Copy link' })

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

slow('picking a preset sets the exact amount to it', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/investor-info')
  for (const [preset, from, to, month] of [
    ['$200K - $349K', 200_000, 349_999, '$2,000'],
    ['$350K - $499K', 350_000, 499_999, '$3,791.67'],
    ['$500K - $999K', 500_000, 999_999, '$5,833.33'],
    ['$1M+', 1_000_000, 10_000_000, '$12,500'],
  ] as const) {
    await page.getByRole('radio', { name: preset }).click()
    await expect(amount(page)).toHaveValue(dollars(from))
    await expect(amount(page)).toHaveAttribute('aria-valuemin', String(from))
    await expect(amount(page)).toHaveAttribute('aria-valuemax', String(to))
    await expect(amount(page)).toHaveAttribute('placeholder', `Min: ${dollars(from)}`)
    await expect(figure(page, 'Per month')).toHaveText(month)
  }
})

test('an amount is taken in any usual notation, and one outside its tier is never changed silently', async ({
  visitor,
}) => {
  const page = await visitor()
  await visit(page, '/investor-info?amount=350000')
  const radio = (name: string) => page.getByRole('radio', { name })
  for (const text of ['430k', '$430,000', '0.43m']) {
    await amount(page).fill(text)
    await expect(figure(page, 'Per year')).toHaveText('$55,900')
  }
  await amount(page).blur()
  await expect(amount(page)).toHaveValue('$430,000')

  // Above the tier: limited to its maximum while it is typed, with the way to what was typed.
  await amount(page).fill('600000')
  await expect(radio('$350K - $499K')).toBeChecked()
  await expect(page.getByText('$600,000 is above the $350K - $499K tier')).toBeVisible()
  await expect(amount(page)).toHaveAttribute('aria-valuenow', '499999')
  await page.getByRole('button', { name: 'Use $600,000 at 14%' }).click()
  await expect(amount(page)).toHaveValue('$600,000')
  await expect(radio('$500K - $999K')).toBeChecked()

  // Below it: reset, with the way to what was typed.
  await radio('$1M+').click()
  await amount(page).fill('430k')
  await amount(page).press('Enter')
  await expect(amount(page)).toHaveValue('$1,000,000')
  await expect(page.getByText('$430,000 is below the $1M+ tier')).toBeVisible()
  await page.getByRole('button', { name: 'Use $430,000 at 13%' }).click()
  await expect(amount(page)).toHaveValue('$430,000')
  await expect(figure(page, 'Per year')).toHaveText('$55,900')
  await expect(page.getByText('is below the')).toHaveCount(0)

  // A pause counts like leaving the field, so that the answer needs no second press on a phone.
  await amount(page).fill('300000')
  await expect(page.getByRole('button', { name: 'Use $300,000 at 12%' })).toBeVisible()
  await expect(amount(page)).toHaveValue('300000')
  await amount(page).fill('a lot')
  await amount(page).blur()
  await expect(page.getByText('Enter dollars, such as 430k, $430,000 or 0.43m.')).toBeVisible()
  await amount(page).fill('')
  await amount(page).blur()
  await expect(amount(page)).toHaveValue('$350,000')
})

slow(
  'on a phone a typed amount below the tier’s minimum leads back to its own tier in one press',
  async ({ visitor }) => {
    const page = await visitor({ viewport: { width: 390, height: 664 } })
    await visit(page, '/investor-info')
    const brass = await page
      .getByRole('link', { name: 'Book a call about this note' })
      .evaluate(link => getComputedStyle(link).backgroundColor)
    await amount(page).fill('275000')
    // The specification resets it; what happened, and the way back, are the most visible thing there.
    await expect(amount(page)).toHaveAttribute('aria-valuenow', '1000000')
    const back = page.getByRole('button', { name: 'Use $275,000 at 12%' })
    for (const told of [page.getByText('$275,000 is below the $1M+ tier'), back])
      await expect(told).toBeInViewport({ ratio: 1 })
    await expect(back).toHaveCSS('background-color', brass)
    await expect(page.getByRole('link', { name: 'Book a call about this note' })).not.toHaveCSS(
      'background-color',
      brass,
    )
    await back.click()
    await expect(page.getByRole('radio', { name: '$200K - $349K' })).toBeChecked()
    await expect(amount(page)).toHaveValue('$275,000')
    await expect(figure(page, 'Per year')).toHaveText('$33,000')
  },
)

slow('it ends in a call about the note, whose page and form carry the figures', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/investor-info?amount=430000&term=2&paid=monthly')
  await page.getByRole('link', { name: 'Book a call about this note' }).click()
  await expect(page).toHaveURL('/phone-call-booking?amount=430000&term=2&paid=monthly')
  const note = 'a note of $430,000 for two years at 13% a year'
  await expect(page.getByText(`About ${note}, which pays $4,658.33 each month.`)).toBeVisible()
  await expect(page.getByLabel('What would you like to talk about?')).toHaveValue(new RegExp(note.replace('$', '\\$')))
  await page.getByRole('link', { name: 'Change the figures' }).click()
  await expect(amount(page)).toHaveValue('$430,000')
})

slow('on a phone the answer stays in sight beside every input', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 664 } })
  await visit(page, '/investor-info')
  const answer = page.locator('#calculator p[aria-hidden]').filter({ hasText: 'each' }).first()
  for (const input of [
    amount(page),
    page.getByRole('radio', { name: '$1M+' }),
    page.getByRole('radio', { name: 'Annually' }),
  ]) {
    await input.evaluate(element => element.scrollIntoView({ block: 'center' }))
    await expect(input).toBeInViewport()
    await expect(answer).toBeInViewport({ ratio: 1 })
  }
  await amount(page).fill('2m')
  await expect(answer).toContainText('$25,000')
})

slow(
  'the inputs are in the URL without adding history entries, and the copied link restores them',
  async ({ visitor }) => {
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    await visit(page, '/')
    await visit(page, '/investor-info')
    await page.getByRole('radio', { name: '$500K - $999K' }).click()
    await amount(page).fill('600000')
    await page.getByRole('radio', { name: '1 year' }).click()
    await page.getByRole('radio', { name: 'Quarterly' }).click()
    await expect(page).toHaveURL('/investor-info?amount=600000&term=1&paid=quarterly')

    await copy(page).click()
    await expect(page.getByText('Copied')).toBeVisible()
    await expect(page.getByText('Copied')).toBeHidden()
    const link = await page.evaluate(() => navigator.clipboard.readText())

    const recipient = await visitor()
    await visit(recipient, link)
    await expect(recipient.getByRole('radio', { name: '1 year' })).toBeChecked()
    await expect(recipient.getByRole('radio', { name: '$500K - $999K' })).toBeChecked()
    await expect(recipient.getByRole('radio', { name: 'Quarterly' })).toBeChecked()
    await expect(amount(recipient)).toHaveValue('$600,000')
    await expect(figure(recipient, 'Over one year')).toHaveText('$78,000')
    await expect(copy(recipient)).toBeInViewport()

    await page.goBack()
    await expect(page).toHaveURL('/')
    await page.goForward()
    await expect(amount(page)).toHaveValue('$600,000')
  },
)

test('it works by keyboard alone, and announces the result politely', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/investor-info')
  const announcement = page.getByRole('status').filter({ hasText: 'On a note of' })
  await page.locator('html[data-ready]').waitFor()
  await page.getByRole('radio', { name: '$1M+' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: '$500K - $999K' })).toBeChecked()
  await page.keyboard.press('Shift+Tab')
  await expect(amount(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(amount(page)).toHaveValue('$501,000')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '1 year' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Quarterly' })).toBeChecked()
  await expect(announcement).toHaveText(
    'On a note of $501,000 for one year at 13% a year, the fund pays $16,282.50 each quarter and returns the $501,000 with ' +
      'the last payment.',
  )
})

slow('figures count to their new value, or change at once with reduced motion', async ({ visitor }) => {
  const values = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await visitor({ reducedMotion })
    await visit(page, '/investor-info')
    await expect(figure(page, 'Total, including principal')).toHaveText('$1,300,000')
    // Records every text of the figure between the choice and the final value.
    await figure(page, 'Total, including principal').evaluate(element => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(element.textContent ?? '')).observe(element, {
        characterData: true,
        subtree: true,
        childList: true,
      })
    })
    // Frames come as the story says, however busy the machine is.
    await page.clock.install()
    await pauseClock(page)
    await page.getByRole('radio', { name: '1 year' }).click()
    for (let frame = 0; frame < 10; frame++) await page.clock.runFor(50)
    await page.clock.runFor(2000)
    await expect(figure(page, 'Total, including principal')).toHaveText('$1,140,000')
    return page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  }
  expect((await values('no-preference')).length).toBeGreaterThan(2)
  expect(await values('reduce')).toEqual(['$1,140,000'])
})

slow('axe finds nothing, with everything open', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/investor-info?amount=250001')
  await page.getByText('Show as a table').click()
  await expectNoAxeViolationsInLightAndDark(page)
})

slow('it fits 320 pixels, including amounts with cents and the table, in a readable text size', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 320, height: 640 } })
  await visit(page, '/investor-info?amount=9999999&paid=annually')
  await page.getByText('Show as a table').click()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  const smallest = await page.locator('#calculator').evaluate(calculator => {
    const sizes = [...calculator.querySelectorAll('p, span, b, dt, dd, th, td, label, figcaption, summary')]
    return Math.min(...sizes.map(element => Number.parseFloat(getComputedStyle(element).fontSize)))
  })
  expect(smallest).toBeGreaterThanOrEqual(14)
})

test('a rate of half or quarter points stays on one line with its percent sign, within its column', async ({
  visitor,
}) => {
  const page = await visitor()
  await visit(page, '/investor-info')
  const rate = figure(page, 'Fixed rate')
  // The sample's rates are whole.
  await rate.evaluate(each => each.classList.add('results-long'))
  for (const words of ['12.5%', '10.25%']) {
    await rate.evaluate((each, text) => each.replaceChildren(text), words)
    for (const width of [320, 390, 700, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const { lines, room } = await rate.evaluate(each => {
        const range = document.createRange()
        range.selectNodeContents(each)
        const [words, box] = [range.getBoundingClientRect(), each.getBoundingClientRect()]
        return { lines: range.getClientRects().length, room: box.right - words.right }
      })
      expect(lines, `${words} at ${width}`).toBe(1)
      expect(room, `${words} at ${width}`).toBeGreaterThanOrEqual(0)
    }
  }
})
