import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { tabTo } from '../../../tests/e2e/keyboard-walk.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'
import { makeStale } from '../../../tests/e2e/signed-in-person.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { oracleNotes, oracleRows } from '../../../tests/helpers/note-oracle.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { scheduleOf } from '../../notes/schedule.ts'

const slow = slowOf(test)

const queryOf = (site: Site) => (text: string, values?: unknown[]) => asOwner(site, text, values)

test('an investor’s home says what comes next, what they hold and what is late, and leads to the whole of a note', async ({
  site,
  investor,
}) => {
  const person = await investor()
  const { page } = person
  await expect(page.getByRole('tab', { name: 'Notes' })).toHaveCount(0)
  const query = queryOf(site)
  const holder = await insertHolder(query, [person], { name: 'Marsh Family Trust', kind: 'revocable_trust' })
  const today = fundDay()
  const issueDate = addDays(addMonths(today, -4), 5)
  const terms = { issueDate, principalCents: 250_001_00n, rateBp: 1133, termMonths: 24, payout: 'monthly' } as const
  // Two of three payments are recorded.
  const { id, number } = await insertNote(query, holder, { ...terms, until: today, paid: [1, 3] })
  await visit(page, '/profile')
  const waits = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waits.getByRole('listitem').filter({ hasText: 'isn’t recorded as paid yet' })).toContainText(number)
  await expectNoAxeViolationsInLightAndDark(page)

  // The largest figure on the page is the next payment.
  const largest = await page.evaluate(() => {
    const sizes = [...document.querySelectorAll('main *')]
      .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim()))
      .map(element => ({ text: element.textContent, size: Number.parseFloat(getComputedStyle(element).fontSize) }))
    return sizes.toSorted((a, b) => b.size - a.size)[0]?.text
  })
  expect(largest).toBe('$2,360.43')

  await page.getByRole('link', { name: 'You hold $250,001 in 1 note' }).click()
  const figures = page.locator('dl')
  await expect(figures).toContainText('Invested$250,001')
  await expect(figures).toContainText('Interest paid to date$4,720.86')
  await expect(page.getByText('A payment is shown as paid once the fund has recorded it.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('link', { name: new RegExp(`note ${number}`) }).click()
  await expect(page.getByRole('heading', { name: '$250,001', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveTitle(new RegExp(`^${number} `))
  const schedule = page.getByRole('table', { name: 'Payments by pay date' })
  const lines = scheduleOf({ ...terms, dayCount: '30/360', convention: 'following' })
  await expect(schedule.getByRole('row')).toHaveCount(1 + lines.length)
  await expect(schedule.getByRole('row').nth(24)).toContainText('$2,360.34')
  await expect(schedule.getByRole('row').nth(24)).toContainText('$250,001')
  await expect(schedule.getByRole('row').nth(2)).toContainText('Late')
  const entries = page.getByText('6 entries, as the fund has recorded them')
  await expect(entries).toBeVisible()
  await expect(page.getByRole('table', { name: 'Ledger of this note' }).getByRole('row').nth(1)).toContainText(
    'Funds received',
  )
  await expectNoAxeViolationsInLightAndDark(page)

  // Each page says its own name, in its heading and in the browser's tab.
  for (const [path, name, title = name] of [
    ['/profile/notes', 'Notes'],
    ['/profile/messages', 'Messages'],
    ['/profile/messages/new', 'Messages', 'Write to'],
    ['/profile/settings', 'Settings'],
    ['/profile/accreditation', 'Accreditation'],
    ['/profile', 'Profile & Documents'],
  ]) {
    await visit(page, String(path))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(name))
    await expect(page).toHaveTitle(new RegExp(`^${title} `))
  }

  // No one else reaches it.
  const stranger = await investor({ at: `/profile/notes/${id}` })
  await expect(stranger.page.getByRole('heading', { name: '$250,001', exact: true })).toHaveCount(0)
  expect((await stranger.page.request.get(`/profile/notes/${id}`)).status()).toBe(404)
  expect((await stranger.page.request.get('/profile/notes')).status()).toBe(404)
})

test('close to maturity three presses choose a renewal with its figures in sight, and its receipt leads to its verification', async ({
  site,
  investor,
}) => {
  const person = await investor(later)
  const { page } = person
  const today = fundDay()
  const maturity = addDays(today, 40)
  const holder = await insertHolder(queryOf(site), [person], { name: 'Elena Marsh' })
  const terms = { principalCents: 250_000_00n, rateBp: 1150, termMonths: 24 } as const
  const { number } = await insertNote(queryOf(site), holder, {
    ...{ ...terms, issueDate: addMonths(maturity, -24), until: today, paid: Array.from({ length: 24 }, (_, n) => n) },
  })
  await visit(page, '/profile')
  const waits = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waits).toContainText('Choose what happens to $250,000')
  await waits.getByRole('link', { name: `Choose what happens to ${number}` }).click()

  // At the tier's rate, not at the note's own.
  const kept = { payout: 'monthly', dayCount: '30/360', convention: 'following' } as const
  const lines = scheduleOf({ ...terms, ...kept, rateBp: 1200, issueDate: maturity })
  const renew = page.getByLabel('Renew for two years')
  await expect(renew).toHaveAccessibleDescription(
    new RegExp(
      `^\\$2,500 each month 12% a year on \\$250,000, until ${formatDay(lines[23]?.due ?? '')}. First payment ${formatDay(lines[0]?.pay ?? '')}. Total interest \\$60,000. Principal repaid .*At \\$350,000 or more, the rate is 13%`,
    ),
  )
  await expect(page.getByLabel('Renew for one year instead')).toHaveAccessibleDescription(/^\$2,291.67 each month 11%/)
  await expect(page.getByRole('region', { name: 'Add to it' })).toContainText('With $100,000 more')
  await expectNoAxeViolationsInLightAndDark(page)
  // Anywhere on the card, which its label covers.
  await page.getByText('12% a year on $250,000').click({ force: true })
  await expect(renew).toBeChecked()
  await page.getByRole('button', { name: 'Record my choice' }).click()

  await expect(page.getByRole('heading', { name: 'Your choice is recorded' })).toBeFocused()
  await expect(page.getByText('You chose to renew $250,000.')).toBeVisible()
  const steps = page.getByRole('region', { name: 'What happens next' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.first()).toContainText('Pending')
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectNoAxeViolationsInLightAndDark(page)

  await visit(page, '/profile')
  await expect(waits).toContainText('To renew $250,000 of')
  await waits.getByRole('link', { name: `Confirm that you’re accredited, for ${number}` }).click()
  await expect(page.getByLabel('How much you invest')).toHaveValue('$250,000')
  await expect(page.getByLabel('For', { exact: true })).toHaveValue('renewal')
})

slow(
  'a note fills the screen to be shown, its amounts hidden with one press that the browser remembers, and so it prints',
  async ({ site, investor }) => {
    const person = await investor(later)
    const { page } = person
    const holder = await insertHolder(queryOf(site), [person], { name: 'Elena Marsh' })
    const today = fundDay()
    const { id, number } = await insertNote(queryOf(site), holder, {
      ...{ issueDate: addDays(addMonths(today, -3), -3), principalCents: 250_000_00n, rateBp: 1200, termMonths: 24 },
      ...{ until: today, paid: [1, 2, 3] },
    })
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page, `/profile/notes/${id}`)
    const opener = page.getByRole('button', { name: 'Show full screen' })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: `note ${number}` })
    await expect(sheet.getByRole('heading', { name: '$250,000' })).toBeVisible()
    await expect(sheet.getByText(/^3 of 24\. Next: /)).toBeVisible()
    expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
    await expectNoAxeViolationsInLightAndDark(page)

    const hide = sheet.getByRole('button', { name: 'Hide figures' })
    await expect(hide).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('heading', { name: 'Amount hidden' })).toBeVisible()
    await expect(sheet).toContainText('12% a year')
    // Nor in what a pointer or a screen reader is told.
    expect(await sheet.textContent()).not.toContain('$')
    await expect(sheet.getByRole('button', { name: 'Show figures' })).toBeFocused()
    await page.emulateMedia({ media: 'print' })
    const printed = page.locator('article')
    await expect(printed).toContainText(number)
    expect(await printed.textContent()).not.toContain('$')
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(opener).toBeFocused()
    // The page itself keeps its amounts, and so does its print.
    await expect(page.getByRole('heading', { name: '$250,000', exact: true })).toBeVisible()

    await visit(page, `/profile/notes/${id}`)
    await opener.click()
    await expect(sheet.getByRole('heading', { name: 'Amount hidden' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Show figures' }).click()
    await expect(sheet.getByRole('heading', { name: '$250,000' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await page.emulateMedia({ media: 'print' })
    await expect(printed.getByRole('heading', { name: '$250,000' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show full screen' })).toHaveCount(0)
  },
)

slow(
  'a choice asks for fresh proof, says at its field what is wrong, and is changed by keyboard at 320 pixels',
  async ({ site, investor }) => {
    const person = await investor(later)
    const { page } = person
    const today = fundDay()
    const issueDate = addMonths(addDays(today, 40), -12)
    const paid = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    const holder = await insertHolder(queryOf(site), [person], { name: 'Elena Marsh' })
    const { id } = await insertNote(queryOf(site), holder, {
      ...{ issueDate, principalCents: 500_000_00n, rateBp: 1300, until: today, paid },
    })
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page, `/profile/notes/${id}`)
    await page.getByRole('region', { name: 'At maturity' }).getByRole('link', { name: 'Choose' }).click()
    await makeStale(site, person.email)
    const amount = page.getByLabel('Amount to renew')
    const part = page.getByLabel('Renew part for one year')
    await amount.fill('300,000')
    // What is typed chooses it, and its figures follow: $300,000 is in the lowest tier, the note is in the third.
    await expect(part).toBeChecked()
    await expect(part).toHaveAccessibleDescription(
      /^\$2,750 each month 11% a year on \$300,000.*\$200,000 is paid out on/,
    )
    await amount.fill('100,000')
    await expect(part).toHaveAccessibleDescription(/^From \$200,000 to less than \$500,000/)
    const { sideways } = await page.evaluate(measureLayout)
    expect(sideways).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Record my choice' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await proof.getByRole('button', { name: 'Send code' }).click()
    const [code = ''] = await site.mailbox.codes(person.email)
    await proof.getByLabel('Verification code').fill(code)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(amount).toHaveAccessibleDescription(/Enter an amount from the fund’s minimum/)
    await expect(amount).toBeFocused()
    await amount.fill('$200,000')
    await page.getByRole('button', { name: 'Record my choice' }).click()
    await expect(page.getByText('You chose to renew $200,000 and have $300,000 paid out.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'What happens next' }).getByRole('listitem')).toHaveCount(4)

    const recorded = page.getByRole('heading', { name: 'Your choice is recorded' })
    await tabTo(page, page.locator('summary', { hasText: 'Change my choice' }))
    await page.keyboard.press('Enter')
    await tabTo(page, part)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByLabel('Pay it out')).toBeChecked()
    await tabTo(page, page.getByRole('button', { name: 'Change my choice' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('You chose to have $500,000 paid out.')).toBeVisible()
    await expect(recorded).toBeFocused()
    await expect(page.getByRole('region', { name: 'What happens next' })).toContainText('Check where it goes')
    expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
    // Nothing waits for a choice that is made, and needs nothing more.
    await visit(page, '/profile')
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0)
  },
)

slow('after the last day to choose, a choice waits for two people of the fund', async ({ site, investor }) => {
  const person = await investor(later)
  const { page } = person
  const issueDate = addMonths(addDays(fundDay(), 10), -12)
  const holder = await insertHolder(queryOf(site), [person])
  const { id } = await insertNote(queryOf(site), holder, { issueDate, until: fundDay(), paid: [1, 2, 3] })
  await visit(page, `/profile/notes/${id}/choice`)
  await expect(page.getByText('counts if two people of the fund agree to it in time')).toBeVisible()
  await page.getByLabel('Renew for one year').check()
  await page.getByRole('button', { name: 'Record my choice' }).click()
  await expect(page.getByRole('heading', { name: 'We’ve received your choice' })).toBeFocused()
  await expect(page.getByText('You chose to renew $200,000.')).toBeVisible()
  await expect(page.getByText('We’ll let you know whether it can still count.')).toContainText(
    'If they don’t, $200,000 is paid out.',
  )
})

slow(
  'somebody who only looks reads what can be chosen, and a note far from maturity has no choice',
  async ({ site, investor }) => {
    const person = await investor(later)
    const { page } = person
    const holder = await insertHolder(queryOf(site), [{ id: person.id, right: 'viewer' }])
    const maturing = await insertNote(queryOf(site), holder, {
      issueDate: addMonths(addDays(fundDay(), 40), -12),
      until: fundDay(),
    })
    const young = await insertNote(queryOf(site), holder, { issueDate: fundDay(), until: fundDay() })
    await visit(page, `/profile/notes/${maturing.id}/choice`)
    await expect(page.getByText('An authorized person can choose until')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Record my choice' })).toHaveCount(0)
    await visit(page, `/profile/notes/${young.id}/choice`)
    await expect(page).toHaveURL(new RegExp(`/profile/notes/${young.id}$`))
  },
)

test('the specification’s notes pay on their pages what its table says, to the cent', async ({ site, investor }) => {
  const person = await investor(later)
  const holder = await insertHolder(queryOf(site), [person])
  for (const [row, payments, total] of oracleRows) {
    const { id } = await insertNote(queryOf(site), holder, {
      ...oracleNotes[row],
      state: 'funded',
      until: '2000-01-01',
    })
    const response = await person.page.request.get(`/profile/notes/${id}`)
    const [, table = ''] = /Payments by pay date(.*?)<\/table>/s.exec(await response.text()) ?? []
    // Of each line, the first amount is the interest.
    const shown = [...table.matchAll(/<tr.*?<\/tr>/gs)].slice(1).map(([line]) => /\$([\d,.]+)/.exec(line)?.[1] ?? '')
    expect(shown, `row ${row}`).toEqual(payments.split(' '))
    const cents = (amount: string) => Number(amount.replaceAll(/[,.]/g, ''))
    expect(shown.reduce((sum, amount) => sum + cents(amount), 0)).toBe(cents(total))
  }
})

slow('a calendar link is shown once, works without signing in, and is revoked', async ({ site, investor, visitor }) => {
  const person = await investor(later)
  const { page } = person
  const query = queryOf(site)
  const issueDate = addDays(addMonths(fundDay(), -3), -10)
  await insertNote(query, await insertHolder(query, [person]), { issueDate, until: fundDay(), paid: [1, 2, 3] })
  await visit(page, '/profile/notes')
  await expectNoAxeViolationsInLightAndDark(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all payments (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^payments-.*\.csv$/)
  await page.getByRole('button', { name: 'Create calendar link' }).click()
  const address = await page.getByLabel('Your calendar link').inputValue()
  const elsewhere = await visitor()
  const file = await elsewhere.request.get(address)
  expect(file.status()).toBe(200)
  const calendar = await file.text()
  expect(calendar).toContain('BEGIN:VEVENT')
  expect(calendar).not.toMatch(/\$|1,833/)
  // A program that asks again finds the same events.
  const uids = (text: string) => text.match(/^UID:.*$/gm)
  expect(uids(await (await elsewhere.request.get(address)).text())).toEqual(uids(calendar))
  await visit(page, '/profile/notes')
  await expect(page.getByLabel('Your calendar link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke this link' }).click()
  await expect(page.getByRole('button', { name: 'Create calendar link' })).toBeVisible()
  expect((await elsewhere.request.get(address)).status()).toBe(404)
})
