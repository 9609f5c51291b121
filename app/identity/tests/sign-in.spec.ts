import { freeCodesPerAddress } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import {
  expect,
  expectNoAxeViolations,
  goOffline,
  newEmailAddress,
  signIn,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { settings } from '../../../tests/e2e/portal-paths.ts'
import { newClientIp, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { apiFor } from '../../../tests/helpers/api.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

test('a visitor signs in with the code from the e-mail and finds a portal without documents', async ({
  visitor,
  site,
}) => {
  const page = await visitor()
  await signIn(page, site, newEmailAddress('new'))
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Admin' })).toHaveCount(0)
  await expect(page.getByText('Administrator')).toHaveCount(0)
})

test('the menu shows who is signed in, and signing out leads home and ends the session', async ({ investor }) => {
  const { page, email, context } = await investor()
  const cookies = await context.cookies()
  await page.getByRole('button', { name: 'Profile' }).click()
  const menu = page.getByRole('region', { name: 'Your account' })
  await expect(menu.getByText('User', { exact: true })).toBeVisible()
  await expect(menu.getByText(email)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.mouse.click(40, 500)
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Profile' }).click()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await context.addCookies(cookies)
  await visit(page, '/profile')
  await expect(page).toHaveURL(/\/login/)
})

slow('signing out in one tab signs out the other too', async ({ investor }) => {
  const { page, context } = await investor()
  const other = await context.newPage()
  await visit(other, '/profile')
  await expect(other.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL(/\/login/)
})

slow(
  'signing out everywhere asks first, ends the session in another browser, and says what it did',
  async ({ investor, anotherBrowser }) => {
    const here = await investor({ at: settings })
    const there = await anotherBrowser(here)
    await here.page.reload()
    const { page } = here
    const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
    await everywhere.click()
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
    await expect(dialog).toContainText('This ends all 2 of your sessions')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Keep me signed in' }).click()
    await expect(everywhere).toBeFocused()
    await everywhere.click()
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('You’re signed out everywhere. All 2 of your sessions have ended.')).toBeVisible()
    await expect(there).toHaveURL(/\/login/)
  },
)

slow(
  'the portal redirects to sign-in and back, and the sign-in page redirects a signed-in person to the portal',
  async ({ visitor, site }) => {
    const page = await visitor()
    await visit(page, settings)
    await expect(page).toHaveURL(/\/login/)
    const email = newEmailAddress('returning')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Verification code').fill(await site.mailbox.code(email))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(settings)
    await visit(page, '/login')
    await expect(page).toHaveURL('/profile')
  },
)

test('the sign-in page says when there is no connection, keeps the address, and follows a sign-in in another tab', async ({
  visitor,
  site,
}) => {
  const page = await visitor()
  await visit(page, `/login?next=${settings}`)
  const email = newEmailAddress('offline')
  await page.getByLabel('E-mail address').fill(email)
  await goOffline(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(messages.NO_CONNECTION)).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await page.context().setOffline(false)
  const other = await page.context().newPage()
  await signIn(other, site, newEmailAddress('other-tab'))
  await expect(page).toHaveURL(settings)
})

slow(
  '/auth/callback redirects to the portal with a session, and to sign-in without one',
  async ({ visitor, investor }) => {
    const stranger = await visitor()
    await stranger.goto('/auth/callback')
    await expect(stranger).toHaveURL(/\/login/)
    const { page } = await investor({ at: '/auth/callback' })
    await expect(page).toHaveURL('/profile')
  },
)

test('the e-mail address must be valid, and the button is disabled until one is entered', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/login')
  const send = page.getByRole('button', { name: 'Send code' })
  // With a mouse one can type at once.
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await expect(send).toBeDisabled()
  await page.getByLabel('E-mail address').fill('   ')
  await expect(send).toBeDisabled()
  await page.getByLabel('E-mail address').fill('someone')
  await send.click()
  const problem = page.getByText('Enter an e-mail address such as name@example.com.')
  await expect(problem).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  // It leaves with the first change, and is said again of what is sent next.
  await page.getByLabel('E-mail address').fill('someone else')
  await expect(problem).toHaveCount(0)
  await send.click()
  await expect(problem).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toBeFocused()
})

test('the code field takes six digits from what is typed or pasted, and a wrong code is reported', async ({
  visitor,
  site,
}) => {
  const page = await visitor()
  const email = newEmailAddress('typing')
  await visit(page, '/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabel('Verification code')
  const go = page.getByRole('button', { name: 'Continue' })
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.pressSequentially('12ab3')
  await expect(code).toHaveValue('123')
  await expect(go).toBeDisabled()
  const right = await site.mailbox.code(email)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  await code.fill(`code: ${wrong.slice(0, 3)} ${wrong.slice(3)} `)
  await expect(code).toHaveValue(wrong)
  await go.click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await code.fill(right)
  await go.click()
  await expect(page).toHaveURL('/profile')
})

slow('a second code within a minute is refused in the browser, with the seconds left', async ({ visitor, site }) => {
  const page = await visitor()
  const email = newEmailAddress('hasty')
  await visit(page, '/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await site.mailbox.code(email)
  await page.getByRole('button', { name: 'Back to email' }).click()
  await expect(page.getByText('Verification code sent to your email')).toBeHidden()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(/^Please wait \d+ seconds before requesting another code$/)).toBeVisible()
  expect(site.mailbox.messages.filter(({ to }) => to === email)).toHaveLength(1)
})

slow('the server refuses a second code if the browser has no record of the first', async ({ visitor }) => {
  const email = newEmailAddress('twice')
  const page = await visitor()
  for (const outcome of [
    'Verification code sent to your email',
    /^Too many requests\. Please wait \d+ seconds before trying again\.$/,
  ]) {
    await visit(page, '/login')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText(outcome)).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  }
})

slow(
  'someone with an account types a second code in a new browser, and the next time only one',
  async ({ visitor, site }) => {
    const { email } = await newPerson(site)
    const page = await visitor()
    await visit(page, '/login')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    const [code = '', second = ''] = await site.mailbox.codes(email)
    await page.getByLabel('Verification code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This browser is new. Type the second code from the same e-mail.')).toBeVisible()
    const field = page.getByLabel('Second verification code')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await field.fill(String((Number(second) + 1) % 1_000_000).padStart(6, '0'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Invalid verification code')).toBeVisible()
    await expectNoAxeViolations(page)
    await field.fill(second)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/profile')

    await page.getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await visit(page, '/login')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Verification code').fill(await site.mailbox.code(email, 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/profile')
  },
)

slow('the second code works without scripts', async ({ visitor, site }) => {
  const { email } = await newPerson(site)
  const page = await visitor({ javaScriptEnabled: false })
  await visit(page, '/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const [code = '', second = ''] = await site.mailbox.codes(email)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Second verification code').fill(second)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/profile')
})

slow(
  'where many codes went unused, the browser computes before it gets one, and without scripts it waits',
  async ({ visitor, site }) => {
    const email = newEmailAddress('flooded')
    for (let i = 0; i < freeCodesPerAddress; i++) {
      await apiFor(site.url, { ip: newClientIp() }).askCode(email)
      await site.mailbox.code(email, i)
    }
    const plain = await visitor({ javaScriptEnabled: false })
    await visit(plain, '/login')
    await plain.getByLabel('E-mail address').fill(email)
    await plain.getByRole('button', { name: 'Send code' }).click()
    await expect(plain.getByText(/^Too many requests. Please wait \d+ seconds before trying again.$/)).toBeVisible()

    const page = await visitor()
    await visit(page, '/login')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('heading', { name: 'Checking your browser…' })).toBeVisible()
    await page.getByLabel('Verification code').fill(await site.mailbox.code(email, freeCodesPerAddress))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/profile')
  },
)

slow('creating an account has its own heading and works like signing in', async ({ visitor, site }) => {
  const page = await visitor()
  const email = newEmailAddress('creating')
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Verification code').fill(await site.mailbox.code(email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/profile')
})

test('signing in works without scripts', async ({ visitor, site }) => {
  const page = await visitor({ javaScriptEnabled: false })
  const email = newEmailAddress('plain')
  await visit(page, '/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').fill(await site.mailbox.code(email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
})

slow('the testimonials rotate from visit to visit', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 1440, height: 900 } })
  const seen: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    await visit(page, '/login')
    const finding = page.getByRole('figure').filter({ visible: true })
    await expect(finding).toBeVisible()
    seen.push((await finding.textContent()) ?? '')
  }
  expect(new Set(seen.slice(0, 3)).size).toBe(3)
  expect(seen[3]).toBe(seen[0])
})
