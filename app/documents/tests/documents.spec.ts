import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { messages } from '../../../rules/messages.ts'
import { settingsOf } from '../../../server/database/settings.ts'
import { documentViews, filesFrom, signingLinksFrom } from '../../../server/sample/documents.ts'
import { chooseFiles, chooseInMenu, files, row, uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolations, test, visit } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])

test('files made by real programs download byte for byte as they were uploaded', async ({ investor }) => {
  const { page } = await investor()
  // The viewer asks before a locked PDF is downloaded (file-checks.spec.ts).
  const names = (await readdir(files)).filter(name => /(?<!^locked)\.(pdf|docx?|jpg|png|stl|txt)$/.test(name))
  expect(names.length).toBeGreaterThanOrEqual(8)
  await chooseFiles(
    page,
    names.map(name => files + name),
  )
  const linkTo = (name: string) => page.getByRole('link', { name: `Download ${name}`, exact: true })
  // The list moves down with each new row, even between pressing and releasing a link.
  for (const name of names) await expect(linkTo(name)).toBeVisible()
  for (const name of names) {
    const [download] = await Promise.all([page.waitForEvent('download'), linkTo(name).click()])
    expect(download.suggestedFilename()).toBe(name)
    expect((await readFile(await download.path())).equals(await readFile(files + name)), name).toBe(true)
  }
})

slow('ten files of 5 MB uploaded at once all arrive intact, with the right history', async ({ investor, site }) => {
  const { page, email } = await investor()
  const sent = Array.from({ length: 10 }, (_, i) => ({
    name: `statement ${i}.pdf`,
    buffer: pdf(5 * 1024 * 1024),
  }))
  const folder = test.info().outputPath()
  await Promise.all(sent.map(({ name, buffer }) => writeFile(join(folder, name), buffer)))
  await chooseFiles(
    page,
    sent.map(({ name }) => join(folder, name)),
  )
  for (const { name } of sent) await expect(row(page, name)).toBeVisible()
  const { rows } = await asOwner(
    site,
    `select filename, file_size::int, sha256, view_count,
      (select count(*)::int from audit_log a where a.subject_id = d.id::text and a.action = 'document.uploaded') as written
    from documents d join user_profiles p on p.id = d.user_id where p.email = $1 order by filename`,
    [email],
  )
  expect(rows).toEqual(
    sent.map(({ name, buffer }) => ({
      filename: name,
      file_size: buffer.length,
      sha256: createHash('sha256').update(buffer).digest('hex'),
      view_count: 0,
      written: 1,
    })),
  )
})

test('a file that is not allowed is rejected with a message on its item, and nothing of it is stored', async ({
  investor,
  site,
}) => {
  const { page, email } = await investor()
  const refused = async (name: string, content: Buffer, sentence: string) => {
    const path = join(test.info().outputPath(), name)
    await writeFile(path, content)
    await chooseFiles(page, path)
    const item = page.getByRole('listitem').filter({ hasText: name })
    await expect(item.getByText(sentence)).toBeVisible()
    await item.getByRole('button', { name: `Dismiss ${name}` }).click()
    await expect(item).toHaveCount(0)
  }
  await refused('big.pdf', pdf(51 * 1024 * 1024), messages.FILE_TOO_LARGE)
  await refused('program.exe', Buffer.from('MZ'), messages.FILE_TYPE)
  await refused('empty.pdf', Buffer.alloc(0), 'This file is empty.')
  await refused('renamed.pdf', Buffer.concat([Buffer.from('MZ'), randomBytes(5000)]), messages.FILE_CONTENT)
  const { rows } = await asOwner(
    site,
    `select (select count(*)::int from documents where user_id = p.id) as documents,
      (select count(*)::int from uploads where user_id = p.id) as uploads from user_profiles p where email = $1`,
    [email],
  )
  expect(rows).toEqual([{ documents: 0, uploads: 0 }])
})

slow('unusual file names are cleaned up', async ({ investor }) => {
  const { page } = await investor()
  await chooseFiles(page, [
    { name: `${'n'.repeat(300)}.pdf`, mimeType: 'application/pdf', buffer: pdf(2000) },
    { name: 'invoice\u202Efdp.pdf', mimeType: 'application/pdf', buffer: pdf(2000) },
    { name: 'Übersicht 年次報告 📄.pdf', mimeType: 'application/pdf', buffer: pdf(2000) },
  ])
  await expect(row(page, 'invoicefdp.pdf')).toBeVisible()
  await expect(row(page, 'Übersicht 年次報告 📄.pdf')).toBeVisible()
  await expect(row(page, `${'n'.repeat(251)}.pdf`)).toBeVisible()
})

test('files can be dropped anywhere on the page, are marked as new, and can be renamed, and an upload undone', async ({
  investor,
}) => {
  const { page } = await investor()
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['dropped words'], 'dropped.txt', { type: 'text/plain' }))
    return transfer
  })
  const anywhere = page.getByRole('tab', { name: 'Settings' })
  for (const type of ['dragenter', 'dragover']) await anywhere.dispatchEvent(type, { dataTransfer: dropped })
  await expect(page.getByText('Drop files to add them to your documents')).toBeVisible()
  await expectNoAxeViolations(page)
  await anywhere.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(row(page, 'dropped.txt').getByText('New', { exact: true })).toBeVisible()
  await expect(page.getByText('Added: dropped.txt')).toBeVisible()
  await expect(page.getByText('Added: dropped.txt')).toBeHidden()
  await chooseInMenu(page, 'dropped.txt', 'Rename')
  await page.getByRole('dialog').getByLabel('Name').fill('Letter of instruction')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Letter of instruction.txt')).toBeVisible()
  await chooseInMenu(page, 'Letter of instruction.txt', 'Undo upload')
  const question = page.getByRole('dialog', { name: 'Undo the upload of “Letter of instruction.txt”?' })
  await question.getByRole('button', { name: 'Undo upload' }).click()
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
})

test('an upload shows its progress, resumes after a lost connection, and its entry disappears by itself', async ({
  investor,
}) => {
  const { page } = await investor()
  let broken = 0
  await page.route('**/uploads/*', async route => {
    if (route.request().method() === 'PATCH' && broken++ === 0) return route.abort('connectionreset')
    return route.continue()
  })
  await chooseFiles(page, { name: 'long.pdf', mimeType: 'application/pdf', buffer: pdf(1024 * 1024) })
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(row(page, 'long.pdf')).toBeVisible()
  expect(broken).toBeGreaterThan(1)
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
})

slow('a first file added while offline is uploaded once the connection is back', async ({ investor }) => {
  const { page, context } = await investor()
  // Rejecting this file loads the list of uploads, but not the code that sends them.
  await chooseFiles(page, { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('tool.exe')
  await context.setOffline(true)
  await chooseFiles(page, { name: 'later.pdf', mimeType: 'application/pdf', buffer: pdf(5000) })
  const item = page.getByRole('listitem').filter({ hasText: 'later.pdf' })
  await expect(item).toContainText('connection')
  await context.setOffline(false)
  await expect(row(page, 'later.pdf')).toBeVisible()
})

slow('an upload in progress can be canceled, and leaves nothing behind', async ({ investor, site }) => {
  const { page, email } = await investor()
  const released = Promise.withResolvers<void>()
  await page.route('**/uploads/*', async route => {
    if (route.request().method() === 'PATCH') await released.promise
    await route.continue().catch(() => {})
  })
  await chooseFiles(page, { name: 'mistake.pdf', mimeType: 'application/pdf', buffer: pdf(500_000) })
  await page.getByRole('button', { name: 'Cancel mistake.pdf' }).click()
  released.resolve()
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Canceled mistake.pdf.' })).toBeAttached()
  const left = async () =>
    (
      await asOwner(site, 'select u.id from uploads u join user_profiles p on p.id = u.user_id where p.email = $1', [
        email,
      ])
    ).rowCount
  await expect.poll(left).toBe(0)
})

slow('canceling an upload that has already become a document says so', async ({ investor, site }) => {
  const { page } = await investor()
  const owner = new pg.Client(settingsOf(site.ownerUrl))
  await owner.connect()
  try {
    // All bytes have arrived, and the server is about to insert the document's row.
    await owner.query('begin; lock table documents in share mode')
    await chooseFiles(page, { name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('too late') })
    await expect(page.getByText('Sent. Checking the file…')).toBeVisible()
    const cancelling = page.waitForRequest(request => request.method() === 'DELETE')
    await page.getByRole('button', { name: 'Cancel late.txt' }).click()
    await cancelling
    await owner.query('commit')
  } finally {
    await owner.end()
  }
  await expect(page.getByRole('status').filter({ hasText: 'Added: late.txt' })).toBeAttached()
  await expect(row(page, 'late.txt')).toBeVisible()
})

slow('opening a document shows it and counts one view, which its history lists', async ({ investor, site }) => {
  const { page, email } = await investor()
  await chooseFiles(page, [`${files}statement.pdf`, `${files}photo.jpg`, `${files}subscription-agreement.docx`])
  await row(page, 'statement.pdf').getByRole('link', { name: 'View statement.pdf' }).click()
  const viewer = page.getByRole('dialog', { name: 'statement.pdf' })
  await expect(viewer.getByRole('region', { name: 'Page 1' }).locator('canvas')).toBeVisible()
  await viewer.getByRole('tab', { name: 'History' }).click()
  await expect(viewer.getByRole('row').filter({ hasText: email })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(row(page, 'statement.pdf').getByRole('cell', { name: '· 1 view' })).toBeVisible()

  await row(page, 'photo.jpg').getByRole('link', { name: 'View photo.jpg' }).click()
  const image = page.getByRole('dialog', { name: 'photo.jpg' }).getByRole('img', { name: 'photo.jpg' })
  await expect.poll(() => image.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(1000)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await row(page, 'subscription-agreement.docx').getByRole('link', { name: 'View subscription-agreement.docx' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Download' })).toBeVisible()

  // A long history shows the newest views, and says that there are more.
  await page.getByRole('dialog').getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: email })).toHaveCount(1)
  await asOwner(
    site,
    `with seen as (update documents set view_count = 1234 from user_profiles p where p.id = documents.user_id
        and p.email = $1 and filename = 'subscription-agreement.docx' returning documents.id)
      ${documentViews.from({ document_id: 'id' }, 'seen, generate_series(1, 600)')}`,
    [email],
  )
  await expect(page.getByRole('dialog').getByText('Showing the newest 500 of 1,234 views.')).toBeVisible()
})

slow('a list updates by itself when another tab changes it', async ({ investor }) => {
  const { page, context } = await investor()
  const other = await context.newPage()
  await visit(other, '/profile')
  await expect(other.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await page.bringToFront()
  await chooseFiles(page, `${files}wire-instructions.txt`)
  await expect(row(other, 'wire-instructions.txt')).toBeVisible()
})

slow('a change that arrives while a document is being closed still reaches the list', async ({ investor }) => {
  const reader = await investor()
  const { page } = reader
  await uploadDocuments(reader, { 'First.txt': 'read' })
  // Counting the view would be a second change, which reloads the list by itself.
  await page.route('**/views', route => route.abort())
  const isList = (exchange: { url(): string }) => new URL(exchange.url()).pathname === '/profile.data'
  const settled = page.waitForResponse(isList)
  await page.getByRole('link', { name: 'View First.txt' }).click()
  await expect(page.getByRole('dialog', { name: 'First.txt' })).toBeVisible()
  await settled

  const [held, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    url => url.pathname === '/profile.data',
    async route => {
      held.resolve()
      await closed.promise
      await route.abort()
    },
    { times: 1 },
  )
  const shown = uploadDocuments(reader, { 'Second.txt': 'arrives meanwhile' })
  await held.promise
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  closed.resolve()
  await shown
})

test('the list groups by fund and category, newest first', async ({ investor, site }) => {
  const { page, email } = await investor()
  await chooseFiles(page, { name: 'first.pdf', mimeType: 'application/pdf', buffer: pdf(2000) })
  await expect(row(page, 'first.pdf')).toBeVisible()
  await chooseFiles(page, { name: 'second.pdf', mimeType: 'application/pdf', buffer: pdf(2000) })
  await expect(row(page, 'second.pdf')).toBeVisible()
  // A document alone has come: the list is asked for, without the page's frame.
  const reloaded = page.waitForRequest(
    requested => new URL(requested.url()).searchParams.get('_routes') === 'documents/investor/route',
  )
  await asOwner(
    site,
    signingLinksFrom(
      { user_id: 'id', filename: "'Subscription agreement'", fund_name: "'Bridge II'" },
      'user_profiles where email = $1',
    ),
    [email],
  )
  await expect(page.getByRole('heading', { name: 'Bridge II' })).toBeVisible()
  await reloaded
  const general = page.getByRole('table', { name: 'General: Investment Documents' })
  await expect(general.getByRole('row')).toHaveCount(3)
  await expect(general.getByRole('row').nth(1)).toContainText('second.pdf')
  await expect(general.getByRole('row').nth(2)).toContainText('first.pdf')
  const link = page
    .getByRole('table', { name: /^Bridge II/ })
    .getByRole('link', { name: 'Review and sign Subscription agreement, in a new tab' })
  await expect(link).toHaveAttribute('href', 'https://sign.example/1')
  await expect(link).toHaveAttribute('rel', /noopener/)
})

slow('a long list starts with the newest fifty and shows all on request', async ({ investor, site }) => {
  const { page, email } = await investor()
  await asOwner(
    site,
    filesFrom(
      { user_id: 'id', created_at: "now() - n * interval '1 day'" },
      'user_profiles, generate_series(1, 120) n where email = $1',
    ),
    [email],
  )
  await expect(page.getByText('Showing the newest 50 of 120 documents.')).toBeVisible()
  const rows = page.getByRole('link', { name: /^View Statement/ })
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toHaveAccessibleName('View Statement 1.pdf')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(120)
  await expect(page).toHaveURL('/profile?show=all')
})

slow('a pending request shows as Delete Requested, until the investor withdraws it', async ({ investor, site }) => {
  const { page, email } = await investor()
  await chooseFiles(page, `${files}wire-instructions.txt`)
  await expect(row(page, 'wire-instructions.txt')).toBeVisible()
  await asOwner(
    site,
    `update documents d set delete_request_status = 'pending', delete_requested_by = user_id, delete_requested_at = now()
    from user_profiles p where p.id = d.user_id and p.email = $1`,
    [email],
  )
  await expect(row(page, 'wire-instructions.txt').getByText('Delete Requested')).toBeVisible()
  await chooseInMenu(page, 'wire-instructions.txt', 'Withdraw delete request')
  await expect(row(page, 'wire-instructions.txt').getByText('Delete Requested')).toHaveCount(0)
})
