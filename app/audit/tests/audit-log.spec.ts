import { readFile } from 'node:fs/promises'
import { openDocumentsOf, row, uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from '../../../tests/e2e/fixtures.ts'
import { admin, settings } from '../../../tests/e2e/portal-paths.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

test('an administrator’s download is in the log, and in the history that the investor sees', async ({
  administrator,
  investor,
}) => {
  const owner = await investor()
  await uploadDocuments(owner, { 'wire-instructions.txt': 'Wire to account 1' })
  const { page, email } = await administrator()
  await openDocumentsOf({ page }, owner)
  const href = await row(page, 'wire-instructions.txt').getByRole('link').first().getAttribute('href')
  const id = new URLSearchParams(href?.split('?')[1]).get('document')
  await page.request.get(`/files/${id}?download=1`)

  await visit(page, `${admin.audit}?group=reading&person=${encodeURIComponent(owner.email)}`)
  const entry = page.getByRole('row').filter({ hasText: 'Downloaded a file' })
  await expect(entry).toContainText(email)
  await expect(entry).toContainText('wire-instructions.txt')
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('What').selectOption('Changes to documents')
  await expect(page.getByRole('row').filter({ hasText: 'Uploaded a document' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  expect(await readFile(await file.path(), 'utf8')).toContain('"Uploaded a document","done","wire-instructions.txt"')

  await row(owner.page, 'wire-instructions.txt').getByRole('link').first().click()
  const viewer = owner.page.getByRole('dialog', { name: 'wire-instructions.txt' })
  await viewer.getByRole('tab', { name: 'History' }).click()
  await expect(viewer.getByRole('row').filter({ hasText: email })).toContainText('Downloaded')
  await expect(viewer.getByRole('row').filter({ hasText: owner.email })).toContainText('Viewed')
})

slow('the settings list recent activity, and the log is not for investors', async ({ investor }) => {
  const { page } = await investor({ at: settings })
  const activity = page.getByRole('region', { name: 'Recent activity' })
  await expect(activity.getByRole('heading', { name: 'Signed in' })).toBeVisible()
  expect((await page.goto(admin.audit))?.status()).toBe(403)
  expect((await page.request.get(`${admin.audit}/export`)).status()).toBe(403)
})
