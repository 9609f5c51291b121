import type { Page } from '@playwright/test'
import { messages } from '../../../rules/messages.ts'
import {
  expect,
  expectNoAxeViolationsInLightAndDark,
  goOffline,
  newEmailAddress,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

/** Fills in the visitor's name, e-mail address and phone number. */
async function fillContactDetails(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Vera Visitor')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Phone/).fill('(512) 555-0199')
}

/** Presses a form's button until a text appears: a form sent faster than a person could fill it in asks again. */
async function press(page: Page, name: string, until: string): Promise<void> {
  await expect(async () => {
    // The response may have arrived after the last check, and then the button is gone.
    if (!(await page.getByText(until).isVisible())) await page.getByRole('button', { name }).click({ timeout: 1000 })
    await expect(page.getByText(until)).toBeVisible({ timeout: 2000 })
  }).toPass()
}

/** Chooses one of the times of the second day, by default its first: of the first day few may be left. @returns the time in UTC */
async function chooseTime(page: Page, nth = 0): Promise<string> {
  const day = page.locator('details[name="day"]').nth(1)
  if (!(await day.evaluate((details: HTMLDetailsElement) => details.open))) await day.locator('summary').click()
  const time = day.getByRole('radio').nth(nth)
  await time.check()
  return (await time.getAttribute('value')) ?? ''
}

test('a visitor writes to the fund, and a mistake loses nothing they typed', async ({ visitor, site }) => {
  const page = await visitor()
  const email = newEmailAddress('writer')
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
  // What was wrong with it is gone before it is sent again.
  await expect(page.getByText('Enter your name.')).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveAttribute('aria-invalid')
  // Sent without one again, it says the same again.
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Vera Visitor')
  await press(page, 'Send message', 'Thank you. We have your message.')
  const mail = await site.mailbox.to(email)
  expect(mail.subject).toBe('Larkstone has your message')
  const { rows } = await asOwner(site, 'select * from messages where email = $1', [email])
  expect(rows).toMatchObject([{ name: 'Vera Visitor', topic: 'question', amount_range: '$500K - $999K' }])
})

slow(
  'documents can be requested with the form on their page, and wire instructions are never e-mailed',
  async ({ visitor }) => {
    const page = await visitor()
    await visit(page, '/investor-portal')
    await page.getByRole('link', { name: 'Request them here' }).click()
    await expect(page.getByLabel('Message')).toHaveValue(/subscription agreement, .*wire instructions/)
    await expect(page.getByText('those are only ever in your portal')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Wren Writer')
    await page.getByLabel('E-mail address').fill(newEmailAddress('writer'))
    await press(page, 'Send message', 'Thank you. We have your message.')
  },
)

slow(
  'a lost connection costs a visitor nothing, and a message sent again is stored once',
  async ({ visitor, site }) => {
    const page = await visitor()
    const email = newEmailAddress('train')
    await visit(page, '/contact')
    await fillContactDetails(page, email)
    await page.getByLabel('Message').fill('Written in a tunnel.')
    const unreachable = page.getByText(messages.NO_CONNECTION)
    const send = () => page.getByRole('button', { name: 'Send message' }).click()
    await goOffline(page)
    await send()
    await expect(unreachable).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Written in a tunnel.')
    await page.context().setOffline(false)
    // The message arrives, but its response is lost.
    const storedMessages = () => asOwner(site, 'select message from messages where email = $1', [email])
    let lost = false
    await page.route(/\/contact\.data/, async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      // A form sent faster than a person could fill it in asks to press again.
      lost = (await storedMessages()).rows.length > 0
      await (lost ? route.abort() : route.fulfill({ response }))
    })
    await expect(async () => {
      await send()
      await expect.poll(() => lost, { timeout: 2000 }).toBe(true)
    }).toPass()
    await expect(unreachable).toBeVisible()
    await page.unroute(/\/contact\.data/)
    await press(page, 'Send message', 'Thank you. We have your message.')
    expect((await storedMessages()).rows).toEqual([{ message: 'Written in a tunnel.' }])
  },
)

slow('a visitor who asked for a consultation finds the heading and the choice set to it', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/contact')
  // This is how the buttons Ask the Founder, Get Started and Contact Us Now lead here.
  await page.evaluate(() => history.replaceState({ ...history.state, usr: { consultation: true } }, ''))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule your consultation.' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'I’d like a consultation' })).toBeChecked()
})

slow('Get in Touch offers a phone call and a video call, each with its length', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/contact')
  const ways = page.getByRole('region', { name: 'Get in Touch' })
  await expect(ways).toContainText('15–30 minutes')
  await expect(ways).toContainText('30–60 minutes')
  await expect(ways).toContainText('screen sharing')
  await ways.getByRole('link', { name: 'Book a video call' }).click()
  await expect(page).toHaveURL('/video-call-booking')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/contact')
  await page.getByRole('link', { name: 'Book a phone call' }).click()
  await expect(page).toHaveURL('/phone-call-booking')
})

slow('times are shown in the visitor’s time zone, which they can change', async ({ visitor }) => {
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

slow('the first day stays open in a time zone with other days, and a chosen time stays chosen', async ({ visitor }) => {
  // Between these zones and the fund's there are always two days: the first one here never is the first one there.
  const page = await visitor({ timezoneId: 'Pacific/Kiritimati' })
  await visit(page, '/phone-call-booking')
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Kiritimati')
  await expect(page.getByRole('radio').first()).toBeVisible()
  const time = await chooseTime(page, 1)
  const zone = page.getByLabel('Time zone')
  for (const choose of [() => zone.selectOption('Pacific/Honolulu'), () => zone.selectOption('Pacific/Kiritimati')]) {
    await choose()
    await expect(page.getByRole('radio', { checked: true })).toHaveValue(time)
  }
})

slow('a browser whose time zone name is not in its own list shows the fund’s time zone', async ({ visitor }) => {
  const page = await visitor()
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    }
    // Older browsers don't have this list either.
    Reflect.deleteProperty(Map, 'groupBy')
  })
  await visit(page, '/phone-call-booking')
  await page.locator('html[data-ready]').waitFor()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago')
  await expect(page.getByRole('radio').first()).toBeAttached()
})

test('a visitor books, reschedules and cancels a phone call with the link in the e-mail', async ({ visitor, site }) => {
  const page = await visitor({ timezoneId: 'America/New_York' })
  const email = newEmailAddress('caller')
  await visit(page, '/phone-call-booking')
  const time = await chooseTime(page, 4)
  await fillContactDetails(page, email)
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
  // A lost connection leaves the page as it is.
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
  // The secret was never part of a requested URL.
  const secret = new URL(link).hash.slice(1)
  expect(
    requested.filter(url => new URL(url).pathname.includes(secret) || url.split('#')[0]?.includes(secret)),
  ).toEqual([])
})

slow(
  'two visitors request the same time: one gets it, the other is offered the next times and loses nothing',
  async ({ visitor }) => {
    const [one, two] = [await visitor(), await visitor()]
    // The later-opened form books first, so that the other is old enough too, to count as filled in by a person.
    for (const page of [two, one]) {
      await visit(page, '/founder')
      await fillContactDetails(page, newEmailAddress('rival'))
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
  },
)

slow('without scripts a visitor can still book, reschedule and write', async ({ visitor, site }) => {
  const page = await visitor({ javaScriptEnabled: false })
  const email = newEmailAddress('plain')
  await visit(page, '/video-call-booking')
  await page.getByLabel('Time zone').selectOption('Europe/London')
  await page.getByRole('button', { name: 'Show times' }).click()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London')
  await fillContactDetails(page, 'not-an-address@x')
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

test('a link with a wrong code says so, and each new link opened in the tab is checked', async ({ visitor }) => {
  const page = await visitor()
  const submitted: (string | null)[] = []
  page.on('request', request => {
    if (request.method() === 'POST') submitted.push(new URLSearchParams(request.postData() ?? '').get('token'))
  })
  await visit(page, '/call#wrong')
  await expect(page.getByText(messages.CALL_UNKNOWN)).toBeVisible()
  for (const token of ['another', 'another', 'wrong']) {
    const before = submitted.length
    await visit(page, `/call#${token}`)
    await expect.poll(() => submitted.slice(before)).toEqual([token])
    await expect(page).toHaveURL('/call')
  }
})

test('axe finds nothing on a form with error messages', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/phone-call-booking')
  await page.getByRole('button', { name: 'Book this call' }).click()
  await expect(page.getByText('Choose a time.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await chooseTime(page)
  await expect(page.getByText('Choose a time.')).toHaveCount(0)
  await expect(page.getByText('Enter your name.')).toBeVisible()
})
