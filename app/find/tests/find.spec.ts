import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import {
  expect,
  expectNoAxeViolationsInLightAndDark,
  goOffline,
  later,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const slow = slowOf(test)

const queryOf = (site: Site) => (statement: string, values?: unknown[]) => asOwner(site, statement, values)
const renamed = (site: Site, id: string, name: string) =>
  asOwner(site, 'update user_profiles set full_name = $2 where id = $1', [id, name])

test('Ctrl K finds a person by part of their name, and Enter opens their page', async ({
  administrator,
  investor,
  site,
}) => {
  const person = await investor(later)
  await renamed(site, person.id, 'Philippa Quillfeather')
  const holder = await insertHolder(queryOf(site), [person], {
    name: 'Larch Family Trust',
    kind: 'revocable_trust',
  })
  await insertNote(queryOf(site), holder, { issueDate: addDays(fundDay(), -12), until: fundDay(), paid: [] })
  const { page } = await administrator({ at: admin.today })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Find' })
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type('quillf')
  const option = dialog.getByRole('group', { name: 'People' }).getByRole('option', { name: 'Philippa Quillfeather' })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('status')).toHaveText('3 results')
  await expectNoAxeViolationsInLightAndDark(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${admin.people}/${person.id}/overview`)
  await expect(dialog).toHaveCount(0)
  // There is all that is asked first: what is paid next, and what they hold in which name.
  await expect(page.getByRole('heading', { level: 1, name: 'Philippa Quillfeather' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '$200,000 in 1 note' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Larch Family Trust' }).getByRole('row')).toHaveCount(2)
  await expectNoAxeViolationsInLightAndDark(page)

  await expect(page.getByRole('main')).toBeFocused()
  // Where one was before is offered first; Escape leads back to what had focus.
  const opener = page.getByRole('link', { name: /^Find/ })
  await opener.focus()
  await page.keyboard.press('/')
  await expect(dialog.getByRole('group', { name: 'Recent pages' }).getByRole('option')).toHaveText(['Today'])
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

slow(
  'arrows choose among groups, and Enter before the answer waits for it',
  async ({ administrator, investor, site }) => {
    const person = await investor(later)
    await renamed(site, person.id, 'Arrow Keyes')
    const holder = await insertHolder(queryOf(site), [person], { name: 'Arrow Keyes LLC', kind: 'llc' })
    const note = await insertNote(queryOf(site), holder, { issueDate: '2026-01-02', until: '2026-01-02' })
    const { page } = await administrator({ at: admin.today })
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Find' })
    await expect(dialog.getByRole('combobox')).toBeFocused()
    const selected = dialog.locator('[role=option][aria-selected=true]')
    await page.keyboard.type('arrow keyes')
    await expect(dialog.getByRole('option')).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await expect(selected).toContainText('Arrow Keyes LLC')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(selected).toContainText(note.number)
    await expect(dialog.getByRole('combobox')).toHaveAttribute(
      'aria-activedescendant',
      (await selected.getAttribute('id')) ?? '',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/profile/admin/register/notes/${note.id}`)

    // The answer comes late.
    let answer = () => {}
    const requested = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/find.data?*', async route => {
      await requested
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('arrow keyes llc')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('Searching…')
    answer()
    await expect(page).toHaveURL(`/profile/admin/holders/${holder}`)
  },
)

slow('an answer that comes after a later one is not shown', async ({ administrator, investor, site }) => {
  const [one, two] = [await investor(later), await investor(later)]
  await renamed(site, one.id, 'Orderly First')
  await renamed(site, two.id, 'Orderly Second')
  const { page } = await administrator({ at: admin.today })
  const held: (() => Promise<void>)[] = []
  await page.route('**/find.data?*', async route => {
    if (new URL(route.request().url()).searchParams.get('q') === 'orderly first') held.push(() => route.continue())
    else await route.continue()
  })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill('orderly first')
  await expect.poll(() => held.length).toBe(1)
  await field.fill('orderly second')
  const option = page.getByRole('dialog').getByRole('option')
  await expect(option).toHaveText([/Orderly Second/])
  await held[0]?.().catch(() => {})
  await page.waitForLoadState('networkidle')
  await expect(option).toHaveText([/Orderly Second/])
})

slow('what can’t be asked says so, and can be asked again', async ({ administrator }) => {
  const { page, context } = await administrator({ at: admin.today })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Find' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await goOffline(page)
  await page.keyboard.type('anybody')
  await expect(dialog.getByRole('status')).toContainText('We can’t reach the site')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('status')).toContainText('Nothing found for “anybody”. Try part of a name')
  await dialog.getByRole('button', { name: 'Clear search' }).click()
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await expect(dialog.getByRole('combobox')).toHaveValue('')
})

slow('at 320 pixels the search fits, and a slash typed into a field stays there', async ({ administrator }) => {
  const { page } = await administrator({ at: admin.people, viewport: { width: 320, height: 640 } })
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.press('/')
  await expect(search).toHaveValue('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: /^Find/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('e')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('result')
  const { sideways, cut } = await page.evaluate(measureLayout)
  expect({ sideways: Math.max(0, sideways), cut }).toEqual({ sideways: 0, cut: [] })
  await visit(page, `${admin.find}?q=e`)
  await expect(page.getByRole('heading', { name: 'Find', exact: true })).toBeVisible()
  expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
  await expectNoAxeViolationsInLightAndDark(page)
})
