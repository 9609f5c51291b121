import { messages } from '../../rules/messages.ts'
import { asOwner } from '../helpers/owner.ts'
import type { TestServer } from '../helpers/server.ts'
import { expect, goOffline, newAddress, type Person, signIn, test, visit } from './fixtures.ts'

/** The session's end as the browser is told it, this many milliseconds from now. */
async function endsIn({ page }: Person, milliseconds: number, renewals: (number | 'no profile')[]) {
  let renewed = 0
  await page.context().route('/api/session', async route => {
    const answer = await route.fetch()
    // Disposed of where the story ends while the page still asks.
    const body = await answer.json().catch(() => undefined)
    if (!body) return
    if (route.request().method() === 'POST') {
      const status = renewals[renewed++] ?? 200
      if (status === 'no profile') return route.fulfill({ response: answer, json: { ...body, profile: null } })
      if (status !== 200) return route.fulfill({ status, body: '' })
      return route.fulfill({ response: answer, json: body })
    }
    const expires_at = new Date(Date.parse(body.server_time) + milliseconds).toISOString()
    await route.fulfill({ response: answer, json: { ...body, expires_at } })
  })
  return () => renewed
}

test('a session within three ticks of its end is renewed, after 200 ms and 400 ms where the server is away', async ({
  investor,
}) => {
  const person = await investor()
  const { page } = person
  const renewed = await endsIn(person, 100_000, [503, 502])
  await page.clock.install()
  await visit(page, '/profile')
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
  // 100 s left are more than three ticks of 30 s; at the next look 70 s are not.
  expect(renewed()).toBe(0)
  await page.clock.runFor(30_000)
  await expect.poll(renewed).toBe(1)
  await page.clock.runFor(199)
  expect(renewed()).toBe(1)
  await page.clock.runFor(1)
  await expect.poll(renewed).toBe(2)
  await page.clock.runFor(399)
  expect(renewed()).toBe(2)
  await page.clock.runFor(1)
  await expect.poll(renewed).toBe(3)
  // The renewed session is good for hours: nobody asks again.
  await page.clock.runFor(90_000)
  expect(renewed()).toBe(3)
})

test('a session whose profile could not be read in time has not ended: the next tick looks again', async ({
  investor,
}) => {
  const person = await investor()
  const { page } = person
  const renewed = await endsIn(person, 80_000, ['no profile'])
  await page.clock.install()
  await visit(page, '/profile')
  const menu = page.getByRole('button', { name: 'Profile', exact: true })
  await expect(menu).toBeVisible()
  await page.clock.runFor(30_000)
  await expect.poll(renewed).toBe(1)
  await page.clock.runFor(30_000)
  await expect.poll(renewed).toBe(2)
  await expect(menu).toBeVisible()
})

test('a tab that cannot read who is signed in says nothing of it to the others', async ({ investor }) => {
  const { page, email } = await investor()
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    new BroadcastChannel('promissory.session').onmessage = ({ data }) => heard.push(data.answer.profile?.email ?? null)
  })
  const other = await page.context().newPage()
  await other.route('/api/session', route => route.fulfill({ status: 503, body: '' }))
  const failed = other.waitForEvent('console', message => message.text() === 'Reading the session failed with 503')
  await visit(other, '/faq')
  await failed
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
  // What it says next is the first that is heard.
  await other.unroute('/api/session')
  await other.reload()
  await expect.poll(() => page.evaluate('window.heard')).toEqual([email])
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
})

test('a tab that could not read who is signed in finds out at the next tick', async ({ investor }) => {
  const { page } = await investor()
  await page.route('/api/session', route => route.fulfill({ status: 503, body: '' }))
  await page.clock.install()
  const failed = page.waitForEvent('console', message => message.text() === 'Reading the session failed with 503')
  await visit(page, '/faq')
  await failed
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.unroute('/api/session')
  let asked = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/session')) asked += 1
  })
  await page.clock.runFor(30_000)
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  await page.clock.runFor(90_000)
  expect(asked).toBe(1)
})

test('an open portal whose session has ended goes to the sign-in at the next look', async ({ investor, site }) => {
  const person = await investor()
  const { page, email } = person
  await endsIn(person, 80_000, [])
  await page.route('/events*', route => route.abort())
  await page.clock.install()
  await visit(page, '/profile')
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  await asOwner(site, 'delete from auth.sessions using auth.users u where u.id = user_id and u.email = $1', [email])
  await page.clock.runFor(30_000)
  await expect(page).toHaveURL(/\/login/)
})

test('every open tab hears of signing in and signing out, whichever it happened in', async ({ visitor, site }) => {
  const page = await visitor()
  const other = await page.context().newPage()
  await visit(other, '/faq')
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.bringToFront()
  await signIn(page, site, newAddress('two-tabs'))
  await expect(other.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

/** A document that comes from elsewhere, while the page is open. */
const addLink = (site: TestServer, email: string, name: string) =>
  asOwner(
    site,
    `insert into documents (user_id, filename, mime_type, file_size, is_external_link, external_url, file_type)
     select id, $2, 'application/docusign', 0, true, 'https://sign.example/1', 'docusign'
     from user_profiles where email = $1`,
    [email, name],
  )

test('a list whose line was cut catches up by itself', async ({ investor, site }) => {
  const { page, email, context } = await investor()
  await goOffline(page)
  await addLink(site, email, 'Sent while away')
  await context.setOffline(false)
  await expect(page.getByText('Sent while away')).toBeVisible()
})

test('a menu whose script cannot be had takes nothing with it, and comes with the next page', async ({ investor }) => {
  const { page } = await investor()
  await page.route(/user-menu/, route => route.abort())
  await page.reload()
  const profile = page.getByRole('banner').getByRole('link', { name: 'Profile', exact: true })
  await expect(profile).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
  await page.unroute(/user-menu/)
  await profile.click()
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
})

test('a line that breaks in the middle of an answer leaves the list where it is, with a way on', async ({
  investor,
  site,
}) => {
  const { page, email } = await investor()
  // As a browser does it: the answer has begun, and reading on fails.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = async (...question) => {
      const answer = await fetch(...question)
      if (!answer.url.includes('/profile.data')) return answer
      window.fetch = fetch
      const body = new ReadableStream({ start: stream => stream.error(new TypeError('network error')) })
      return new Response(body, answer)
    }
  })
  await addLink(site, email, 'Sent meanwhile')
  await expect(page.getByText(messages.NO_CONNECTION)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Sent meanwhile')).toBeVisible()
})

test('a sign-out that fails says why, in a banner that can be dismissed', async ({ investor }) => {
  const { page } = await investor()
  await page.route('/api/sign-out', route =>
    route.fulfill({ status: 503, json: { code: 'AWAY', message: messages.AWAY } }),
  )
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const menu = page.getByRole('region', { name: 'Your account' })
  await expect(menu.getByText(`Failed to sign out: ${messages.AWAY}`)).toBeVisible()
  await menu.getByRole('button', { name: 'Dismiss' }).click()
  await expect(menu.getByRole('alert')).toBeEmpty()
  await page.unroute('/api/sign-out')
  await page.route('/api/sign-out', route => route.abort())
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(menu.getByText(/^Sign out error: /)).toBeVisible()
})

test('the last times a code was asked for are forgotten at sign-out', async ({ visitor, site }) => {
  const page = await visitor()
  const email = newAddress('forgetful')
  await signIn(page, site, email)
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('promissory.lastCode')))
  expect(await kept()).toEqual([`promissory.lastCode:${email}`])
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  expect(await kept()).toEqual([])
})

test('good news is gone after three seconds', async ({ visitor, site }) => {
  const page = await visitor()
  await visit(page, '/login')
  await page.getByLabel('E-mail address').fill('notice@example.com')
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.getByRole('button', { name: 'Send code' }).click()
  const notice = page.getByText('Verification code sent to your email')
  await expect(notice).toBeVisible()
  await page.clock.runFor(2999)
  await expect(notice).toBeVisible()
  await page.clock.runFor(1)
  await expect(notice).toBeHidden()
  await site.mailbox.code('notice@example.com')
})

test('a page that takes its time says so, over what is there', async ({ investor }) => {
  const { page } = await investor()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/profile/settings.data*', async route => {
    await answered
    await route.continue()
  })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible()
  answer()
  await expect(page.getByRole('status').getByText('Loading...')).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
})

test('a page that breaks says so, and leads on by reload and by going back', async ({ visitor, site }) => {
  const page = await visitor()
  await visit(page, '/faq')
  // The browser cannot read what the page needs: its data is nonsense.
  await page.route(/login\.data/, route => route.fulfill({ contentType: 'text/x-script', body: 'nonsense' }))
  await expect(page.locator('html')).toHaveAttribute('data-ready', '')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(
    page
      .getByText('We’re sorry, but something unexpected happened. Please try refreshing the page.')
      .or(page.getByText("We're sorry, but something unexpected happened. Please try refreshing the page.")),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(`${site.url}/faq`)
})
