import { readFile } from 'node:fs/promises'
import { messages } from '../../../rules/messages.ts'
import { expect, expectNoAxeViolations, goOffline, reload, test, visit } from '../../../tests/e2e/fixtures.ts'
import { settings } from '../../../tests/e2e/portal-paths.ts'
import { cookieOf, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { apiFor } from '../../../tests/helpers/api.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner, forgetLimits } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const slow = slowOf(test)

const statement = new URL('../../../tests/fixtures/files/statement.pdf', import.meta.url)

/** An administrator uploads a document for a person, and the ten-minute notification delay is skipped. */
async function upload(site: Site, userId: string): Promise<void> {
  const { cookies } = await newPerson(site, { isAdmin: true })
  const api = apiFor(site.url, { cookie: cookieOf(cookies) })
  await api.upload({ filename: 'statement.pdf', content: await readFile(statement), metadata: { userId } })
  const { rowCount } = await asOwner(
    site,
    "update jobs.job set start_after = now() where name = 'send-notices' and data->>'user_id' = $1",
    [userId],
  )
  expect(rowCount).toBe(1)
}

slow(
  'an e-mail about a new document links to it, even on a phone where somebody else is signed in',
  async ({ visitor, site }) => {
    const [investorUser, other] = [await newPerson(site), await newPerson(site)]
    const before = site.mailbox.messages.filter(({ to }) => to === investorUser.email).length
    await upload(site, investorUser.id)
    const mail = await site.mailbox.to(investorUser.email, before)
    expect(mail.text).not.toContain('statement.pdf')
    const link = /^http\S+\/profile\?document=\S+$/m.exec(mail.text ?? '')?.[0] ?? ''

    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const page = await visitor(phone)
    await page.context().addCookies(other.cookies)
    await visit(page, link)
    await expect(page.getByText(`You’re signed in as ${other.email}`)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Sign in with another address' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await forgetLimits(site)
    const codes = site.mailbox.messages.filter(({ to }) => to === investorUser.email).length
    await page.getByLabel('E-mail address').fill(investorUser.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    const [code = '', second = ''] = await site.mailbox.codes(investorUser.email, codes)
    await page.getByLabel('Verification code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Second verification code').fill(second)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(link)
    await expect(page.getByRole('dialog', { name: 'statement.pdf' })).toBeVisible()
  },
)

slow(
  'e-mail settings are switches that save at once and apply to the next notification',
  async ({ investor, site }) => {
    const { id, page, email } = await investor({ at: settings })
    const added = page.getByRole('switch', { name: 'A document was added for you' })
    await expect(added).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Include document names in e-mail' })).not.toBeChecked()
    await expectNoAxeViolations(page)
    await added.click()
    await expect(page.getByText('Mail settings saved')).toBeVisible()
    await reload(page)
    await expect(added).not.toBeChecked()

    const before = site.mailbox.messages.filter(({ to }) => to === email).length
    await upload(site, id)
    await eventually('the end of the notification delay', async () => {
      const { rows } = await asOwner(site, 'select mail_id, taken_at from notices where user_id = $1', [id])
      return rows[0]?.taken_at && rows[0].mail_id === null
    })
    expect(site.mailbox.messages.filter(({ to }) => to === email)).toHaveLength(before)
  },
)

slow('a setting that cannot be saved says so and switches back', async ({ investor }) => {
  const { page, context } = await investor({ at: settings })
  const names = page.getByRole('switch', { name: 'Include document names in e-mail' })
  await expect(names).not.toBeChecked()
  await goOffline(page)
  await names.click()
  await expect(page.getByText(messages.NO_CONNECTION)).toBeVisible()
  await expect(names).not.toBeChecked()
  await context.setOffline(false)
  await names.click()
  await expect(page.getByText('Mail settings saved')).toBeVisible()
  await expect(names).toBeChecked()
})

slow('without scripts the settings are a form with a button', async ({ investor, visitor }) => {
  const { context } = await investor()
  const page = await visitor({ javaScriptEnabled: false, storageState: await context.storageState() })
  await visit(page, settings)
  await page.getByRole('switch', { name: 'Your delete request was decided' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByRole('switch', { name: 'Your delete request was decided' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'A document was added for you' })).toBeChecked()
})
