import { sessionLifetime, sessionTick } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { signingLinksFrom } from '../../../server/sample/documents.ts'
import { scriptWith } from '../../../tests/e2e/built-scripts.ts'
import {
  expect,
  goOffline,
  later,
  newEmailAddress,
  type Person,
  pauseClock,
  signIn,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const slow = slowOf(test)

/** Lets the browser's clock run until 100 s before the end of a session that was just used. */
async function approachEnd({ page }: Person): Promise<void> {
  await page.clock.fastForward(sessionLifetime - 100_000)
}

/**
 * @param renewals what the first attempts to renew the session get: an HTTP status, an answer without a profile, or another site's; later
 *   ones succeed
 * @param mayAnswer waited for before an attempt is answered
 * @returns a function that says how often the browser has tried to renew it
 */
async function answerRenewals(
  { page }: Person,
  renewals: (number | 'no profile' | 'login page')[],
  mayAnswer = () => Promise.resolve(),
) {
  let attempts = 0
  await page.context().route('/api/session', async route => {
    const answer = await route.fetch()
    // The response is discarded if the test ends while the page is still requesting it.
    const body = await answer.json().catch(() => undefined)
    if (!body) return
    const status = route.request().method() === 'POST' ? (renewals[attempts++] ?? 200) : 200
    await mayAnswer()
    if (status === 'no profile') return route.fulfill({ response: answer, json: { ...body, profile: null } })
    // A network in between that wants a login first: whose session it speaks of isn't the site's.
    if (status === 'login page') return route.fulfill({ status: 401, contentType: 'text/html', body: '<html></html>' })
    if (status !== 200) return route.fulfill({ status, body: '' })
    await route.fulfill({ response: answer, json: body })
  })
  return () => attempts
}

/**
 * Opens the portal, whose HTML says who is signed in and until when, and waits until its timer of the session runs.
 * `window.waits` has what other timers of the page wait for, in milliseconds.
 */
async function visitUntilTimerRuns(page: Person['page']): Promise<void> {
  await page.addInitScript(tick => {
    const { setInterval, setTimeout } = window
    const waits: (number | undefined)[] = []
    const watched = {
      setInterval: (handler: () => void, delay?: number) => {
        if (delay === tick) Object.assign(window, { sessionTimer: true })
        return setInterval(handler, delay)
      },
      setTimeout: (handler: () => void, delay?: number) => {
        waits.push(delay)
        return setTimeout(handler, delay)
      },
    }
    Object.assign(window, { waits, ...watched })
  }, sessionTick)
  await visit(page, '/profile')
  await expect.poll(() => page.evaluate('window.sessionTimer')).toBe(true)
}

test('a page that was rendered for a person asks nobody who they are', async ({ investor }) => {
  const { page } = await investor(later)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  await visitUntilTimerRuns(page)
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  expect(requested).toContain('/profile')
  expect(requested).not.toContain('/api/session')
})

test('a session within three ticks of its end is renewed, with retries after 200 ms and 400 ms', async ({
  investor,
}) => {
  const person = await investor(later)
  const { page } = person
  let answer = () => {}
  const attempts = await answerRenewals(person, ['login page', 502], () => new Promise(resolve => (answer = resolve)))
  const waitsAfterAnswer = async (milliseconds: number) => {
    await page.evaluate('window.waits.length = 0')
    answer()
    await expect.poll(() => page.evaluate('window.waits')).toContain(milliseconds)
  }
  await page.clock.install()
  await visitUntilTimerRuns(page)
  await approachEnd(person)
  await pauseClock(page)
  // 100 s left are more than three ticks of 30 s; at the next tick 70 s are not.
  expect(attempts()).toBe(0)
  await page.clock.runFor(30_000)
  await expect.poll(attempts).toBe(1)
  await waitsAfterAnswer(200)
  await page.clock.runFor(199)
  expect(attempts()).toBe(1)
  await page.clock.runFor(1)
  await expect.poll(attempts).toBe(2)
  await waitsAfterAnswer(400)
  await page.clock.runFor(399)
  expect(attempts()).toBe(2)
  await page.clock.runFor(1)
  await expect.poll(attempts).toBe(3)
  // The page takes the renewed session over when it starts a timer for it.
  await page.evaluate('window.sessionTimer = false')
  answer()
  await expect.poll(() => page.evaluate('window.sessionTimer')).toBe(true)
  // It lasts for hours: no more renewals.
  await page.clock.runFor(90_000)
  expect(attempts()).toBe(3)
})

slow(
  'a session whose profile could not be read in time has not ended: the next tick tries again',
  async ({ investor }) => {
    const person = await investor(later)
    const { page } = person
    const attempts = await answerRenewals(person, ['no profile'])
    await page.clock.install()
    await visitUntilTimerRuns(page)
    await approachEnd(person)
    const menu = page.getByRole('button', { name: 'Profile', exact: true })
    await expect(menu).toBeVisible()
    await page.clock.runFor(30_000)
    await expect.poll(attempts).toBe(1)
    const attemptsAfterTick = async () => {
      await page.clock.runFor(30_000)
      return attempts()
    }
    // A tick at which the page still waits for the first answer doesn't try.
    await expect.poll(attemptsAfterTick).toBeGreaterThan(1)
    await expect(menu).toBeVisible()
  },
)

slow('a tab that fails to load the session does not notify other tabs', async ({ investor }) => {
  const { page, email } = await investor(later)
  // The channel also hears this tab: its own reading of the session has to be over before it listens.
  await visitUntilTimerRuns(page)
  await page.evaluate(() => {
    const received: unknown[] = []
    Object.assign(window, { received })
    new BroadcastChannel('promissory.session').onmessage = ({ data }) =>
      received.push(data.answer.profile?.email ?? null)
  })
  const other = await page.context().newPage()
  await other.route('/api/session', route => route.fulfill({ status: 503, body: '' }))
  const failed = other.waitForEvent('console', message => message.text() === 'Reading the session failed with 503')
  await visit(other, '/faq')
  await failed
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
  // Its next message is the first one received.
  await other.unroute('/api/session')
  await other.reload()
  await expect.poll(() => page.evaluate('window.received')).toEqual([email])
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
})

slow('a tab that failed to load the session tries again at the next tick', async ({ investor }) => {
  const { page } = await investor(later)
  await page.route('/api/session', route => route.fulfill({ status: 503, body: '' }))
  await page.clock.install()
  const failed = page.waitForEvent('console', message => message.text() === 'Reading the session failed with 503')
  await visit(page, '/faq')
  await failed
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.unroute('/api/session')
  let requested = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/session')) requested += 1
  })
  await page.clock.runFor(30_000)
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  await page.clock.runFor(90_000)
  expect(requested).toBe(1)
})

test('an open portal whose session has ended goes to the sign-in page at the next tick', async ({ investor, site }) => {
  const person = await investor(later)
  const { page, email } = person
  await page.route('/events*', route => route.abort())
  await page.clock.install()
  await visitUntilTimerRuns(page)
  await approachEnd(person)
  await asOwner(site, 'delete from auth.sessions using auth.users u where u.id = user_id and u.email = $1', [email])
  const scrolled = 'react-router-scroll-positions'
  await page.evaluate(key => sessionStorage.setItem(key, '{"default":700}'), scrolled)
  await page.clock.runFor(30_000)
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(key => sessionStorage.getItem(key), scrolled)).toBeNull()
})

test('every open tab follows a sign-in or sign-out in any tab', async ({ visitor, site }) => {
  const page = await visitor()
  const other = await page.context().newPage()
  await visit(other, '/faq')
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.bringToFront()
  await signIn(page, site, newEmailAddress('two-tabs'))
  await expect(other.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

/** Adds a signing link directly in the database, while the page is open. */
const addLink = (site: Site, email: string, name: string) =>
  asOwner(
    site,
    signingLinksFrom({ user_id: 'id', uploaded_by: 'null', filename: '$2' }, 'user_profiles where email = $1'),
    [email, name],
  )

test('a list catches up by itself after a lost connection', async ({ investor, site }) => {
  const { page, email, context } = await investor()
  await goOffline(page)
  await addLink(site, email, 'Sent while away')
  await context.setOffline(false)
  await expect(page.getByText('Sent while away')).toBeVisible()
})

slow('a menu whose script fails to load breaks nothing else, and works from the next page on', async ({ investor }) => {
  const { page } = await investor()
  const script = scriptWith('app/shell/layout/user-menu.tsx')
  await page.route(`**/${script}`, route => route.abort())
  const missing = page.waitForEvent('console', message => message.text().includes(script))
  await visit(page, '/faq')
  await missing
  const profile = page.getByRole('banner').getByRole('link', { name: 'Profile', exact: true })
  await expect(profile).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute(`**/${script}`)
  await profile.click()
  await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible()
})

test('a connection lost in the middle of a response leaves the list in place, with a retry button', async ({
  investor,
  site,
}) => {
  const { page, email } = await investor()
  // As in a browser: the response has started, and reading its body fails.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (!answer.url.includes('/profile.data')) return answer
      const body = new ReadableStream({ start: stream => stream.error(new TypeError('network error')) })
      return new Response(body, answer)
    }
    // Each further news of a change tries by itself, so nothing is mended before the button is pressed.
    addEventListener('click', () => Object.assign(window, { fetch }), { capture: true })
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

slow(
  'a code that signed in starts no minute; other code requests and unfinished uploads are forgotten at sign-out',
  async ({ visitor, site }) => {
    const page = await visitor()
    const [email, unused] = [newEmailAddress('forgetful'), newEmailAddress('unused')]
    await visit(page, '/login')
    await page.getByLabel('E-mail address').fill(unused)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('Verification code sent to your email')).toBeVisible()
    await signIn(page, site, email)
    // As of a file whose upload has not ended.
    await page.evaluate(() => localStorage.setItem('tus::promissory:id:Form 1099.pdf::1', '{}'))
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter(key => /^(promissory\.lastCode|tus::)/.test(key)))
    expect((await stored()).toSorted()).toEqual([
      `promissory.lastCode:${unused}`,
      'tus::promissory:id:Form 1099.pdf::1',
    ])
    await page.getByRole('button', { name: 'Profile', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    expect(await stored()).toEqual([])
  },
)

test('a success message disappears after three seconds', async ({ visitor, site }) => {
  const page = await visitor()
  await visit(page, '/login')
  await page.getByLabel('E-mail address').fill('notice@example.com')
  await page.clock.install()
  await pauseClock(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  const notice = page.getByText('Verification code sent to your email')
  await expect(notice).toBeVisible()
  // From the next frame, at most 16 ms away.
  await page.clock.runFor(2999)
  await expect(notice).toBeVisible()
  await page.clock.runFor(17)
  await expect(notice).toBeHidden()
  await site.mailbox.code('notice@example.com')
})

slow('a page that loads slowly says so, above the current page', async ({ investor }) => {
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

test('a page that fails says so, and offers to reload and to go back', async ({ visitor, site }) => {
  const page = await visitor()
  await visit(page, '/faq')
  // The browser can't parse the page's data.
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
