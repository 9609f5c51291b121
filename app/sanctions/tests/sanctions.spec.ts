import { fundDay } from '../../../server/platform/fund-day.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, reload, test } from '../../../tests/e2e/fixtures.ts'
import { insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { xmlOf } from './ofac-files.ts'

test('an administrator uploads a list, compares a hit with its holder, and a second person clears it', async ({
  site,
  administrator,
  investor,
  colleague,
}) => {
  const person = await investor(later)
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const name = `Jon Smyth ${person.email.replaceAll(/[^a-z]/g, '')}`
  await insertHolder(query, [person], { name })
  const day = fundDay()
  const list = xmlOf(
    [
      {
        ...{ uid: '4242', last: `SMITH ${name.split(' ')[2]}`, first: 'John', birth: '12 Jan 1960' },
        ...{ place: 'Port Nowhere, Freedonia', aliases: [{ last: 'CARLOS', category: 'weak' }] },
      },
    ],
    `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
  )
  const fileOf = (text: string) => ({ name: 'SDN.XML', mimeType: 'text/xml', buffer: Buffer.from(text) })

  const office = await administrator({ at: '/profile/admin/sanctions' })
  const { page } = office
  try {
    await expect(page.getByText('Nothing is compared or refused until you upload the first.')).toBeVisible()
    await page.getByLabel('List', { exact: true }).selectOption('sdn')
    const file = page.getByLabel('File', { exact: true })
    await file.setInputFiles(fileOf('<!doctype html><title>Sign in</title>'))
    await page.getByRole('button', { name: 'Upload list' }).click()
    await expect(page.getByText('This isn’t a list we can read.')).toBeVisible()
    await file.setInputFiles(fileOf(list))
    await page.getByRole('button', { name: 'Upload list' }).click()
    await expect(page.getByText('This list has 1 entry, and OFAC’s has about 17,000.')).toBeVisible()
    await page.getByLabel('I’ve compared this list').check()
    await page.getByRole('button', { name: 'Upload list' }).click()
    await expect(page.getByText('List uploaded.')).toBeVisible()
    const hit = page.getByRole('link', { name })
    await expect(async () => {
      await reload(page)
      await expect(hit).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectNoAxeViolationsInLightAndDark(page)

    await hit.click()
    await expect(page.getByRole('region', { name: 'In the portal' })).toContainText(name)
    const entry = page.getByRole('region', { name: 'On the list' })
    for (const said of ['John', '12 Jan 1960', 'Port Nowhere, Freedonia', 'CARLOS (weak)', 'entry 4242'])
      await expect(entry).toContainText(said)
    await page.getByLabel('Is it the same?').selectOption('cleared')
    await page.getByLabel('Reason').fill('Born in 1985, in Texas.')
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await expect(page.getByText('A decision needs a second person’s approval.')).toBeVisible()
    await approve(site, colleague, office)
    await reload(page)
    await expect(page.getByText(': Born in 1985, in Texas.')).toBeVisible()
    await expectNoAxeViolationsInLightAndDark(page)
  } finally {
    // Other stories of this site sell and pay without a list.
    await query('update sanctions_lists set superseded_at = now() where superseded_at is null')
  }
})
