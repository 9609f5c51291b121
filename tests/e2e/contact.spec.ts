import type { Page } from '@playwright/test'
import { messages } from '../../rules/messages.ts'
import { asOwner } from '../helpers/owner.ts'
import { expect, expectNoAxeViolationsByDayAndNight, goOffline, newAddress, test, visit } from './fixtures.ts'

/** Fills in who one is. */
async function introduce(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Vera Visitor')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Phone/).fill('(512) 555-0199')
}

/** Presses a form's button; whoever is quicker than a reader is asked to press once more. */
async function press(page: Page, name: string, until: string): Promise<void> {
  await expect(async () => {
    // The answer may have come while we were not looking, and the button is gone then.
    if (!(await page.getByText(until).isVisible())) await page.getByRole('button', { name }).click({ timeout: 1000 })
    await expect(page.getByText(until)).toBeVisible({ timeout: 2000 })
  }).toPass()
}

/** The first free time that the page offers: its address in time (UTC) and its choice. */
async function chooseTime(page: Page, nth = 0): Promise<string> {
  const time = page.getByRole('radio').nth(nth)
  await time.check()
  return (await time.getAttribute('value')) ?? ''
}

test('a visitor writes to the fund, and what they typed stays while they mend it', async ({ visitor, site }) => {
  const page = await visitor()
  const email = newAddress('writer')
  await visit(page, '/contact')
  await expect(page.getByRole('radio', { name: 'I have a question' })).toBeChecked()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Amount (optional)').selectOption('$500K - $999K')
  await page.getByLabel('Message').fill('How is a note secured?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Message')).toHaveValue('How is a note secured?')
  await page.getByLabel('Name', { exact: true }).fill('Vera Visitor')
  await press(page, 'Send message', 'Thank you. We have your message.')
  const mail = await site.mailbox.to(email)
  expect(mail.subject).toBe('Larkstone has your message')
  const { rows } = await asOwner(site, 'select * from messages where email = $1', [email])
  expect(rows).toMatchObject([{ name: 'Vera Visitor', topic: 'question', amount_range: '$500K - $999K' }])
})

test('a line that breaks costs a visitor nothing, and what they send again is not kept twice', async ({
  visitor,
  site,
}) => {
  const page = await visitor()
  const email = newAddress('train')
  await visit(page, '/contact')
  await introduce(page, email)
  await page.getByLabel('Message').fill('Written in a tunnel.')
  const unreachable = page.getByText(messages.NO_CONNECTION)
  const send = () => page.getByRole('button', { name: 'Send message' }).click()
  await goOffline(page)
  await send()
  await expect(unreachable).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Written in a tunnel.')
  await page.context().setOffline(false)
  // It arrives, and its answer does not.
  const kept = () => asOwner(site, 'select message from messages where email = $1', [email])
  let lost = false
  await page.route(/\/contact\.data/, async route => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    // Whoever is quicker than a reader is asked to press once more.
    lost = (await kept()).rows.length > 0
    await (lost ? route.abort() : route.fulfill({ response }))
  })
  await expect(async () => {
    await send()
    await expect.poll(() => lost, { timeout: 2000 }).toBe(true)
  }).toPass()
  await expect(unreachable).toBeVisible()
  await page.unroute(/\/contact\.data/)
  await press(page, 'Send message', 'Thank you. We have your message.')
  expect((await kept()).rows).toEqual([{ message: 'Written in a tunnel.' }])
})

test('a visitor who wants a consultation finds the page saying so and the choice made', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/contact')
  // As the buttons Ask the Founder, Get Started and Contact Us Now lead here.
  await page.evaluate(() => history.replaceState({ ...history.state, usr: { consultation: true } }, ''))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule your consultation.' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'I’d like a consultation' })).toBeChecked()
})

test('Get in Touch offers a phone call and a video call, each with its length', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/contact')
  const ways = page.getByRole('region', { name: 'Get in Touch' })
  await expect(ways).toContainText('15-30 minutes')
  await expect(ways).toContainText('30-60 minutes')
  await expect(ways).toContainText('screen sharing')
  await ways.getByRole('link', { name: 'Book a video call' }).click()
  await expect(page).toHaveURL('/video-call-booking')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/contact')
  await page.getByRole('link', { name: 'Book a phone call' }).click()
  await expect(page).toHaveURL('/phone-call-booking')
})

test('times are shown in the visitor’s own hours, which they may change', async ({ visitor }) => {
  const page = await visitor({ timezoneId: 'Asia/Dhaka' })
  await visit(page, '/phone-call-booking')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Dhaka')
  const first = page.getByRole('radio').first()
  const at = new Date((await first.getAttribute('value')) ?? '')
  const shown = (zone: string) => at.toLocaleTimeString('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
  await expect(first).toHaveAccessibleName(shown('Asia/Dhaka').replace(/\s/, ' '))
  await page.getByLabel('Time zone').selectOption('America/Los_Angeles')
  await expect(first).toHaveAccessibleName(shown('America/Los_Angeles').replace(/\s/, ' '))
})

test('a browser that names its hours in a way it does not know itself shows the fund’s', async ({ visitor }) => {
  const page = await visitor()
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    }
    // Nor does an older one have this.
    Reflect.deleteProperty(Map, 'groupBy')
  })
  await visit(page, '/phone-call-booking')
  await page.locator('html[data-ready]').waitFor()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago')
  await expect(page.getByRole('radio').first()).toBeAttached()
})

test('a visitor books a phone call, moves it and cancels it by the link in the mail', async ({ visitor, site }) => {
  const page = await visitor({ timezoneId: 'America/New_York' })
  const email = newAddress('caller')
  await visit(page, '/phone-call-booking')
  const time = await chooseTime(page, 4)
  await introduce(page, email)
  await press(page, 'Book this call', 'Your call is booked.')

  const mail = await site.mailbox.to(email)
  const link = /http\S+\/call#\S+/.exec(mail.text ?? '')?.[0] ?? ''
  expect(new URL(link).search).toBe('')
  const requested: string[] = []
  page.on('request', request => requested.push(request.url()))
  await visit(page, link)
  await expect(page.getByText('Eastern (New York) time · ')).toBeVisible()
  await expect(page).toHaveURL('/call')
  await page.getByText('Choose a different time').click()
  // A line that breaks takes nothing of what is shown.
  await goOffline(page)
  await chooseTime(page, 2)
  await page.getByRole('button', { name: 'Reschedule this call' }).click()
  await expect(page.getByText(messages.NO_CONNECTION)).toBeVisible()
  await expect(page.getByText('Eastern (New York) time · ')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('radio').first()).toBeVisible()
  const moved = await chooseTime(page, 2)
  await page.getByRole('button', { name: 'Reschedule this call' }).click()
  await expect(page.getByText('Your call has been rescheduled.')).toBeVisible()
  const { rows } = await asOwner(site, 'select starts_at from call_requests where email = $1', [email])
  expect(new Date(rows[0].starts_at).toISOString()).toBe(moved)
  expect(moved).not.toBe(time)

  await page.getByText('Cancel instead').click()
  await page.getByRole('button', { name: 'Cancel this call' }).click()
  await expect(page.getByText('Your call is canceled. We’ve let the fund know.')).toBeVisible()
  // The secret never stood in an address that went out.
  const secret = new URL(link).hash.slice(1)
  expect(
    requested.filter(url => new URL(url).pathname.includes(secret) || url.split('#')[0]?.includes(secret)),
  ).toEqual([])
})

test('two visitors ask for one time: one gets it, the other gets the next ones and loses nothing', async ({
  visitor,
}) => {
  const [one, two] = [await visitor(), await visitor()]
  // Whose form is younger books first: the other's is then old enough as well to be a person's.
  for (const page of [two, one]) {
    await visit(page, '/founder')
    await introduce(page, newAddress('rival'))
    await page.getByLabel(/What would you like/).fill('My IRA')
  }
  const time = await chooseTime(one)
  expect(await chooseTime(two)).toBe(time)
  await press(one, 'Book this call', 'Your call is booked.')
  await press(two, 'Book this call', messages.TIME_TAKEN)
  await expect(two.getByText('The closest available times')).toBeVisible()
  await expect(two.getByLabel('Name', { exact: true })).toHaveValue('Vera Visitor')
  await expect(two.getByLabel(/What would you like/)).toHaveValue('My IRA')
  const next = await chooseTime(two)
  expect(next > time).toBe(true)
  await press(two, 'Book this call', 'Your call is booked.')
})

test('without scripts a visitor books, moves and writes all the same', async ({ visitor, site }) => {
  const page = await visitor({ javaScriptEnabled: false })
  const email = newAddress('plain')
  await visit(page, '/video-call-booking')
  await page.getByLabel('Time zone').selectOption('Europe/London')
  await page.getByRole('button', { name: 'Show times' }).click()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London')
  await introduce(page, 'not-an-address@x')
  await chooseTime(page, 3)
  await page.getByRole('button', { name: 'Book this call' }).click()
  await expect(page.getByText('Enter an e-mail address such as')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Vera Visitor')
  await page.getByLabel('E-mail address').fill(email)
  await press(page, 'Book this call', 'Your call is booked.')
  const mail = await site.mailbox.to(email)
  expect(mail.text).toContain('London time')

  await visit(page, '/call')
  await page.getByLabel('Call code').fill(/^[A-Za-z0-9_-]{43}$/m.exec(mail.text ?? '')?.[0] ?? '')
  await page.getByRole('button', { name: 'Show my call' }).click()
  await expect(page.getByText('London time · ')).toBeVisible()
})

test('a wrong code says so, and each link that comes into the tab is looked at', async ({ visitor }) => {
  const page = await visitor()
  const asked: (string | null)[] = []
  page.on('request', request => {
    if (request.method() === 'POST') asked.push(new URLSearchParams(request.postData() ?? '').get('token'))
  })
  await visit(page, '/call#wrong')
  await expect(page.getByText(messages.CALL_UNKNOWN)).toBeVisible()
  for (const token of ['another', 'another', 'wrong']) {
    const before = asked.length
    await visit(page, `/call#${token}`)
    await expect.poll(() => asked.slice(before)).toEqual([token])
    await expect(page).toHaveURL('/call')
  }
})

test('axe finds nothing on a form that says what is missing', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/phone-call-booking')
  await page.getByRole('button', { name: 'Book this call' }).click()
  await expect(page.getByText('Choose a time.')).toBeVisible()
  await expectNoAxeViolationsByDayAndNight(page)
})
