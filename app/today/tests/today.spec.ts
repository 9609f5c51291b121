import { readFile } from 'node:fs/promises'
import { describePlace } from '../../../server/platform/place.ts'
import { expect, expectNoAxeViolationsInLightAndDark, type Person, test } from '../../../tests/e2e/fixtures.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { cookieOf, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { apiFor } from '../../../tests/helpers/api.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

async function fitsPhone({ page }: Person): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}

test('an investor’s file and request appear in Today by themselves, and each line leads to where it is done', async ({
  administrator,
  site,
}) => {
  const office = await administrator()
  const { page } = office
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today).toBeVisible()
  const investorUser = await newPerson(site)
  const api = apiFor(site.url, { cookie: cookieOf(investorUser.cookies) })
  const name = `Passport of ${investorUser.email}.txt`
  const id = await api.upload({ filename: name, content: Buffer.from('a passport') })
  const files = today.getByRole('link', { name: /new files? from/i })
  await expect(files).toContainText(name)
  await api.act('document.request_delete', id)
  await expect(today.getByRole('link', { name: /delete requests?/i })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await fitsPhone(office)

  await files.click()
  await expect(page).toHaveURL(`${admin.documents}?state=new`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('New', { exact: true })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(admin.today)
  await expect(files.filter({ hasText: name })).toHaveCount(0)
  await today.getByRole('link', { name: /delete requests?/i }).click()
  await expect(page).toHaveURL(admin.deleteRequests)
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
})

slow(
  'columns of a list are remembered, and its file follows the filters in the address',
  async ({ administrator, anotherBrowser, site }) => {
    const investorUser = await newPerson(site)
    const office = await administrator({ at: `${admin.people}?q=${encodeURIComponent(investorUser.email)}` })
    const { page } = office
    await page.locator('summary', { hasText: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Last seen' }).check()
    await expect(page.getByRole('columnheader', { name: 'Last seen' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Organization' }).uncheck()
    await expect(page.getByRole('columnheader', { name: 'Organization' })).toHaveCount(0)
    await expectNoAxeViolationsInLightAndDark(page)
    await fitsPhone(office)
    const other = await anotherBrowser(office, { at: admin.people })
    await expect(other.getByRole('columnheader', { name: 'Last seen' })).toBeVisible()

    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(investorUser.email)
  },
)

slow(
  'the page about the system says what needs attention and where files are, and fits a phone',
  async ({ administrator, site }) => {
    const office = await administrator({ at: admin.system })
    const { page } = office
    await expect(page.getByRole('list', { name: 'Needs attention' })).toContainText('The site makes no backups.')
    await expect(page.getByRole('region', { name: 'Backups' })).toContainText('No backups yet.')
    await expect(page.getByRole('region', { name: 'Files' })).toContainText(describePlace(site.files))
    await expect(page.getByRole('region', { name: 'Files' })).toContainText('Not yet. Once a week')
    await expectNoAxeViolationsInLightAndDark(page)
    await fitsPhone(office)
  },
)
