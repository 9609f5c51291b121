import { readFile } from 'node:fs/promises'
import { messages } from '../../../rules/messages.ts'
import { chooseFiles, chooseInMenu, openDocumentsOf, row, uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolations, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'

const slow = slowOf(test)

test('when a delete request is approved, both sides see each step at once and nobody else sees any of it', async ({
  investor,
  administrator,
}) => {
  const [investorUser, secondUser, adminUser] = [await investor(), await investor(), await administrator(later)]
  await uploadDocuments(investorUser, { 'Old letter.txt': 'Dear Sir', 'Note.txt': 'I promise' })
  await uploadDocuments(secondUser, { 'Old letter.txt': 'Dear Madam' })
  await openDocumentsOf(adminUser, investorUser)
  await expect(row(adminUser.page, 'Old letter.txt').getByText('Delete Requested')).toHaveCount(0)

  await chooseInMenu(investorUser.page, 'Old letter.txt', 'Request Delete')
  const question = investorUser.page.getByRole('dialog', { name: 'Request deletion of “Old letter.txt”?' })
  await expectNoAxeViolations(investorUser.page)
  await question.getByRole('button', { name: 'Request Delete' }).click()
  const notice = investorUser.page.getByText('Delete request submitted. Waiting for admin approval.')
  await expect(notice).toBeVisible()
  await expect(row(investorUser.page, 'Old letter.txt').getByText('Delete Requested')).toBeVisible()
  await expect(notice).toHaveCount(0)

  await expect(row(adminUser.page, 'Old letter.txt').getByText('Delete Requested')).toBeVisible()
  await adminUser.page.getByRole('button', { name: 'Approve Old letter.txt' }).click()
  const approval = adminUser.page.getByRole('dialog', { name: 'Approve the deletion of “Old letter.txt”?' })
  await expect(approval).toContainText(investorUser.email)
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(adminUser.page.getByText('Document deleted successfully')).toBeVisible()
  await expect(row(adminUser.page, 'Old letter.txt')).toHaveCount(0)
  // Focus moves to where the row was, not to the top of the page.
  await expect(adminUser.page.getByRole('link', { name: 'View Note.txt' })).toBeFocused()
  await expect(row(investorUser.page, 'Old letter.txt')).toHaveCount(0)
  await expect(row(investorUser.page, 'Note.txt')).toBeVisible()
  await expect(row(secondUser.page, 'Old letter.txt')).toBeVisible()
  await expect(row(secondUser.page, 'Old letter.txt').getByText('Delete Requested')).toHaveCount(0)
})

slow(
  'a rejected delete request leaves the document as it was; a forced deletion closes it for its reader',
  async ({ investor, administrator }) => {
    const [investorUser, adminUser] = [await investor(), await administrator(later)]
    await uploadDocuments(investorUser, { 'Note.txt': 'I promise to pay' })
    await openDocumentsOf(adminUser, investorUser)
    await chooseInMenu(investorUser.page, 'Note.txt', 'Request Delete')
    await investorUser.page.getByRole('dialog').getByRole('button', { name: 'Request Delete' }).click()
    await adminUser.page.getByRole('button', { name: 'Reject Note.txt' }).click()
    const rejection = adminUser.page.getByRole('dialog', { name: 'Reject the deletion of “Note.txt”?' })
    await rejection.getByRole('button', { name: 'Reject' }).click()
    await expect(adminUser.page.getByText('Delete request rejected')).toBeVisible()
    await expect(row(investorUser.page, 'Note.txt').getByText('Delete Requested')).toHaveCount(0)

    await investorUser.page.getByRole('link', { name: 'View Note.txt' }).click()
    await expect(investorUser.page.getByRole('dialog', { name: 'Note.txt' })).toBeVisible()
    await adminUser.page.getByRole('button', { name: 'More actions for Note.txt' }).click()
    await adminUser.page.keyboard.press('End')
    await expect(adminUser.page.getByRole('menuitem', { name: 'Force Delete' })).toBeFocused()
    await adminUser.page.keyboard.press('Enter')
    const question = adminUser.page.getByRole('dialog', { name: 'Delete “Note.txt”?' })
    await expect(question).toContainText(`It belongs to ${investorUser.email}.`)
    await question.getByRole('button', { name: 'Force Delete' }).click()
    await expect(adminUser.page.getByText('Document deleted successfully')).toBeVisible()
    await expect(adminUser.page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
    await expect(investorUser.page.getByRole('dialog', { name: 'Note.txt' })).toContainText(messages.DOCUMENT_GONE)
    await investorUser.page.keyboard.press('Escape')
    await expect(investorUser.page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  },
)

test('several documents are selected, a range with Shift, and downloaded as one archive or requested to be deleted', async ({
  investor,
  site,
}) => {
  const investorUser = await investor()
  const { page } = investorUser
  const texts = { 'A.txt': 'first', 'B.txt': 'second', 'C.txt': 'third', 'D.txt': 'fourth' }
  await uploadDocuments(investorUser, texts)
  await visit(page, '/profile?sort=name')
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await box('A.txt').check()
  await box('C.txt').click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await expectNoAxeViolations(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as zip' }).click(),
  ])
  const archive = unzip(await readFile(await download.path()))
  expect(Object.fromEntries(archive.map(({ name, content }) => [name, String(content)]))).toEqual({
    'A.txt': 'first',
    'B.txt': 'second',
    'C.txt': 'third',
  })
  // Neither that nor a single download asks whether to leave the page while an upload is in progress.
  const released = Promise.withResolvers<void>()
  let confirmations = 0
  page.on('dialog', dialog => {
    confirmations++
    dialog.accept()
  })
  await page.route('**/uploads/*', async route => {
    await released.promise
    await route.continue()
  })
  await chooseFiles(page, { name: 'Slow.txt', mimeType: 'text/plain', buffer: Buffer.from('slow') })
  await expect(page.getByRole('button', { name: 'Cancel Slow.txt' })).toBeVisible()
  const single = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download A.txt' }).click()
  expect(String(await readFile(await (await single).path()))).toBe('first')
  // An error is shown, in the list and in an open document, and the page stays.
  await page.getByRole('link', { name: 'View A.txt' }).click()
  const viewer = page.getByRole('dialog', { name: 'A.txt' })
  await expect(viewer.getByText('first', { exact: true })).toBeVisible()
  await asOwner(
    site,
    `update documents d set file_path = d.user_id || '/1000000000000.txt' from user_profiles p
    where p.id = d.user_id and p.email = $1 and filename = 'A.txt'`,
    [investorUser.email],
  )
  await viewer.getByRole('link', { name: 'Download' }).click()
  await expect(viewer.getByRole('alert')).toContainText(messages.NOT_FOUND)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Download A.txt' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert.filter({ hasText: messages.NOT_FOUND })).toBeVisible()
  const unavailable = { code: 'AWAY', message: messages.AWAY }
  await page.route('**/files/zip', route => route.fulfill({ status: 503, json: unavailable }))
  await page.getByRole('button', { name: 'Download as zip' }).click()
  await expect(alert.filter({ hasText: unavailable.message })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  released.resolve()
  await expect(row(page, 'Slow.txt')).toBeVisible()
  expect(confirmations).toBe(0)
  // A document that arrives meanwhile doesn't change the selection.
  await uploadDocuments(investorUser, { 'E.txt': 'fifth' })
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Request Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request Delete' }).click()
  const requested = page.getByText('Delete requests submitted for 3 documents. Waiting for admin approval.')
  await expect(requested).toBeVisible()
  await expect(page.getByText('Delete Requested', { exact: true })).toHaveCount(3)
  await expect(page.getByText('3 selected')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(page.getByText('6 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  // A notice with a count stays until it has been read.
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).click()
  await expect(requested).toHaveCount(0)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('an administrator renames, moves and deletes documents, and the investor sees it live', async ({
  investor,
  administrator,
  site,
}) => {
  const [investorUser, adminUser] = [await investor(), await administrator(later)]
  await uploadDocuments(investorUser, { 'scan0001.txt': 'I promise', 'B.txt': 'second', 'C.txt': 'third' })
  await openDocumentsOf(adminUser, investorUser)
  const { page } = adminUser
  await page.getByRole('button', { name: 'More actions for scan0001.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  // The name is selected without its extension.
  await page.keyboard.type('Promissory note')
  await page.keyboard.press('Enter')
  await expect(row(investorUser.page, 'Promissory note.txt')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select B.txt' }).check()
  await page.getByRole('checkbox', { name: 'Select C.txt' }).check()
  // A selected document that another person deletes is no longer selected.
  await asOwner(
    site,
    `delete from documents d using user_profiles p where p.id = d.user_id and p.email = $1
    and filename = 'C.txt'`,
    [investorUser.email],
  )
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Promissory note.txt' }).check()
  await page.getByRole('button', { name: 'Move to fund' }).click()
  const move = page.getByRole('dialog', { name: 'Move 2 documents to a fund' })
  await expect(move.getByLabel('Fund')).toHaveValue('General')
  await move.getByLabel('Fund').fill('Bridge Notes 2026')
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Moved 2 documents to Bridge Notes 2026.')).toBeVisible()
  await expect(
    investorUser.page.getByRole('table', { name: 'Bridge Notes 2026: Investment Documents' }).getByRole('row'),
  ).toHaveCount(3)
  await expect(investorUser.page.getByRole('table')).toHaveCount(1)

  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Force Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 documents?' })
  await expect(question).toContainText(investorUser.email)
  await question.getByRole('button', { name: 'Force Delete' }).click()
  await expect(page.getByText('Deleted 2 documents.')).toBeVisible()
  await expect(investorUser.page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
})

slow(
  'an administrator adds a signing link; the investor opens it in a new tab, which counts a view',
  async ({ investor, administrator }) => {
    const [investorUser, adminUser] = [await investor(), await administrator(later)]
    await openDocumentsOf(adminUser, investorUser)
    const { page } = adminUser
    await page.getByText('Add a signing link').click()
    const add = page.getByRole('button', { name: 'Add link' })
    await add.click()
    await expect(page.getByText('Enter a name for this document.')).toBeVisible()
    await expect(page.getByText('Enter the address where this document is signed.')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('  Subscription agreement ')
    await page.getByLabel('URL').fill('http://sign.example/7')
    await add.click()
    await expect(page.getByText(messages.LINK_URL_INVALID)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByLabel('URL').fill(' https://sign.example/7 ')
    await add.click()
    await expect(page.getByText('DocuSign document created successfully')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')

    await investorUser.context.route('https://sign.example/**', route => route.fulfill({ body: 'Sign here' }))
    const link = row(investorUser.page, 'Subscription agreement').getByRole('link', {
      name: 'Review and sign Subscription agreement, in a new tab',
    })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    const [opened] = await Promise.all([investorUser.context.waitForEvent('page'), link.click()])
    await expect(opened.getByText('Sign here')).toBeVisible()
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await expect(row(page, 'Subscription agreement').getByRole('cell', { name: '1', exact: true })).toBeVisible()
  },
)

slow(
  'scroll position, open dialogs and typed text stay when somebody else changes the list',
  async ({ investor, administrator }) => {
    const [investorUser, adminUser] = [await investor(), await administrator(later)]
    const names = Array.from({ length: 12 }, (_, i) => `Letter ${i + 1}.txt`)
    await uploadDocuments(investorUser, Object.fromEntries(names.map(name => [name, name])))
    await openDocumentsOf(adminUser, investorUser)
    await investorUser.page.setViewportSize({ width: 390, height: 600 })
    const visibleRow = row(investorUser.page, 'Letter 3.txt')
    await visibleRow.scrollIntoViewIfNeeded()
    const top = async () => Math.round((await visibleRow.boundingBox())?.y ?? Number.NaN)
    const before = await top()
    await adminUser.page.getByRole('button', { name: 'More actions for Letter 5.txt' }).click()
    await adminUser.page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = adminUser.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Half a na')

    await uploadDocuments(adminUser, { 'Brand new.txt': 'Just in' }, investorUser)
    await expect(row(investorUser.page, 'Brand new.txt')).toBeVisible()
    await expect(row(adminUser.page, 'Brand new.txt')).toBeAttached()
    expect(Math.abs((await top()) - before)).toBeLessThan(3)
    await expect(dialog.getByRole('textbox')).toHaveValue('Half a na')
    await expect(dialog.getByRole('textbox')).toBeFocused()
  },
)
