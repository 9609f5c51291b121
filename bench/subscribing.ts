import { accreditationRow } from '../server/sample/accreditations.ts'
import { insertOf } from '../server/sample/rows.ts'
import { cookieOf, newPerson, newSessionCookies } from '../tests/e2e/signed-in-person.ts'
import { apiFor } from '../tests/helpers/api.ts'
import { insertHolder } from '../tests/helpers/insert-notes.ts'
import { asOwner } from '../tests/helpers/owner.ts'
import { byPdfkit } from '../tests/helpers/pdf-makers.ts'
import type { Site } from '../tests/helpers/server.ts'
import type { Hand } from './hand.ts'

/** By a verified person who has never signed in the portal: they sign in by code, and agree to electronic signatures first. */
export const subscribingTask = 'from the mailed link to the signed agreement'

/** Who does it, and how they get the codes of their sign-in. */
export const subscriber = { email: '', codes: async (): Promise<string[]> => [] }

/** An open offering with its memorandum, and a new person who is verified. */
export async function givenSubscriber(site: Site): Promise<void> {
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const { rows: open } = await query("select 1 from offerings where state = 'open'")
  if (open.length === 0) await openOffering(site)
  const person = await newPerson(site)
  const holder = await insertHolder(query, [person], { name: 'Iris Vestor' })
  await query("update holders set state = 'TX' where id = $1", [holder])
  await query(insertOf('accreditations', accreditationRow({ holder_id: holder, started_by: person.id })))
  const before = site.mailbox.count(person.email)
  Object.assign(subscriber, { email: person.email, codes: () => site.mailbox.codes(person.email, before) })
}

async function openOffering(site: Site): Promise<void> {
  const administrator = await newPerson(site, { isAdmin: true })
  const api = apiFor(site.url, { cookie: cookieOf(await newSessionCookies(site, administrator.id)) })
  const memorandum = await byPdfkit([['Private placement memorandum'], ['Risks'], ['The note']])
  await api.upload({ filename: 'Memorandum.pdf', content: memorandum })
  await asOwner(
    site,
    `with offering as (insert into offerings (name, kinds, state, created_by, opened_at)
      values ('Notes of the year', '{individual}', 'open', $1, now()) returning id)
    insert into disclosures (offering_id, number, title, document_id, published_by)
      select o.id, 1, 'Private placement memorandum', d.id, $1 from offering o, documents d where d.user_id = $1`,
    [administrator.id],
  )
}

/** Signs in, gets a quote, reads the memorandum, agrees to electronic signatures, reads the agreement, and signs it. */
export async function subscribe(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.type(page.getByLabel('E-mail address'), subscriber.email)
  await hand.press(page.getByRole('button', { name: 'Send code' }))
  await hand.see(page.getByText('Verification code sent to your email'))
  const [code = '', second = ''] = await subscriber.codes()
  await hand.type(page.getByLabel('Verification code', { exact: true }), code)
  await hand.press(page.getByRole('button', { name: 'Continue' }))
  const secondField = page.getByLabel('Second verification code')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await secondField.or(amount).waitFor()
  if (await secondField.isVisible()) {
    await hand.type(secondField, second)
    await hand.press(page.getByRole('button', { name: 'Continue' }))
  }

  await hand.type(amount, '200,000')
  await hand.press(page.getByRole('button', { name: 'Get my quote' }))
  const opened = page.waitForEvent('popup')
  await hand.press(page.getByRole('link', { name: 'Private placement memorandum' }))
  await opened
  // Back to the page.
  hand.elsewhere({ presses: 1, typed: 0 })
  await page.bringToFront()
  await hand.press(page.getByLabel('I’ve received and read these documents.'))
  await hand.press(page.getByRole('button', { name: 'Make my agreement' }))

  await hand.press(page.getByRole('button', { name: 'Open the sample' }))
  const sample = page.getByRole('group', { name: /^Sample document\.pdf, \d page/ })
  await hand.see(sample.getByText('The word on this sample'))
  const [, word = ''] = /The word on this sample\s*([a-z]{4,})/.exec(await sample.innerText()) ?? []
  await hand.type(page.getByLabel('The word on the sample'), word)
  await hand.press(page.getByRole('button', { name: 'I agree' }))

  const pages = page.getByRole('group', { name: /^Subscription agreement/ }).getByRole('region', { name: /^Page \d+/ })
  await pages.first().waitFor()
  for (const each of await pages.all()) await hand.see(each)
  await hand.see(page.getByText('You’ve seen every page.'))
  await hand.press(page.getByLabel('These lines are right'))
  await hand.type(page.getByLabel('Type your name'), 'Iris Vestor')
  await hand.press(page.getByRole('button', { name: 'I sign this agreement' }))
  await hand.see(page.getByText('Thank you, you’ve signed.'))
}
