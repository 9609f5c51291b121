import type { Locator, Page } from '@playwright/test'
import { downloadBy } from '../../../tests/e2e/download.ts'
import { expect, expectNoAxeViolations, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { tabTo } from '../../../tests/e2e/keyboard-walk.ts'
import { insertConsent, insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { simplePdf } from '../../../tests/helpers/pdf.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const slow = slowOf(test)

const queue = '/profile/admin/accreditation'

const queryOf = (site: Site) => (text: string, values?: unknown[]) => asOwner(site, text, values)

/** Ticks a checklist, with or without a pointer. */
async function tickAll(page: Page, by: 'pointer' | 'keyboard' = 'pointer'): Promise<void> {
  const boxes = page.getByRole('group', { name: 'Checklist' }).getByRole('checkbox')
  await expect(boxes).not.toHaveCount(0)
  for (const box of await boxes.all())
    if (by === 'keyboard') await pressAt(page, box, 'Space')
    else await box.check()
  for (const box of await boxes.all()) await expect(box).toBeChecked()
}

/** Goes to a control by Tab and presses a key there. */
async function pressAt(page: Page, control: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

test('a person at the fund’s minimum goes through three screens by keyboard, and two reviewers approve it, one by keyboard', async ({
  investor,
  administrator,
  site,
}) => {
  const person = await investor(later)
  await insertHolder(queryOf(site), [person], { name: 'Page One Investor' })
  await insertConsent(queryOf(site), person)
  const { page } = person
  await visit(page, '/profile/notes')
  const accreditation = page.getByRole('region', { name: 'Accreditation' })
  await expect(accreditation.getByText('Not verified yet.')).toBeVisible()
  await visit(page, '/profile/accreditation')
  await expectNoAxeViolations(page)
  const next = page.getByRole('button', { name: 'Continue' })
  await pressAt(page, page.getByLabel('It’s my own money'), 'Space')
  await pressAt(page, next, 'Enter')
  await expect(page.getByRole('heading', { name: 'How we verify it' })).toBeFocused()
  await expect(page.getByLabel('By the amount you invest')).toBeChecked()
  await expectNoAxeViolations(page)
  await pressAt(page, next, 'Enter')
  await expect(page.getByText('The minimum of $200,000 for this investment is not financed')).toBeVisible()
  // The rule’s paragraphs are for the office and its binder.
  await expect(page.getByRole('main')).not.toContainText(/50[16]\(/)
  await tabTo(page, page.getByLabel('Your full name'))
  await page.keyboard.type('Page One')
  await expectNoAxeViolations(page)
  await pressAt(page, page.getByRole('button', { name: 'Sign and send' }), 'Enter')
  await expect(page.getByText('Sent. We’ll notify you once we’ve reviewed it.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Where it is' })).toContainText('Reviewed by us, for this note')
  await expect(page.getByRole('list', { name: 'Where it is' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Steps' })).toHaveCount(0)

  const [first, second] = [await administrator({ at: queue }), await administrator({ at: '/profile/admin/approvals' })]
  await expectNoAxeViolations(first.page)
  await pressAt(first.page, first.page.getByRole('link', { name: 'Page One Investor' }), 'Enter')
  await tickAll(first.page, 'keyboard')
  await expectNoAxeViolations(first.page)
  await pressAt(first.page, first.page.getByRole('button', { name: 'Approve as the first' }), 'Enter')
  await expect(first.page.getByText('You’ve approved this. A second person has to')).toBeVisible()
  const approve = second.page.getByRole('button', { name: /^Approve: .*Page One Investor/ })
  const entry = second.page.getByRole('listitem').filter({ has: approve })
  await expect(entry.getByText(/is accredited under Rule/)).toBeVisible()
  // A long list of what was checked is folded, so that the decision is in sight on a phone.
  const checked = entry.getByText(/^The first reviewer checked:/)
  await expect(checked.last()).toBeHidden()
  await entry.getByText(/more points$/).click()
  await expect(checked.last()).toBeVisible()
  await visit(second.page, queue)
  await second.page.getByRole('link', { name: 'Page One Investor' }).click()
  await tickAll(second.page)
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(second.page.getByText('Good from')).toBeVisible()
  await visit(page, '/profile/accreditation')
  await expect(page.getByText(/For one note of \$200,000 or more, signed by/)).toBeVisible()
  await visit(page, '/profile/notes')
  await expect(accreditation.getByText('Verified note by note.')).toBeVisible()
})

slow(
  'lent money and a company’s half million ask for documents, a full Social Security number is found, and it comes back',
  async ({ investor, administrator, site }) => {
    const person = await investor(later)
    const holder = await insertHolder(queryOf(site), [person], { name: 'Papers Family LLC', kind: 'llc' })
    await insertConsent(queryOf(site), person)
    const { page } = person
    await visit(page, `/profile/accreditation?holder=${holder}`)
    await page.getByLabel('It’s my own money').check()
    await page.getByLabel('How much you invest').fill('500,000')
    await page.getByRole('radio', { name: /a company or partnership with assets/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('From $1,000,000 on, the amount itself would verify this.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Still needed')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your documents' })).toBeFocused()
    const upload = {
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: simplePdf(['A letter', 'SSN 123-45-6789']),
    }
    await page.getByLabel('Choose documents').setInputFiles(upload)
    const described = page.getByRole('form', { name: 'What is letter.pdf?' })
    await described.getByLabel('Date on it').fill(new Date(Date.now() - 3 * 24 * 3600e3).toISOString().slice(0, 10))
    await described.getByLabel('Signed by').fill('Cara Counsel, CPA')
    await expectNoAxeViolations(page)
    await described.getByRole('button', { name: 'Add' }).click()
    await expect(
      page.getByText('Page 2 shows a full Social Security number: cover it, or send it anyway.'),
    ).toBeVisible()
    await expect(page.getByText('You can sign once all documents above are in order.')).toBeVisible()
    await page.getByRole('button', { name: 'Send anyway: letter.pdf' }).click()
    await page.getByLabel('Your full name').fill('Papa Pers')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await expect(page.getByRole('list', { name: 'Where it is' })).toBeVisible()

    const { page: office } = await administrator({ at: queue })
    await office.getByRole('link', { name: 'Papers Family LLC' }).click()
    await expect(office.getByText('signed by Cara Counsel, CPA')).toBeVisible()
    await expect(office.getByText('Its text doesn’t name the holder')).toBeVisible()
    await expect(office.getByText('sent anyway')).toBeVisible()
    await expect(office.getByText('A letter')).toBeVisible()
    await expectNoAxeViolations(office)
    await office.getByText('Request more information').click()
    await office.getByLabel('What is missing').fill('Please send a letter that names the LLC.')
    await office.getByRole('button', { name: 'Send back' }).click()
    await expect(office.getByText('Sent back. They’ve been notified.')).toBeVisible()
    await visit(page, `/profile/accreditation?holder=${holder}`)
    await expect(page.getByText('Please send a letter that names the LLC.')).toBeVisible()
    await expectNoAxeViolations(page)
  },
)

slow(
  'a trust’s grantors each send forms of two years, the same year twice is refused where it’s asked, and reviewers see whose and which',
  async ({ investor, administrator, site }) => {
    const person = await investor(later)
    const holder = await insertHolder(queryOf(site), [person], {
      name: 'Grantor Family Trust',
      kind: 'revocable_trust',
    })
    await insertConsent(queryOf(site), person)
    const { page } = person
    await visit(page, `/profile/accreditation?holder=${holder}`)
    await page.getByLabel('It’s my own money').check()
    await page.getByLabel('Every grantor').fill('Gina Grantor')
    await expect(page.getByLabel('Any grantor that isn’t a person')).toHaveCount(0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /By income/ }).check()
    await expect(page.getByText('Each grantor sends their own documents.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Gina Grantor: IRS forms of the two most recent years')).toBeVisible()
    const describe = (name: string) => page.getByRole('form', { name: `What is ${name}?` })
    const form = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: simplePdf(['Form 1040, Gina Grantor']),
    })
    await page.getByLabel('Choose documents').setInputFiles(form('first.pdf'))
    await describe('first.pdf').getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText(/IRS form for \d{4} of Gina Grantor/)).toBeVisible()
    const newer = await page.getByText(/IRS form for \d{4} of Gina Grantor/).textContent()
    const year = Number(newer?.match(/\d{4}/)?.[0])
    await page.getByLabel('Choose more').setInputFiles(form('second.pdf'))
    const second = describe('second.pdf')
    // What is missing is proposed.
    await expect(second.getByLabel('For which year')).toHaveValue(`${year - 1}`)
    await second.getByLabel('For which year').selectOption(`${year}`)
    await second.getByRole('button', { name: 'Add' }).click()
    await expect(second.getByLabel('For which year')).toHaveAccessibleDescription(
      /There’s a form for this year already/,
    )
    await expectNoAxeViolations(page)
    await second.getByLabel('For which year').selectOption(`${year - 1}`)
    await second.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText('Gina Grantor reasonably expects to reach the same level of income')).toBeVisible()
    await page.getByLabel('Your full name').fill('Gina Grantor')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await expect(page.getByRole('list', { name: 'Where it is' })).toBeVisible()

    const { page: office } = await administrator({ at: queue })
    await office.getByRole('link', { name: 'Grantor Family Trust' }).click()
    await expect(office.getByText(`IRS form for ${year} of Gina Grantor`)).toBeVisible()
    await expect(office.getByText(`IRS form for ${year - 1} of Gina Grantor`)).toBeVisible()
    await expect(office.getByText('Each grantor has been verified.')).toBeVisible()
  },
)

slow(
  'a second document is taken for what is still missing once the first one has been added',
  async ({ investor, site }) => {
    const person = await investor(later)
    const holder = await insertHolder(queryOf(site), [person], { name: 'Ann and Ben Papers', kind: 'joint_jtwros' })
    const { page } = person
    await visit(page, `/profile/accreditation?holder=${holder}`)
    await page.getByLabel('It’s my own money').check()
    await page.getByLabel('How much you invest').fill('200,000')
    await page.getByRole('radio', { name: /a person whose income was over/ }).check()
    await page.getByLabel('Every holder').fill('Ann Papers\nBen Papers')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /letter/i }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    const letter = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: simplePdf([`A letter for ${name}`]),
    })
    await page.getByLabel('Choose documents').setInputFiles([letter('ann.pdf'), letter('ben.pdf')])
    const first = page.getByRole('form', { name: 'What is ann.pdf?' })
    const second = page.getByRole('form', { name: 'What is ben.pdf?' })
    await expect(second.getByLabel('Whose is it?')).toHaveValue('Ann Papers')
    await first.getByLabel('Date on it').fill(new Date(Date.now() - 3 * 24 * 3600e3).toISOString().slice(0, 10))
    await first.getByLabel('Signed by').fill('Cara Counsel, CPA')
    await first.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('list', { name: 'Documents added' })).toContainText('Letter of Ann Papers')
    await expect(second.getByLabel('Whose is it?')).toHaveValue('Ben Papers')
    await expect(second.getByLabel('What is it?')).toHaveValue('letter')
  },
)

slow(
  'a letter to sign comes filled in for each person, with the e-mail to send it, and answers stay on the way back',
  async ({ investor, site }) => {
    const person = await investor(later)
    await insertHolder(queryOf(site), [person], {
      name: 'Letters FBO Ann IRA',
      kind: 'sdira',
      custodian: 'Horizon Trust Company',
    })
    const couple = await insertHolder(queryOf(site), [person], { name: 'Ann and Ben Letters', kind: 'joint_jtwros' })
    const { page } = person
    await visit(page, '/profile/accreditation')
    // People come first, then what they hold through others.
    const holders = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
    await expect(holders).toHaveText([/^Ann and Ben Letters/, /^Letters FBO Ann IRA/])
    await holders.first().click()
    await page.getByLabel('It’s my own money').check()
    await page.getByLabel('How much you invest').fill('150,000')
    await page.getByLabel('Every holder').fill('Ann Letters\nBen Letters')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /letter/i }).check()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'Who invests' })).toBeFocused()
    await expect(page.getByLabel('How much you invest')).toHaveValue('$150,000')
    await page.getByLabel('How much you invest').fill('160,000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('radio', { name: /letter/i })).toBeChecked()
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('heading', { name: 'Your documents' })).toBeFocused()
    await expect(holders).toHaveCount(0)
    await expectNoAxeViolations(page)
    const mail = page.getByRole('link', { name: 'Write the e-mail to send it, for Ben Letters' })
    await expect(mail).toHaveAttribute('href', /^mailto:\?subject=.*for%20Ben%20Letters/)
    const { name, content } = await downloadBy(page.getByRole('link', { name: 'Download the letter for Ben Letters' }))
    expect(name).toMatch(/^verification-letter-Ben-Letters-.*\.pdf$/)
    expect(textOfPdf(content)).toContain('Ben Letters')
    await page.goBack()
    await expect(page.getByRole('radio', { name: /letter/i })).toBeChecked()
    // Anyone who comes back with a signed letter finds where it goes.
    await visit(page, `/profile/accreditation?holder=${couple}`)
    await expect(page.getByLabel('Choose documents')).toBeVisible()
  },
)
