import { addDays, addMonths } from '../../rules/notes/days.ts'
import { scheduleOf } from '../../rules/notes/schedule.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { insertHolder, insertNote } from '../helpers/insert-notes.ts'
import { slowOf } from '../helpers/lane.ts'
import { oracleNotes, oracleRows } from '../helpers/note-oracle.ts'
import { asOwner } from '../helpers/owner.ts'
import type { Site } from '../helpers/server.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from './fixtures.ts'
import { makeStale } from './signed-in-person.ts'

const slow = slowOf(test)

const queryOf = (site: Site) => (text: string, values?: unknown[]) => asOwner(site, text, values)

test('an investor’s home says what comes next, what came and what is late, and leads to the whole of a note', async ({
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
  const panel = page.getByRole('region', { name: 'Your notes' })
  // Early in a year it is also what was paid in that year.
  await expect(panel.getByText('$2,360.43', { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'isn’t recorded as paid yet' })).toContainText(number)
  const figures = panel.locator('dl')
  await expect(figures).toContainText('Invested$250,001')
  await expect(figures).toContainText('Interest paid to date$4,720.86')
  await expect(panel).toContainText('A payment is shown as paid once the fund has recorded it.')
  await expectNoAxeViolationsInLightAndDark(page)

  // The largest figure on the page is the next payment.
  const largest = await page.evaluate(() => {
    const sizes = [...document.querySelectorAll('main *')]
      .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim()))
      .map(element => ({ text: element.textContent, size: Number.parseFloat(getComputedStyle(element).fontSize) }))
    return sizes.toSorted((a, b) => b.size - a.size)[0]?.text
  })
  expect(largest).toBe('$2,360.43')

  await panel.getByRole('link', { name: new RegExp(`note ${number}`) }).click()
  await expect(page.getByRole('heading', { name: '$250,001', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-selected', 'true')
  const schedule = page.getByRole('table', { name: 'Payments by pay date' })
  const lines = scheduleOf({ ...terms, dayCount: '30/360', convention: 'following' })
  await expect(schedule.getByRole('row')).toHaveCount(1 + lines.length)
  await expect(schedule.getByRole('row').nth(24)).toContainText('$2,360.34')
  await expect(schedule.getByRole('row').nth(24)).toContainText('$250,001')
  await expect(schedule.getByRole('row').nth(2)).toContainText('Overdue')
  const entries = page.getByText('6 entries, as the fund has recorded them')
  await expect(entries).toBeVisible()
  await expect(page.getByRole('table', { name: 'Ledger of this note' }).getByRole('row').nth(1)).toContainText(
    'Funds received',
  )
  await expectNoAxeViolationsInLightAndDark(page)

  // On paper it is complete, with its ledger, and without what can only be pressed.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'Ledger of this note' }).getByRole('row').nth(1)).toBeVisible()
  for (const name of ['All notes', 'Notes']) await expect(page.getByText(name, { exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // Nobody else reaches it.
  const stranger = await investor({ at: `/profile/notes/${id}` })
  await expect(stranger.page.getByRole('heading', { name: '$250,001', exact: true })).toHaveCount(0)
  expect((await stranger.page.request.get(`/profile/notes/${id}`)).status()).toBe(404)
  expect((await stranger.page.request.get('/profile/notes')).status()).toBe(404)
})

test('close to maturity a holder chooses what happens to a note, with fresh proof, and can change it', async ({
  site,
  investor,
}) => {
  const person = await investor(later)
  const { page } = person
  const query = queryOf(site)
  const today = fundDay()
  const issueDate = addMonths(addDays(today, 40), -12)
  const paid = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  const { number } = await insertNote(query, await insertHolder(query, [person], { name: 'Elena Marsh' }), {
    ...{ issueDate, principalCents: 500_000_00n, rateBp: 1300, until: today, paid },
  })
  await visit(page, '/profile')
  const waits = page.getByRole('list', { name: 'About your notes' })
  await expect(waits).toContainText(`${number} matures`)
  await expect(waits).toContainText('Without a choice, $500,000 is paid out.')
  await waits.getByRole('link', { name: 'Choose' }).click()
  const election = page.getByRole('region', { name: 'At maturity' })
  await expect(election).toContainText('If we hear nothing, $500,000 is paid out')
  await expectNoAxeViolationsInLightAndDark(page)
  await makeStale(site, person.email)
  await election.getByLabel('Renew part of it and pay out the rest').check()
  await election.getByLabel('Amount to renew').fill('100,000')
  await election.getByRole('button', { name: 'Record my choice' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByRole('button', { name: 'Send code' }).click()
  const [code = ''] = await site.mailbox.codes(person.email)
  await proof.getByLabel('Verification code').fill(code)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(election).toContainText('Enter an amount from the fund’s minimum')
  await election.getByLabel('Amount to renew').fill('$200,000')
  await election.getByRole('button', { name: 'Record my choice' }).click()
  await expect(election).toContainText('You chose to renew $200,000 and have $300,000 paid out')
  // By keyboard, too: where the focus was it stays, beside the words that it was recorded.
  await election.getByLabel('Pay out $500,000').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  const change = election.getByRole('button', { name: 'Change my choice' })
  await expect(change).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(election).toContainText('You chose to have $500,000 paid out')
  await expect(change).toBeFocused()
  await expect(election.getByRole('status')).not.toBeEmpty()
})

slow('after the last day to choose, a choice waits for two people of the fund', async ({ site, investor }) => {
  const person = await investor(later)
  const { page } = person
  const issueDate = addMonths(addDays(fundDay(), 10), -12)
  const holder = await insertHolder(queryOf(site), [person])
  const { id } = await insertNote(queryOf(site), holder, { issueDate, until: fundDay(), paid: [1, 2, 3] })
  await visit(page, `/profile/notes/${id}`)
  const election = page.getByRole('region', { name: 'At maturity' })
  await expect(election).toContainText('counts if two people of the fund agree to it in time')
  await election.getByLabel('Renew $200,000 for one year').check()
  await election.getByRole('button', { name: 'Record my choice' }).click()
  await expect(election).toContainText('You chose to renew $200,000 after the last day')
  await expect(election).toContainText('We’ll tell you whether it can still count.')
  await expect(election).toContainText('If we hear nothing, $200,000 is paid out')
})

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

slow(
  'a calendar address is shown once, works without signing in, and is revoked',
  async ({ site, investor, visitor }) => {
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
    await page.getByRole('button', { name: 'Make a calendar address' }).click()
    const address = await page.getByLabel('Your calendar address').inputValue()
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
    await expect(page.getByLabel('Your calendar address')).toHaveCount(0)
    await page.getByRole('button', { name: 'Revoke this address' }).click()
    await expect(page.getByRole('button', { name: 'Make a calendar address' })).toBeVisible()
    expect((await elsewhere.request.get(address)).status()).toBe(404)
  },
)
