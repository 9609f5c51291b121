import { createHash } from 'node:crypto'
import pg from 'pg'
import { settingsOf } from '../../server/database/settings.ts'
import { enqueueAsOwner } from '../../server/jobs/prepare-jobs.ts'
import { apiFor } from '../helpers/api.ts'
import { eventually } from '../helpers/eventually.ts'
import { checkRegister } from './check-register.ts'
import { checkWritten } from './check-written.ts'
import type { Ledger, Stored } from './ledger.ts'
import type { World } from './world.ts'

/** Files queued for removal. */
const toRemove = "select data ->> 'file_path' as file_path from jobs.job where name = 'remove-file'"
/** How many uploads from earlier rounds are checked again in each round. */
const recheckedPerRound = 10

/** Compares what the site has promised with what it holds. Call it once the workload has stopped. */
export async function checkPromises(world: World): Promise<void> {
  const { server, ledger, round, random } = world
  ledger.checkExchanges()

  const stored = ledger.stored.filter(one => one.round === round)
  for (let n = 0; n < recheckedPerRound && ledger.stored.length > 0; n++) stored.push(random.pick(ledger.stored))
  await checkContent(world, stored)
  for (const { email, cookie } of ledger.people.slice(-30)) {
    const who = await apiFor(server.url, { cookie })
      .whoAmI()
      .catch(error => error.message)
    if (who !== email) ledger.problem(`the session of ${email} is gone: ${who}`)
  }

  const owner = new pg.Client(settingsOf(server.ownerUrl))
  await owner.connect()
  try {
    await checkRows(owner, ledger)
    await checkWritten(owner, ledger)
    await checkRegister(owner, ledger)
    await checkFiles(owner, world)
  } finally {
    await owner.end()
  }
}

async function checkContent({ server, ledger }: World, stored: Stored[]): Promise<void> {
  for (const { id, owner, filename, sha256 } of stored) {
    try {
      const content = await apiFor(server.url, { cookie: owner.cookie }).download(id)
      if (hash(content) !== sha256) ledger.problem(`${filename} was downloaded with other bytes`)
    } catch (error) {
      ledger.problem(`${filename} cannot be downloaded: ${(error as Error).message}`)
    }
  }
}

/** Every acknowledged upload is exactly one document, with one audit entry and the right number of views. */
async function checkRows(owner: pg.Client, ledger: Ledger): Promise<void> {
  const { rows } = await owner.query<Row>(
    `select d.id, d.filename, d.sha256, d.file_size::int as size, d.view_count as count,
      (select count(*)::int from document_views v where v.document_id = d.id) as views,
      (select count(*)::int from audit_log a where a.subject_id = d.id::text and a.action = 'document.uploaded')
        as entries
    from documents d where not d.is_external_link and d.category <> 'Statements'`,
  )
  const deleted = await owner.query<{ id: string; entries: number }>(
    `select subject_id as id, count(*)::int as entries from audit_log
    where action in ('document.deleted', 'document.delete_approved') group by subject_id`,
  )
  const deletions = new Map(deleted.rows.map(({ id, entries }) => [id, entries]))
  const byName = Map.groupBy(rows, ({ filename }) => filename)
  for (const stored of ledger.stored) {
    const found = byName.get(stored.filename) ?? []
    if (found.length !== 1) ledger.problem(`${stored.filename} exists ${found.length} times`)
    for (const row of found) checkRow(row, stored, ledger)
  }
  for (const { id, filename, acknowledged } of ledger.removals) {
    const found = byName.get(filename) ?? []
    if (acknowledged && found.length > 0) ledger.problem(`${filename} was deleted but still exists`)
    const entries = deletions.get(id) ?? 0
    if (entries !== (found.length > 0 ? 0 : 1)) {
      ledger.problem(`${filename} exists ${found.length} times and has ${entries} deletions in the audit log`)
    }
  }
  const promised = new Set([...ledger.stored, ...ledger.removals].map(({ filename }) => filename))
  for (const name of byName.keys())
    if (!promised.has(name)) ledger.problem(`${name} exists, but no answer acknowledged it`)
}

interface Row {
  id: string
  filename: string
  sha256: string
  size: number
  count: number
  views: number
  entries: number
}

function checkRow(row: Row, { id, filename, sha256, size, views }: Stored, ledger: Ledger): void {
  if (row.id !== id || row.sha256 !== sha256 || row.size !== size) ledger.problem(`${filename} is another document`)
  if (row.entries !== 1) ledger.problem(`${filename} has ${row.entries} entries in the audit log`)
  if (row.views !== row.count) ledger.problem(`${filename} counts ${row.count} views and lists ${row.views}`)
  if (row.count < views.counted) ledger.problem(`${filename} counts ${row.count} views of ${views.counted}`)
  if (row.count > views.tried) ledger.problem(`${filename} counts ${row.count} views, ${views.tried} were made`)
}

/**
 * Every row has its file, every file has a row or a job that removes it, and finished uploads leave nothing behind. The
 * site may be finishing or removing something that was interrupted, so it gets a while to agree.
 */
async function checkFiles(owner: pg.Client, world: World): Promise<void> {
  let found: string[] = []
  const agree = async () => {
    found = await filesAstray(owner, world)
    return found.length === 0
  }
  await eventually('files and rows to agree', agree).catch(() => {})
  for (const problem of found) world.ledger.problem(problem)
}

async function filesAstray(owner: pg.Client, { server: { dataDir }, stored }: World): Promise<string[]> {
  const astray: string[] = []
  // Before the files, because a job may be done while they are listed.
  const jobs = await owner.query(`${toRemove} and state < 'completed'`)
  const removed = new Set(jobs.rows.map(({ file_path }) => file_path))
  const files = await stored.keys(dataDir)
  const { rows } = await owner.query<{ file_path: string }>(
    'select file_path from documents where not is_external_link',
  )
  for (const { file_path } of rows) {
    // A store that was killed may have a file that its list lacks.
    if (!files.delete(file_path) && !(await stored.has(dataDir, file_path)))
      astray.push(`${file_path} has a row and no file`)
  }
  // Where a statement's files will be is known before they are written.
  const planned = await owner.query(
    `select user_id || '/' || file_stamp || '.' || type as file_path from statements, unnest(array['pdf', 'csv']) type
    where prepared_at is null or released_at is null`,
  )
  for (const { file_path } of planned.rows) removed.add(file_path)
  for (const name of files) if (!removed.has(name)) astray.push(`${name} has a file and no row`)

  // If the answer to an announcement was lost, a row and at most an empty file stay until the upload expires.
  const uploads = await owner.query('select id, file_path, document_id from uploads')
  for (const { id, file_path, document_id } of uploads.rows) {
    if (file_path && !document_id) astray.push(`the upload ${id} is half finished`)
  }
  // Parts of a finished one may stay as long as its row, if a crash came before their removal.
  const ids = new Set(uploads.rows.map(({ id }) => id))
  for (const id of await stored.arrivedIds(dataDir))
    if (!ids.has(id)) astray.push(`the bytes of ${id} were left behind`)
  return astray
}

/** Waits for the queue and lets all uploads expire: then nothing is left of them, nor of deleted documents. */
export async function checkRemoved(world: World): Promise<void> {
  const { server, ledger, stored } = world
  const owner = new pg.Client(settingsOf(server.ownerUrl))
  await owner.connect()
  try {
    await owner.query("update jobs.job set start_after = now() where name = 'remove-file' and state < 'active'")
    const drained = async () => (await owner.query(`${toRemove} and state < 'completed'`)).rowCount === 0
    await eventually('the files to go', drained).catch(error => ledger.problem(error.message))
    await owner.query("update uploads set expires_at = now() - interval '1 second'")
    await enqueueAsOwner(owner, 'clean-up', [{}])
    const expired = async () => (await owner.query('select from uploads')).rowCount === 0
    await eventually('the uploads to go', expired).catch(error => ledger.problem(error.message))
    await eventually('their bytes to go', async () => (await stored.arrivedIds(server.dataDir)).length === 0).catch(
      error => ledger.problem(error.message),
    )
    await checkFiles(owner, world)
    await checkContent(world, ledger.stored)
  } finally {
    await owner.end()
  }
}

/** Everyone who was notified that a code is coming has received mail. @returns how many messages were delivered twice */
export async function checkMail({ server, ledger }: World): Promise<number> {
  const missing = () => {
    const reached = new Set(server.mailbox.messages.map(({ to }) => to))
    return ledger.mailed.filter(email => !reached.has(email))
  }
  await eventually('the mail that was promised', () => missing().length === 0).catch(() => {})
  for (const email of missing()) ledger.problem(`${email} was promised a code and has no mail`)
  const ids = server.mailbox.messages.map(({ mail }) => mail.messageId)
  return ids.length - new Set(ids).size
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
