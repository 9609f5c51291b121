import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import pg from 'pg'
import { messages } from '../../rules/messages.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { addFile } from '../../server/sample/documents.ts'
import { type ActionResult, RequestError } from '../helpers/api.ts'
import { newSignedInPerson, type Person } from '../helpers/api-person.ts'
import { eventually } from '../helpers/eventually.ts'
import { inFolder } from '../helpers/insert-document.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { type Action, nameBy, type Side, type State } from './model.ts'

/** Larger than one storage read, so that a download is in progress when its document is deleted. */
const content = randomBytes(300_000).toString('base64')

/** A site with an investor and two administrators, each with their own session. */
export interface World {
  site: TestServer
  owner: pg.Pool
  investor: Person
  administrators: [Person, Person]
  /** Server errors, and requests without an answer. */
  failures: string[]
}

export async function openWorld(): Promise<World & AsyncDisposable> {
  const site = await startServer()
  const failures: string[] = []
  const onExchange = ({ method, path, status }: { method: string; path: string; status: number }) => {
    if (status === 0 || status >= 500) failures.push(`${method} ${path} was answered with ${status}`)
  }
  const owner = new pg.Pool(settingsOf(site.ownerUrl))
  owner.on('error', () => {})
  return {
    site,
    owner,
    failures,
    investor: await newSignedInPerson(site, { onExchange }),
    administrators: [
      await newSignedInPerson(site, { isAdmin: true, onExchange }),
      await newSignedInPerson(site, { isAdmin: true, onExchange }),
    ],
    async [Symbol.asyncDispose]() {
      await owner.end()
      await site.dispose()
    },
  }
}

/** Creates a document in the state that a race begins with. @returns its id */
export async function createDocument({ site, owner, investor }: World, { status, name }: State): Promise<string> {
  const columns = {
    user_id: investor.id,
    filename: name,
    ...(status !== 'none' && { delete_request_status: status as 'pending' | 'rejected' }),
    ...(status === 'pending' && { delete_requested_by: investor.id, delete_requested_at: new Date('2026-01-01Z') }),
  }
  return addFile(owner, Buffer.from(content), columns, inFolder(site.dataDir))
}

/** @returns the document’s actual state */
export async function readState({ owner, investor, administrators }: World, id: string): Promise<State> {
  const { rows } = await owner.query(
    `select filename, view_count, delete_request_status as status, delete_requested_by as requester,
      delete_requested_at = '2026-01-01' as before,
      (select count(*)::int from document_views v where v.document_id = d.id) as views
    from documents d where id = $1`,
    [id],
  )
  const { rows: entries } = await owner.query(
    `select action from audit_log where subject_id = $1
      and action not in ('document.viewed', 'file.opened', 'file.downloaded', 'archive.downloaded', 'access.refused')
      order by id`,
    [id],
  )
  const log = entries.map(({ action }) => action as string)
  const [row] = rows
  const away = log.includes('document.delete_approved') ? 'approved away' : 'deleted away'
  if (!row) return { status: away, requester: undefined, name: '', views: 0, log }
  if (row.views !== row.view_count) throw new Error(`${row.view_count} views are counted, but ${row.views} are listed`)
  const people = [investor.id, administrators[1].id]
  const requester = row.before ? 'before' : row.requester === null ? undefined : (people.indexOf(row.requester) as Side)
  return { status: row.status ?? 'none', requester, name: row.filename, views: row.view_count, log }
}

/** Performs one side’s action. @returns the notice or error code, as the model names them */
export async function perform(world: World, action: Action, side: Side, id: string): Promise<string> {
  const administrator = world.administrators[side].api
  const { api } = side === 0 ? world.investor : world.administrators[1]
  switch (action) {
    case 'request':
      return noticeOrCode(await api.act('document.request_delete', id))
    case 'approve':
    case 'reject':
      return noticeOrCode(await administrator.act(`document.${action}_delete`, id))
    case 'force delete':
      return noticeOrCode(await administrator.act('document.delete', id))
    case 'rename':
      return noticeOrCode(await administrator.act('document.rename', id, { filename: nameBy(side) }))
    case 'view':
      return orNotFound(async () => {
        await api.view(id)
        return 'counted'
      })
    case 'download':
      return orNotFound(async () => {
        const bytes = await api.download(id)
        return bytes.equals(Buffer.from(content)) ? 'the whole file' : `${bytes.length} bytes`
      })
    case 'upload':
      await api.upload({ filename: 'New.txt', content: Buffer.from('new'), metadata: { userId: world.investor.id } })
      return 'stored'
  }
}

/** The notice, or the error code if its message is the one in the catalog. */
function noticeOrCode({ notice, error, status }: ActionResult): string {
  if (notice) return notice
  if (!error) return `nothing, ${status}`
  return messages[error.code as keyof typeof messages] === error.message ? error.code : JSON.stringify(error)
}

async function orNotFound(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return 'NOT_FOUND'
    throw error
  }
}

/**
 * Waits until no file removals are queued.
 * @returns a sentence for each file without a row, and each row without a file
 */
export async function orphans({ site, owner }: World): Promise<string[]> {
  await eventually('the files to go', async () => {
    const { rows } = await owner.query("select from jobs.job where name = 'remove-file' and state < 'completed'")
    return rows.length === 0
  })
  const { rows } = await owner.query("select file_path from documents where file_path <> ''")
  const rowsOf = new Set(rows.map(({ file_path }) => file_path))
  const found: string[] = []
  for (const folder of ['files', 'uploads']) {
    const at = join(site.dataDir, folder)
    for (const entry of await readdir(at, { recursive: true, withFileTypes: true })) {
      const path = relative(at, join(entry.parentPath, entry.name))
      if (entry.isFile() && !rowsOf.delete(path)) found.push(`${folder}/${path} belongs to no document`)
    }
  }
  return [...found, ...[...rowsOf].map(path => `${path} is not stored`)]
}
