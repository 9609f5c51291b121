import type { Page } from '@playwright/test'
import { asOwner } from '../helpers/owner.ts'
import type { Site } from '../helpers/server.ts'
import { expect, type Person, signIn, test, visit } from './fixtures.ts'
import { makeStale, newSessionCookies } from './signed-in-person.ts'

/* What was typed survives a session that has ended, for the same person, in the same tab, on every form. */

const kept = (page: Page) =>
  page.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.startsWith('promissory.typed')))

/** Presses a button, unless the page has heard by its live updates that the session has ended, and gone to the sign-in. */
async function pressIfThere(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
}

async function endSessions(site: Site, { id }: Pick<Person, 'id'>): Promise<void> {
  await asOwner(site, 'delete from auth.sessions where user_id = $1', [id])
}

test('a message is there again after a session that has ended, and nothing of it is kept afterward', async ({
  investor,
  site,
}) => {
  const person = await investor({ at: '/profile/messages/new' })
  const { page } = person
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Your message').fill('Long and thoughtful words.')
  await endSessions(site, person)
  await pressIfThere(page, 'Send')
  await expect(page).toHaveURL(/\/login\?next=/)
  expect(JSON.stringify(await kept(page))).toContain('Long and thoughtful words.')
  await signIn(page, site, person.email, { from: page.url(), to: 'Messages' })
  await expect(page).toHaveURL(/\/profile\/messages\/new/)
  await expect(page.getByLabel('Subject')).toHaveValue('A question')
  await expect(page.getByLabel('Your message')).toHaveValue('Long and thoughtful words.')
  expect(await kept(page)).toEqual([])
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Long and thoughtful words.')).toBeVisible()
})

test('what was typed is for nobody else, and gone after a sign-out', async ({ investor, site }) => {
  const person = await investor({ at: '/profile/settings' })
  const other = await investor({ at: 'about:blank' })
  const { page } = person
  const typeAndLose = async () => {
    await page.getByLabel('Full name').fill('Only Mine')
    await endSessions(site, person)
    await pressIfThere(page, 'Save changes')
    await expect(page).toHaveURL(/\/login\?next=/)
    expect(JSON.stringify(await kept(page))).toContain('Only Mine')
  }
  await typeAndLose()
  await signIn(page, site, other.email, { from: page.url(), to: 'Settings' })
  await expect(page).toHaveURL(/\/profile\/settings/)
  await expect.poll(() => kept(page)).toEqual([])
  await expect(page.getByLabel('Full name')).toHaveValue('')

  await person.context.clearCookies()
  await person.context.addCookies(await newSessionCookies(site, person.id))
  await visit(page, '/profile/settings')
  await typeAndLose()
  await signIn(page, site, person.email, { from: page.url(), to: 'Settings' })
  await expect(page.getByLabel('Full name')).toHaveValue('Only Mine')
  await page.evaluate(() => sessionStorage.setItem('promissory.typed:/profile/elsewhere', '{"owner":"","forms":[]}'))
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect(await kept(page)).toEqual([])
})

test('without scripts, a form that needs proof first is held, and then sent with all that was typed', async ({
  administrator,
  investor,
  site,
}) => {
  const { id } = await investor({ at: 'about:blank' })
  const { page, email } = await administrator({ at: 'about:blank', javaScriptEnabled: false })
  await makeStale(site, email, 11 * 60)
  await page.goto(`/profile/messages/new?user=${id}`)
  await page.getByLabel('Subject').fill('How to “pay” <us>')
  const words = 'Your “statement” is <here>.\nRead its second page.'
  await page.getByRole('textbox', { name: /message/i }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await page.getByLabel('Verification code').fill(await site.mailbox.code(email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'How to “pay” <us>' })).toBeVisible()
  await expect(page.getByText('Read its second page.')).toBeVisible()
})
