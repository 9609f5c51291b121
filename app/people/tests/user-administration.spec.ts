import { fileURLToPath } from 'node:url'
import { messages } from '../../../rules/messages.ts'
import { signingLinksFrom } from '../../../server/sample/documents.ts'
import {
  expect,
  expectNoAxeViolations,
  goOffline,
  later,
  newEmailAddress,
  reload,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { admin, peopleFound } from '../../../tests/e2e/portal-paths.ts'
import { newClientIp, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { apiFor, signIn } from '../../../tests/helpers/api.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const slow = slowOf(test)

const statement = fileURLToPath(new URL('../../../tests/fixtures/files/statement.pdf', import.meta.url))

slow('an administrator renames an investor, whose menu shows it at once', async ({ administrator, investor, site }) => {
  const { page } = await administrator({ at: admin.people })
  const investorUser = await investor()
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially(investorUser.email)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(investorUser.email)}`))
  await page.getByRole('button', { name: `Edit ${investorUser.email}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${investorUser.email}` })
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Full name').fill('x'.repeat(201))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This name is too long')).toBeVisible()

  // If the connection is lost, the form says so and keeps what was typed.
  await dialog.getByLabel('Full name').fill('Iris Vestor')
  await goOffline(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(messages.NO_CONNECTION)).toBeVisible()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog.getByText(messages.NO_CONNECTION)).toHaveCount(0)
  // So it does if the site is unavailable.
  const unavailable = { code: 'AWAY', message: messages.AWAY }
  await page.route('**/profile/people/*', route => route.fulfill({ status: 503, json: unavailable }), { times: 1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(messages.AWAY)).toBeVisible()
  await expect(dialog.getByLabel('Full name')).toHaveValue('Iris Vestor')
  // A field that another person has changed meanwhile, and this form hasn't, keeps that change.
  await asOwner(site, "update user_profiles set organization = 'Vestor Trust' where email = $1", [investorUser.email])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Iris Vestor' })).toContainText('Vestor Trust')

  await expect(investorUser.page.getByRole('main').getByText('Iris Vestor', { exact: true })).toBeVisible()
  await investorUser.page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expect(investorUser.page.getByRole('region', { name: 'Your account' })).toContainText('Iris Vestor')
})

test('an invited person gets an e-mail, signs in with that address, and finds their profile', async ({
  administrator,
  site,
}) => {
  const { page } = await administrator({ at: admin.people })
  const email = newEmailAddress('invited')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('E-mail address').fill('nobody')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Enter an e-mail address such as')).toBeVisible()
  await dialog.getByLabel('E-mail address').fill(email)
  await expect(dialog.getByText('Enter an e-mail address such as')).toHaveCount(0)
  await dialog.getByLabel('Full name').fill('Dr. Elena Marsh')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const entry = page.getByRole('row').filter({ hasText: email })
  await expect(entry.getByText('Invited', { exact: true })).toBeVisible()
  expect((await site.mailbox.to(email)).text).toContain(`${site.url}/login`)

  // The invitation can be sent again, but an address in use can't be invited.
  await entry.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await site.mailbox.to(email, 1)
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await dialog.getByLabel('E-mail address').fill(email.toUpperCase())
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText(messages.ALREADY_INVITED)).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('link', { name: `Show ${email}` }).click()
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()

  const api = apiFor(site.url, { ip: newClientIp() })
  const cookie = await signIn(api, site.mailbox, email)
  expect(await (await api.ask('/profile', { headers: { cookie } })).text()).toContain('Dr. Elena Marsh')
  await reload(page)
  await expect(entry).toBeVisible()
  await expect(entry.getByText('Invited', { exact: true })).toHaveCount(0)
})

slow(
  'two administrators add another, who sees the tab; each can be removed, but never the last one',
  async ({ administrator, investor, site }) => {
    const adminUser = await administrator(later)
    const secondUser = await investor()
    // The only administrator, whatever other tests have left.
    await asOwner(site, 'update user_profiles set is_admin = false where email <> $1', [adminUser.email])
    const grant = async (page: typeof adminUser.page, email: string, what: string) => {
      await visit(page, peopleFound(email))
      await page.getByRole('button', { name: `Edit ${email}` }).click()
      await page.getByRole('button', { name: what }).click()
      const dialog = page.getByRole('dialog', { name: /administrator\?$/ })
      await dialog.getByRole('button', { name: what }).click()
    }
    await grant(adminUser.page, adminUser.email, 'Remove administrator')
    await expect(adminUser.page.getByText('This is the last administrator.')).toBeVisible()
    await expectNoAxeViolations(adminUser.page)

    const colleague = await administrator({ at: '/profile/admin/approvals' })
    await grant(adminUser.page, secondUser.email, 'Make administrator')
    await expect(adminUser.page.getByText('Submitted. A second person needs to approve it.')).toBeVisible()
    await reload(colleague.page)
    const requested = colleague.page
      .getByRole('listitem')
      .filter({ hasText: `Make ${secondUser.email} an administrator` })
    await requested.getByRole('button', { name: /^Approve/ }).click()
    await expect(secondUser.page.getByText('Administrator', { exact: true })).toBeVisible()
    await expect(secondUser.page.getByRole('tab', { name: 'Admin', exact: true })).toBeVisible()
    await secondUser.page.getByRole('button', { name: 'Profile', exact: true }).click()
    await expect(
      secondUser.page.getByRole('region', { name: 'Your account' }).getByText('Admin', { exact: true }),
    ).toBeVisible()

    await grant(adminUser.page, adminUser.email, 'Remove administrator')
    await expect(adminUser.page).toHaveURL(/\/profile$/)
    await expect(adminUser.page.getByRole('tab', { name: 'Admin', exact: true })).toHaveCount(0)
    await expect(adminUser.page.getByRole('combobox', { name: 'Account', exact: true })).toHaveCount(0)
  },
)

/** Gives a person sixty links for signing, `Renewal No.1 of …` to `Renewal No.60 of …`. */
const addRenewals = (site: Site, email: string) =>
  asOwner(
    site,
    signingLinksFrom(
      { user_id: 'id', filename: "'Renewal No.' || n || ' of ' || $1" },
      'user_profiles, generate_series(1, 60) n where email = $1',
    ),
    [email],
  )

slow(
  'an administrator filters and sorts all documents, views one over the list, and opens its owner’s page',
  async ({ administrator, site }) => {
    const { page } = await administrator(later)
    const investorUser = await newPerson(site)
    await addRenewals(site, investorUser.email)
    await visit(page, admin.people)
    await page
      .getByRole('navigation', { name: 'Office' })
      .getByRole('link', { name: /^Documents/ })
      .click()
    await page.getByRole('searchbox', { name: 'Owner' }).pressSequentially(investorUser.email)
    await expect(page.getByText('60 documents', { exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, A to Z')
    await expect(page.getByRole('row').nth(1)).toContainText('Renewal No.1 of')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(11)
    await page.getByRole('searchbox', { name: 'Name' }).fill('renewal no.17')
    await expect(page.getByText('1 document', { exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Type' }).selectOption('PDF')
    await expect(page.getByText('No documents found')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Signing link')

    // A document opens over the list, which is as it was when the document is closed again.
    await expect(page).toHaveURL(/type=link/)
    const place = page.url()
    await page.getByRole('link', { name: `View Renewal No.17 of ${investorUser.email}` }).click()
    await expect(page.getByRole('dialog', { name: `Renewal No.17 of ${investorUser.email}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(place)
    await expect(page.getByText('1 document', { exact: true })).toBeVisible()

    // Someone's documents are locked until it is confirmed, whatever link leads there.
    await page.getByRole('link', { name: `Open documents of ${investorUser.email}` }).click()
    await expect(page.getByRole('region', { name: `Manage documents for ${investorUser.email}?` })).toBeVisible()
    await page.goBack()

    // A name leads to the person's page, whose sections share one banner.
    await page.getByRole('link', { name: investorUser.email, exact: true }).click()
    await expect(page.getByRole('note')).toContainText(investorUser.email)
    await expectNoAxeViolations(page)
    const about = page.getByRole('navigation', { name: `About ${investorUser.email}` })
    await page.getByRole('textbox', { name: 'New remark' }).fill('Prefers calls in the morning.')
    await page.getByRole('button', { name: 'Add remark' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Prefers calls in the morning.' })).toBeVisible()
    await about.getByRole('link', { name: 'Sessions and rights' }).click()
    await expect(page.getByText('Signed in', { exact: false }).first()).toBeVisible()
    await expectNoAxeViolations(page)
    // Files can be added in any section, once it is confirmed whose they are; that leads to the documents.
    await page.getByLabel(`Add files for ${investorUser.email}`).setInputFiles(statement)
    const dialog = page.getByRole('dialog', { name: `Manage documents for ${investorUser.email}?` })
    await dialog.getByRole('button', { name: 'Manage documents' }).click()
    await expect(page.getByRole('note')).toContainText(`Documents of ${investorUser.email}`)
    await expect(page.getByText(`Delivered to ${investorUser.email}: statement.pdf`)).toBeInViewport()
    await expect(page.getByRole('row').filter({ hasText: 'statement.pdf' })).toBeVisible()
    await expect(page.getByRole('note')).toHaveCount(1)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of [admin.people, admin.documents]) {
      await visit(page, path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  },
)

slow(
  'without scripts the search of all documents is a form, and nothing is offered that has to be confirmed',
  async ({ administrator, site }) => {
    const { page } = await administrator({ javaScriptEnabled: false })
    await expect(page.getByRole('button', { name: 'Download as zip' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Force Delete' })).toBeHidden()
    const investorUser = await newPerson(site)
    await addRenewals(site, investorUser.email)
    await visit(page, admin.documents)
    await page.getByRole('searchbox', { name: 'Name' }).fill('renewal no.17')
    await page.getByRole('searchbox', { name: 'Owner' }).fill(investorUser.email)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('1 document', { exact: true })).toBeVisible()
  },
)
