import { accreditationRow } from '../../../server/sample/accreditations.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import {
  test as base,
  expect,
  expectNoAxeViolationsInLightAndDark,
  later,
  type Person,
  reload,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { tabTo } from '../../../tests/e2e/keyboard-walk.ts'
import { makeStale } from '../../../tests/e2e/signed-in-person.ts'
import { vaultSite } from '../../../tests/e2e/vault-site.ts'
import { insertConsent, insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { openOffering } from './opened-offering.ts'

const test = base.extend<object, { site: Site }>({ site: vaultSite() })

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...later }
const memorandum = { name: 'Private placement memorandum' }

/** A person who signs in the portal, and is verified. @returns the name of their holder */
async function givenVerified(site: Site, person: Person): Promise<string> {
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const name = `Iris Vestor ${person.id.slice(0, 8)}`
  await insertConsent(query, person)
  const holder = await insertHolder(query, [person], { name })
  await query("update holders set state = 'TX' where id = $1", [holder])
  await query(insertOf('accreditations', accreditationRow({ holder_id: holder, started_by: person.id })))
  return name
}

test('two people open an offering; an investor on a phone goes from a mailed link to a signed agreement and a funded note', async ({
  site,
  investor,
  administrator,
  colleague,
}) => {
  const administers = await administrator({ at: '/profile' })
  const { page: office } = administers
  const offering = await openOffering(site, administers, colleague)
  await visit(office, '/profile/admin/offerings')
  await expectNoAxeViolationsInLightAndDark(office)

  const person = await investor(phone)
  const name = await givenVerified(site, person)
  const { page } = person
  await visit(page, '/profile')
  await page.getByRole('link', { name: 'Invest', exact: true }).click()
  const form = page.getByRole('region', { name: offering })
  await expectNoAxeViolationsInLightAndDark(page)
  await form.getByRole('textbox', { name: 'Amount' }).fill('1,000')
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(page.getByText('The principal is below the fund’s minimum: $200,000.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Amount' }).fill('200,000')
  await form.getByLabel('Term', { exact: true }).selectOption('12')
  // The holder is chosen by itself.
  await expect(form.getByLabel('Who invests?').locator('option:checked')).toHaveText(name)
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(page.getByText('11% a year for 12 months')).toBeVisible()
  await expect(page.getByText(`${offering}, for ${name}`)).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)

  // They leave it for another day. The office reminds them, and the link leads on.
  await visit(office, '/profile/admin/subscriptions')
  await office.getByRole('link', { name }).click()
  await office.getByRole('button', { name: 'Remind' }).click()
  await expect(office.getByText('Reminder sent')).toBeVisible()
  const { text } = await site.mailbox.to(person.email)
  await visit(page, new URL(/\S+\/profile\/subscribe\/\S+/.exec(text ?? '')?.[0] ?? '').pathname)
  const own = page.url()
  await expect(page.getByRole('heading', { name: 'Your turn. Read the offering documents' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'I’ve received and read these documents.' }).check()
  await page.getByRole('button', { name: 'Make my agreement' }).click()
  await expect(page.getByText('Open each of the offering’s documents to its end first')).toBeVisible()
  const file = await page.request.get((await page.getByRole('link', memorandum).getAttribute('href')) ?? '')
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('checkbox', { name: 'I’ve received and read these documents.' }).check()
  await page.getByRole('button', { name: 'Make my agreement' }).click()

  await expect(page.getByRole('heading', { name: 'Subscription agreement' })).toBeVisible()
  const desk = page.getByRole('group', { name: /Subscription agreement/ })
  const pages = desk.getByRole('region', { name: /^Page \d+/ })
  await expect(pages.first()).toBeVisible()
  for (const each of await pages.all()) await each.scrollIntoViewIfNeeded()
  await expect(page.getByText('You’ve seen every page.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('These lines are right').check()
  await page.getByLabel('Type your name').fill('Iris Vestor')
  // The connection is lost as they sign: nothing is lost with it.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'I sign this agreement' }).click()
  await expect(page.getByText('We can’t reach the site.')).toBeVisible()
  await expect(page.getByLabel('Type your name')).toHaveValue('Iris Vestor')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'I sign this agreement' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, you’ve signed.' })).toBeFocused()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('link', { name: 'See what comes next' }).click()
  await expect(page.getByText('You’ve signed. We countersign next.')).toBeVisible()

  await visit(office, '/profile/admin/subscriptions')
  await expect(office.getByRole('row', { name: new RegExp(`${name}.*\\$200,000.*Signed.*Office`) })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(office)
  await office.getByRole('link', { name }).click()
  await expectNoAxeViolationsInLightAndDark(office)
  await office.getByRole('link', { name: 'Read and countersign the agreement' }).click()
  await expect(office.getByRole('heading', { name: 'Subscription agreement' })).toBeVisible()
  await visit(office, '/profile/admin/envelopes?show=fund')
  await office.getByLabel(`Countersign Subscription agreement of ${name}`).check()
  await office.getByLabel('Control number').fill('1')
  await office.getByLabel('Type your name').fill('Ada Ministrator')
  await office.getByRole('button', { name: 'I sign these for the fund' }).click()
  await expect(office.getByText('Signed for the fund')).toBeVisible()

  await reload(page)
  await page.getByRole('link', { name: 'Wire instructions' }).click()
  await makeStale(site, person.email)
  const before = site.mailbox.count(person.email)
  await page.getByRole('button', { name: 'Show wire instructions' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByRole('button', { name: 'Send code' }).click()
  await proof.getByLabel('Verification code').fill(await site.mailbox.code(person.email, before))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('9876543210')).toBeVisible()

  await visit(office, '/profile/admin/subscriptions')
  await office.getByRole('link', { name }).click()
  await office.getByText('Note:').getByRole('link').click()
  const funds = office.getByRole('region', { name: 'Record the funds' })
  await funds.getByLabel('Amount').fill('200,000')
  await funds.getByLabel('Name on the sending account').fill(name)
  await funds.getByLabel('Bank reference').fill('WIRE 1')
  await funds.getByRole('button', { name: 'Submit funds for approval' }).click()
  await expect(office.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
  await approve(site, colleague, administers)
  await visit(page, own)
  await expect(page.getByRole('heading', { name: 'Your note is issued and confirmed.' })).toBeVisible({
    timeout: 30_000,
  })
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('link', { name: 'Your note' }).click()
  await expect(page.getByRole('heading', { name: '$200,000' })).toBeVisible()
})

test('by keyboard alone, and as a screen reader hears it: each step has a heading that gets the focus', async ({
  site,
  investor,
  administrator,
  colleague,
}) => {
  const administers = await administrator({ at: '/profile' })
  const offering = await openOffering(site, administers, colleague)
  const person = await investor(later)
  const name = await givenVerified(site, person)
  const { page } = person
  const { keyboard } = page
  const main = page.getByRole('main')
  await visit(page, '/profile')
  await tabTo(page, page.getByRole('link', { name: 'Invest', exact: true }))
  await keyboard.press('Enter')
  const form = page.getByRole('region', { name: offering })
  await tabTo(page, form.getByRole('textbox', { name: 'Amount' }))
  await keyboard.type('350,000')
  await tabTo(page, form.getByLabel('Term', { exact: true }))
  await keyboard.press('ArrowUp')
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await tabTo(page, form.getByRole('button', { name: 'Get my quote' }))
  await keyboard.press('Enter')

  await expect(page.getByText('12 months, paid every three months')).toBeVisible()
  await expect(main).toMatchAriaSnapshot(`
    - heading "$350,000" [level=2]
    - paragraph: ${offering}, for ${name}
    - list "Steps":
      - listitem: Amount and term (done)
      - listitem: Who invests (done)
      - listitem: Accreditation (done)
      - listitem: Offering documents
      - listitem: Agreement
      - listitem: Signatures
      - listitem: Wire
      - listitem: Note
    - region "Your turn. Read the offering documents, then make your agreement.":
      - heading "Your turn. Read the offering documents, then make your agreement." [level=3]
      - list "Offering documents":
        - listitem:
          - link "1. Private placement memorandum (PDF, opens in a new tab)"
      - checkbox "I’ve received and read these documents."
      - button "Make my agreement"
  `)
  await expect(page.locator('[aria-current=step]')).toHaveText('Offering documents')
  // The link opens the file beside the page, which stays.
  const link = page.getByRole('link', memorandum)
  await tabTo(page, link)
  const opened = page.waitForEvent('popup')
  await keyboard.press('Enter')
  await opened
  await page.bringToFront()
  await tabTo(page, page.getByRole('checkbox', { name: 'I’ve received and read' }))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Make my agreement' }))
  await keyboard.press('Enter')

  const pages = page.getByRole('group', { name: /Subscription agreement.*\d pages/ })
  await tabTo(page, pages)
  await expect(async () => {
    await keyboard.press('PageDown')
    await expect(page.getByText('You’ve seen every page.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(main).toMatchAriaSnapshot(`
    - heading "Subscription agreement" [level=2]
    - region "Is this right?":
      - heading "Is this right?" [level=3]
      - term: Amount
      - definition: $350,000
    - region "The document":
      - group /Subscription agreement.pdf, \\d pages/
      - status: /You’ve seen every page/
    - checkbox "These lines are right"
    - textbox "Type your name"
    - button "I sign this agreement"
    - region "Signers":
      - heading "Signers" [level=3]
  `)
  await tabTo(page, page.getByLabel('These lines are right'))
  await keyboard.press('Space')
  await tabTo(page, page.getByLabel('Type your name'))
  await keyboard.type('Iris Vestor')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you, you’ve signed.' })).toBeFocused()
  await expect(main).toMatchAriaSnapshot(`
    - region "Thank you, you’ve signed.":
      - heading "Thank you, you’ve signed." [level=3]
      - paragraph: Iris Vestor
      - paragraph:
        - link "See what comes next"
  `)
  await tabTo(page, page.getByRole('link', { name: 'See what comes next' }))
  await keyboard.press('Enter')
  await expect(main).toMatchAriaSnapshot(`
    - region "Our turn. You’ve signed. We countersign next."
  `)

  // Someone changes their mind in time: what stood there is gone, and the focus is at what is now true.
  await tabTo(page, page.getByText('Withdraw this investment'))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Withdraw', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You’ve withdrawn this.' })).toBeFocused()
})
