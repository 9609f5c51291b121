import type { Page } from '@playwright/test'
import {
  expect,
  expectNoAxeViolations,
  newEmailAddress,
  reload,
  signIn,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { makeStale, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { startSite } from '../../../tests/e2e/start-site.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

/** Gives a page's browser an authenticator that keeps passkeys and answers at once (WebAuthn level 3, section 11). */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const documents = (page: Page) => page.getByRole('heading', { name: 'Profile & Documents' })

test('a passkey is offered after a code, signs in, proves who is there, and is removed', async ({ visitor, site }) => {
  const page = await visitor()
  await withAuthenticator(page)
  // Autofill would sign in before the button is pressed: this authenticator answers at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const email = newEmailAddress('investor')
  await signIn(page, site, email)
  const offer = page.getByRole('complementary', { name: 'Passkeys' })
  // Someone new is asked who they are first.
  const who = page.getByRole('region', { name: 'Your details' })
  await expect(who).toBeVisible()
  await expect(offer).toBeHidden()
  await who.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toContainText('Sign in faster next time: add a passkey.')
  // It lies over nothing, and moves nothing.
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    expect(await offer.evaluate(shown => getComputedStyle(shown).position)).toBe('static')
  }
  await offer.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible()
  await expect(offer).toBeHidden()

  await page.getByRole('tab', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section.getByRole('listitem')).toContainText('Works on one device only')
  await section.getByRole('button', { name: 'Make recovery codes' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recovery = ''] = await codes.getByRole('listitem').allTextContents()
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section).toContainText('You have 10 unused recovery codes.')
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Sign out of this browser' }).click()
  await expect(page).toHaveURL('/')
  await visit(page, '/login?next=/profile/settings')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/profile/settings')
  await expect(section).toContainText('Last used')

  await makeStale(site, email)
  await section.getByRole('button', { name: 'Remove Chrome' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectNoAxeViolations(page)
  await proof.getByLabel('Recovery code').fill('nonsense')
  await proof.getByRole('button', { name: 'Use this code' }).click()
  await expect(proof).toContainText('This isn’t one of your unused recovery codes.')
  await proof.getByLabel('Recovery code').fill(recovery)
  await proof.getByRole('button', { name: 'Use this code' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
})

slow('autofill signs in with a passkey', async ({ visitor, site }) => {
  const page = await visitor()
  await withAuthenticator(page)
  await signIn(page, site, newEmailAddress('investor'))
  // Someone new is asked who they are first.
  await page.getByRole('region', { name: 'Your details' }).getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible()
  await visit(page, '/profile/settings')
  await page.getByRole('button', { name: 'Sign out of this browser' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await page.getByLabel('E-mail address').focus()
  await expect(documents(page)).toBeVisible()
})

test('a form that needs fresh proof is sent again once a code has confirmed who is there', async ({
  investor,
  site,
}) => {
  const { page, email } = await investor({ at: '/profile/settings' })
  await makeStale(site, email)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByRole('button', { name: 'Send code' }).click()
  await expect(proof.getByLabel('Verification code')).toBeFocused()
  // Nothing has gone wrong, so no error stands behind the dialog.
  await expect(page.getByText('Confirm that it’s you, then try again.')).toHaveCount(0)
  await proof.getByLabel('Verification code').fill(await site.mailbox.code(email))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  await expect(page.getByText('Verification code sent to your current email')).toBeVisible()

  await makeStale(site, email)
  await page.getByRole('link', { name: 'Download everything' }).click()
  await expect(proof).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Confirm that it’s you, then try again.')).toBeVisible()
})

slow('without scripts a page asks for the code and leads back', async ({ investor, visitor, site }) => {
  const { email, context } = await investor()
  const page = await visitor({ javaScriptEnabled: false })
  await page.context().addCookies((await context.storageState()).cookies)
  await makeStale(site, email)
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(page).toHaveURL('/profile/proof?next=%2Fprofile%2Fsettings&to=%2Fprofile%2Fsettings')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await page.getByLabel('Verification code').fill(await site.mailbox.code(email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/profile/settings')
})

slow('those who decide and need a passkey are led to adding one', async ({ browser }) => {
  const site = await startSite({ REQUIRE_ADMIN_PASSKEY: '1' })
  // Each has a browser of their own: a page that is left may still answer with its session's cookie.
  const pageOf = async ({ cookies }: Awaited<ReturnType<typeof newPerson>>) => {
    const context = await browser.newContext({ baseURL: site.url })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await withAuthenticator(page)
    return { page, [Symbol.asyncDispose]: () => context.close() }
  }
  try {
    await using administrator = await pageOf(await newPerson(site, { isAdmin: true }))
    await visit(administrator.page, '/profile/admin/messages')
    await expect(administrator.page).toHaveURL('/profile/proof?passkey&next=%2Fprofile%2Fadmin%2Fmessages')
    await expectNoAxeViolations(administrator.page)
    await administrator.page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(administrator.page).toHaveURL('/profile/admin/messages')
    await expect(administrator.page.getByText('Administrator', { exact: true })).toBeVisible()

    await using approver = await pageOf(await newPerson(site, { isApprover: true }))
    const { page } = approver
    await visit(page, '/profile')
    await expect(page).toHaveURL('/profile/proof?passkey')
    await page.getByRole('link', { name: 'Continue to your own documents' }).click()
    await expect(documents(page)).toBeVisible()
    await visit(page, '/profile/admin/approvals')
    await expect(page).toHaveURL('/profile/proof?passkey&next=%2Fprofile%2Fadmin%2Fapprovals')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page).toHaveURL('/profile/admin/approvals')
  } finally {
    await site.dispose()
  }
})

slow(
  'somebody without their passkey asks to change it after a week, and anyone who reads their mail stops that',
  async ({ investor, visitor, site }) => {
    const { page, email, id } = await investor({ at: '/profile/settings' })
    const section = page.getByRole('region', { name: 'Passkeys' })
    await expect(section).not.toContainText('Lost your passkey')
    await asOwner(
      site,
      "insert into auth.passkeys (user_id, credential_id, public_key, backed_up, name) values ($1, $2, '', false, 'Lost phone')",
      [id, `lost-${id}`],
    )
    await reload(page)
    const before = site.mailbox.count(email)
    await section.getByRole('button', { name: 'Change my passkeys after a week' }).click()
    await expect(page.getByText('We’ve e-mailed every address of your account. Come back in a week.')).toBeVisible()
    await expect(section).toContainText('You can change your passkeys without one from')
    await expectNoAxeViolations(page)
    const mail = await site.mailbox.to(email, before)
    const link = /^(http\S+\/stop#\S+)$/m.exec(mail.text ?? '')?.[1] ?? ''

    const elsewhere = await visitor()
    await visit(elsewhere, link)
    await expect(elsewhere.getByRole('heading', { name: 'If this wasn’t you' })).toBeVisible()
    await expect(elsewhere).toHaveURL('/stop')
    await expectNoAxeViolations(elsewhere)
    await elsewhere.getByRole('button', { name: 'This wasn’t me. Stop it' }).click()
    await expect(elsewhere.getByRole('heading', { name: 'Stopped' })).toBeVisible()
    await page.goto('/profile/settings')
    await expect(page).toHaveURL(/\/login/)
  },
)
