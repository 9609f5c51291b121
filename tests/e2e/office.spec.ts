import type { Locator } from '@playwright/test'
import { apiFor } from '../helpers/api.ts'
import { slowOf } from '../helpers/lane.ts'
import { asOwner } from '../helpers/owner.ts'
import { startServer } from '../helpers/server.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from './fixtures.ts'
import { tabTo } from './keyboard-walk.ts'
import { measureLayout } from './measure-layout.ts'
import { admin } from './portal-paths.ts'
import { cookieOf, newPerson, newSessionCookies } from './signed-in-person.ts'

const slow = slowOf(test)

/** Where the links of a navigation stand. */
const placesOf = (links: Locator) => links.evaluateAll(all => all.map(link => link.getBoundingClientRect().toJSON()))

test('the office’s places are reached by keyboard, beside the page and on a phone, and counting moves none of them', async ({
  administrator,
  site,
}) => {
  const { page } = await administrator({ at: admin.today })
  const office = page.getByRole('navigation', { name: 'Office' })
  await expect(page).toHaveTitle(/^Today · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await expect(office.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page')
  // Neither the public menu nor the public footer.
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expectNoAxeViolationsInLightAndDark(page)

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, office.getByRole('link', { name: /^Documents/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(admin.documents)
  await expect(page).toHaveTitle(/^All documents · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All documents')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(office.getByRole('link', { name: /^Documents/ })).toHaveAttribute('aria-current', 'true')
  await expect(office.getByRole('link', { name: 'All documents' })).toHaveAttribute('aria-current', 'page')

  // Something begins to wait while the page is open.
  const links = office.getByRole('link')
  const before = await placesOf(links)
  const api = apiFor(site.url, { cookie: cookieOf((await newPerson(site)).cookies) })
  await api.act(
    'document.request_delete',
    await api.upload({ filename: 'Old lease.txt', content: Buffer.from('a lease') }),
  )
  await expect(office.getByRole('link', { name: /^Delete requests \d+ waiting$/ })).toBeVisible()
  expect(await placesOf(links)).toEqual(before)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(office).toBeHidden()
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(bar.locator('a, button')).toHaveText([/^Today/, /^Inbox/, /^Investors/, /^Notes/, 'More'])
  const more = bar.getByRole('button', { name: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(office.getByRole('link', { name: /^Documents/ })).toBeFocused()
  await expectNoAxeViolationsInLightAndDark(page)
  // Focus stays in the drawer until it closes, and returns to what opened it.
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab')
    expect(await office.evaluate(drawer => drawer.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(office).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, office.getByRole('link', { name: 'Reports & records' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile/admin/register/sales')
  await expect(office).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales by state')
  const { sideways, outside } = await page.evaluate(measureLayout)
  expect({ sideways, outside }).toEqual({ sideways: 0, outside: [] })
})

slow('without scripts the drawer opens, and every place has a page that says its name', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  try {
    await context.addCookies((await newPerson(site, { isAdmin: true })).cookies)
    const page = await context.newPage()
    await page.setViewportSize({ width: 800, height: 900 })
    await page.goto(admin.today)
    const office = page.getByRole('navigation', { name: 'Office' })
    for (const name of ['Inbox', 'Investors', 'Notes', 'Payments', 'Documents', 'Reports & records']) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await office.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      await expect(office).toBeHidden()
      const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? 'no heading'
      expect(await page.title()).toContain(heading)
    }
  } finally {
    await context.close()
  }
})

slow('an approver finds the approvals in the office, and nothing else', async ({ visitor, site }) => {
  const page = await visitor()
  await page.context().addCookies((await newPerson(site, { isApprover: true })).cookies)
  await visit(page, admin.approvals)
  const links = page.getByRole('navigation', { name: 'Office' }).getByRole('link')
  await expect(links).toHaveText([/Larkstone/, 'Approvals', 'Settings'])
  await expectNoAxeViolationsInLightAndDark(page)
})

slow(
  'a page that isn’t there says so in its place, and somebody else gets the site’s own frame',
  async ({ administrator, investor }) => {
    const { page } = await administrator({ at: admin.today })
    const nobody = '/profile/admin/people/00000000-0000-4000-8000-000000000000/overview'
    expect((await visit(page, nobody))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Office' })).toBeVisible()
    const other = (await investor()).page
    expect((await visit(other, admin.people))?.status()).toBe(403)
    await expect(other.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Office' })).toHaveCount(0)
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expectNoAxeViolationsInLightAndDark(other)
  },
)

/** The lists of the office, with what their first entry is where that isn't the row of a table. */
const lists: Record<string, string> = {
  today: 'li',
  messages: 'ol > li',
  people: 'tbody tr',
  holders: 'tbody tr',
  accreditation: 'tbody tr',
  access: 'tbody tr',
  register: 'tbody tr',
  'register/maturities': 'tbody tr',
  'register/due': 'tbody tr',
  statements: 'tbody tr',
  approvals: 'ol > li',
  documents: 'tbody tr',
  outstanding: 'ol > li',
  'delete-requests': 'tbody tr',
  'register/sales': 'tbody tr',
  'register/balance': 'tbody tr',
  'register/journal': 'tbody tr',
  'register/interest': 'tbody tr',
  'register/payments': 'tbody tr',
  'register/roll-forward': 'tbody tr',
  'register/forecast': 'tbody tr',
  audit: 'tbody tr',
}

slow(
  'every list says its name, and begins at most 300 pixels down on a desk, in sight on a phone',
  async ({ browser }) => {
    test.setTimeout(300_000)
    const site = await startServer({ NODE_ENV: 'production' }, { args: ['--demo'] })
    const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })
    try {
      const { rows } = await asOwner(site, "select id from user_profiles where email = 'admin@larkstone.example'")
      await context.addCookies(await newSessionCookies(site, rows[0].id))
      const page = await context.newPage()
      const far: string[] = []
      for (const [path, first] of Object.entries(lists)) {
        for (const [width, height, limit] of [
          [1440, 900, 300],
          [390, 844, 844 - 60],
        ] as const) {
          await page.setViewportSize({ width, height })
          await visit(page, `/profile/admin/${path}`)
          const top = (await page.getByRole('main').locator(first).first().boundingBox())?.y ?? Number.NaN
          if (!(top <= limit)) far.push(`${path} at ${width}: ${Math.round(top)}`)
          const [heading] = await page.getByRole('heading', { level: 1 }).allTextContents()
          expect(await page.title(), path).toMatch(new RegExp(`^${heading} · `))
        }
      }
      expect(far).toEqual([])
    } finally {
      await context.close()
      await site.dispose()
    }
  },
)
