import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { archivesPerPerson } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import {
  expect,
  expectNoAxeViolations,
  goOffline,
  newEmailAddress,
  reload,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { settings } from '../../../tests/e2e/portal-paths.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { forgetLimits } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'

const slow = slowOf(test)

const androidPhone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** Resets the limits on code requests, on the server and in the browser. */
async function resetCodeLimits(page: Page, site: Site): Promise<void> {
  await forgetLimits(site)
  await page.evaluate(() => localStorage.clear())
}

/** @param press makes the site send a code to the address @returns the code */
async function codeAfter(site: Site, email: string, page: Page, press: () => Promise<void>): Promise<string> {
  const before = site.mailbox.messages.filter(({ to }) => to === email).length
  await press()
  const code = await site.mailbox.code(email, before)
  // The mail arrives before the answer that says so.
  await expect(page.getByLabel('Verification code')).toBeVisible()
  return code
}

const startChange = (page: Page) => page.getByRole('button', { name: 'Change e-mail' }).click()

slow('a new name appears at once in the menu and in other tabs', async ({ investor }) => {
  const { page, context } = await investor({ at: settings })
  const other = await context.newPage()
  await visit(other, '/profile')
  await expect(other.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
  // A background tab updates only once a second.
  await page.bringToFront()
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Full name').fill('  Iris Vestor ')
  await page.getByLabel('Organization').fill('Vestor & Co')
  // If the site is unavailable or the connection is lost, what was typed stays.
  const unavailable = { code: 'AWAY', message: messages.AWAY }
  await page.route('**/profile/settings/{account.data,mail}', route =>
    route.fulfill({ status: 503, json: unavailable }),
  )
  await save.click()
  await expect(page.getByText(unavailable.message)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('switch', { name: 'A document was added for you' }).click()
  await expect(page.getByText(unavailable.message)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'A document was added for you' })).toBeChecked()
  await page.unrouteAll()
  await goOffline(page)
  await save.click()
  await expect(page.getByText(messages.NO_CONNECTION)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('Organization')).toHaveValue('Vestor & Co')
  await save.click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Iris Vestor')
  for (const tab of [other, page]) {
    await tab.bringToFront()
    await tab.getByRole('button', { name: 'Profile', exact: true }).click()
    await expect(tab.getByRole('region', { name: 'Your account' }).getByText('Iris Vestor')).toBeVisible()
  }
  await expect(other.getByRole('banner').or(other.getByRole('main')).getByText('Iris Vestor').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Full name').fill('')
  await save.click()
  await expect(save).toBeDisabled()
  await reload(page)
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.getByLabel('Organization')).toHaveValue('Vestor & Co')
})

test('the e-mail address changes step by step, and the old one is notified', async ({ investor, visitor, site }) => {
  const { page, email } = await investor({ at: settings })
  const newEmail = newEmailAddress('changed')

  const first = await codeAfter(site, email, page, () => startChange(page))
  await expect(page.getByText('Verification code sent to your current email')).toBeVisible()
  await expect(page.getByText('Step 1 of 3', { exact: true })).toBeVisible()
  const code = page.getByLabel('Verification code')
  const go = page.getByRole('button', { name: 'Continue' })
  await expect(code).toBeFocused()
  await code.fill(`your code: ${first.slice(0, 3)}`)
  await expect(code).toHaveValue(first.slice(0, 3))
  await expect(go).toBeDisabled()
  await code.fill(String((Number(first) + 1) % 1_000_000).padStart(6, '0'))
  await go.click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await code.fill(first)
  await code.press('Enter')

  await expect(page.getByText('Email verified! Enter your new email address')).toBeVisible()
  await expect(page.getByText('Step 2 of 3', { exact: true })).toBeVisible()
  const named = page.getByLabel('New e-mail address')
  await expect(named).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled()
  await named.fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Please wait', { exact: false }).or(page.getByText(messages.EMAIL_SAME))).toBeVisible()
  // A mistyped address can be corrected.
  await named.fill(`x${newEmail}`)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: 'Use a different address' }).click()
  await expect(page.getByText('Step 2 of 3', { exact: true })).toBeVisible()
  await expect(named).toBeFocused()
  await expect(named).toHaveValue(`x${newEmail}`)
  await named.fill(newEmail)
  const second = await codeAfter(site, newEmail, page, () => page.getByRole('button', { name: 'Send code' }).click())
  await expect(page.getByText('Verification code sent to your new email')).toBeVisible()
  await expect(page.getByText('Step 3 of 3', { exact: true })).toBeVisible()

  await reload(page)
  await expect(page.getByText('Step 3 of 3', { exact: true })).toBeVisible()
  await expect(page.getByText(newEmail)).toBeVisible()
  const mails = site.mailbox.messages.filter(({ to }) => to === email).length
  await page.getByLabel('Verification code').fill(second)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(page.getByText('Email changed successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change e-mail' })).toBeFocused()
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your account' }).getByText(newEmail)).toBeVisible()

  const notice = await site.mailbox.to(email, mails)
  const link = /^(http\S+\/report#\S+)$/m.exec(notice.text ?? '')?.[1] ?? ''
  const reader = await visitor()
  await visit(reader, link)
  await expect(reader.getByRole('heading', { name: 'If this wasn’t you' })).toBeVisible()
  await expectNoAxeViolations(reader)
  // A lost connection leaves the page as it is.
  await goOffline(reader)
  await reader.getByRole('button', { name: /Lock the account/ }).click()
  await expect(reader.getByText(messages.NO_CONNECTION)).toBeVisible()
  await expect(reader.getByRole('heading', { name: 'If this wasn’t you' })).toBeVisible()
  await reader.context().setOffline(false)
  await forgetLimits(site)
  const back = await codeAfter(site, email, reader, () =>
    reader.getByRole('button', { name: /Lock the account/ }).click(),
  )
  await expect(reader.getByRole('heading', { name: 'Your account is locked' })).toBeFocused()
  await expect(page).toHaveURL(/\/login/)
  await expectNoAxeViolations(reader)
  await reader.getByLabel('Verification code').fill(back)
  await reader.getByRole('button', { name: 'Restore my account' }).click()
  await expect(reader.getByRole('heading', { name: 'Your account is restored' })).toBeFocused()
})

slow(
  'a refused code can be corrected while the page is still reloading its data, without losing a digit',
  async ({ investor, site }) => {
    const { page, email } = await investor({ at: settings })
    const right = await codeAfter(site, email, page, () => startChange(page))
    const code = page.getByLabel('Verification code')
    const refuse = async () => {
      await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'))
      await code.press('Enter')
      await expect(page.getByText('Invalid verification code')).toBeVisible()
    }
    const releaseReload = await holdReload(page)
    await refuse()
    await code.pressSequentially(right.slice(0, 3))
    await expect(code).toHaveValue(right.slice(0, 3))
    await releaseReload()
    await code.pressSequentially(right.slice(3))
    await expect(code).toHaveValue(right)

    await reload(page)
    const releaseLastReload = await holdReload(page)
    await refuse()
    await code.fill(right)
    await code.press('Enter')
    await releaseLastReload()
    await expect(page.getByText('Email verified! Enter your new email address')).toBeVisible()
  },
)

slow('a code can be sent while the answer that it was mailed is still on its way', async ({ investor, site }) => {
  const { page, context, email } = await investor({ at: settings })
  const other = await context.newPage()
  await visit(other, settings)
  await other.getByLabel('Full name').fill('Quincy Reader')
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route(
    url => url.pathname === '/profile/settings.data',
    async route => {
      if (!route.request().postData()?.includes('email-start')) return route.continue()
      const response = await route.fetch()
      await allowed
      await route.fulfill({ response })
    },
  )
  await startChange(page)
  const right = await site.mailbox.code(email)
  // A new name in another tab makes this one reload its data, and with it the next step.
  await other.getByRole('button', { name: 'Save changes' }).click()
  await page.getByLabel('Verification code').fill(right)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Email verified! Enter your new email address')).toBeVisible()
  allow()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Blocks the page from reloading its data. @returns a function that lets it, and waits until the page has applied it */
async function holdReload(page: Page): Promise<() => Promise<void>> {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const isPage = (url: URL) => url.pathname === '/profile/settings.data'
  await page.route(isPage, async route => {
    if (route.request().method() === 'GET') await allowed
    await route.continue()
  })
  return async () => {
    const read = page.waitForResponse(
      response => isPage(new URL(response.url())) && response.request().method() === 'GET',
    )
    allow()
    await read
    await page.unroute(isPage)
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}

slow(
  'every step can be canceled, which discards what was typed; a second code has to wait',
  async ({ investor, site }) => {
    const { page, email } = await investor({ at: settings })
    const newEmail = newEmailAddress('cancelled')
    const cancel = page.getByRole('button', { name: 'Cancel' })
    const idle = async () => {
      await cancel.click()
      await expect(page.getByText(/^Step \d of 3$/)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Change e-mail' })).toBeFocused()
    }

    await codeAfter(site, email, page, () => startChange(page))
    await page.getByLabel('Verification code').fill('123')
    await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
    await idle()
    await startChange(page)
    await expect(page.getByText(/^Please wait \d+ seconds before requesting another code$/)).toBeVisible()

    await resetCodeLimits(page, site)
    const code = await codeAfter(site, email, page, () => startChange(page))
    await expect(page.getByLabel('Verification code')).toHaveValue('')
    await page.getByLabel('Verification code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('New e-mail address').fill(newEmail)
    await idle()

    await resetCodeLimits(page, site)
    const again = await codeAfter(site, email, page, () => startChange(page))
    await page.getByLabel('Verification code').fill(again)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('New e-mail address')).toHaveValue('')
    await page.getByLabel('New e-mail address').fill(newEmail)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('Step 3 of 3', { exact: true })).toBeVisible()
    await idle()
    await reload(page)
    await expect(page.getByRole('button', { name: 'Change e-mail' })).toBeVisible()
    await expect(page.getByText(/^Step \d of 3$/)).toHaveCount(0)
  },
)

slow('a browser that is signed out from another one goes to the sign-in page', async ({ investor, anotherBrowser }) => {
  const person = await investor({ at: settings })
  const { page } = person
  const there = await anotherBrowser(person, { userAgent: androidPhone })
  await reload(page)
  await expect(page.getByText('This browser', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: /^Sign out Chrome on Android phone/ }).click()
  await expect(page.getByText('Chrome on Android phone')).toHaveCount(0)
  await expect(there).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Sign out all others' })).toHaveCount(0)
})

slow('a person can download their data as one archive', async ({ investor }) => {
  const { page, email } = await investor({ at: settings })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Larkstone, your data, \d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(await readFile(await file.path()))
  const profile = files.find(({ name }) => name === 'profile.json')
  expect(JSON.parse(profile?.content.toString() ?? '{}')).toMatchObject({ email })

  // Requested too often, it is an error message, never a downloaded page.
  for (let again = 1; again < archivesPerPerson; again++) await page.request.get('/files/everything')
  await page.getByRole('link', { name: 'Download everything' }).click()
  await expect(
    page.getByText(/^You’ve downloaded this archive .* Wait \d+ (minutes|seconds), then try again\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(
    page.getByText(/^You’ve downloaded this archive .* Wait \d+ (minutes|seconds), then try again\.$/),
  ).toHaveCount(0)
})

slow('the settings are accessible at every step, on a phone', async ({ investor, site }) => {
  const { page, email } = await investor({ at: settings })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoAxeViolations(page)
  const field = page.getByLabel('Verification code')
  const notice = page.getByText('Verification code sent to your current email')
  const code = await codeAfter(site, email, page, async () => {
    await startChange(page)
    await expect(field).toBeFocused()
    // It says so somewhere else than over the field.
    const boxes = async () => [await notice.boundingBox(), await field.boundingBox()]
    await expect
      .poll(async () => {
        const [said, typed] = await boxes()
        return said && typed && (said.y > typed.y + typed.height || typed.y > said.y + said.height)
      })
      .toBe(true)
  })
  await expect(page.getByText('Step 1 of 3', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await field.fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Step 2 of 3', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(fits)).toBe(true)
})

slow('the settings work without scripts', async ({ investor, site }) => {
  const { page, email } = await investor({ at: settings, javaScriptEnabled: false })
  await page.getByLabel('Full name').fill('Without Script')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Without Script')
  await codeAfter(site, email, page, () => startChange(page))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Change e-mail' })).toBeVisible()
})
