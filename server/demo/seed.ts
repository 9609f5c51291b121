import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type AcceptedExtension, mimeTypes } from '../../app/documents/documents.ts'
import { settingsOf } from '../database/settings.ts'
import { projectFolder } from '../platform/data-folder.ts'
import { log } from '../platform/log.ts'
import { storage } from '../storage/storage.ts'
import { addConversations } from './conversations.ts'
import { type DemoDocument, people } from './people.ts'
import { fillRegister } from './register.ts'
import { printDocuments } from './sample-documents.ts'
import { addVisitors } from './visitors.ts'

const files = join(projectFolder, 'server/demo/files')
const day = 24 * 60 * 60 * 1000

/**
 * Fills an empty portal with a sample fund: an administrator, investors, their documents, views over the past weeks, an
 * open delete request, conversations, visitors' messages, and two years of its notes. Does nothing if there are people
 * already, so it is safe at every start. Except for the register, it writes as the database's owner, because only the
 * owner can backdate rows.
 */
export async function seedDemo(ownerUrl: string): Promise<void> {
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  try {
    // Serializes concurrent first starts; the second one then finds people.
    await owner.query("select pg_advisory_lock(hashtextextended('demo', 0))")
    await owner.query('begin')
    const { rows } = await owner.query('select exists (select from user_profiles) as filled')
    if (!rows[0].filled) {
      await fill(owner)
      log.info('filled the portal with a sample fund’s life')
    }
    await owner.query('commit')
    // After the commit: the register is filled by operations on connections of their own.
    await fillRegister(owner)
  } finally {
    await owner.end()
  }
}

async function fill(owner: pg.Client): Promise<void> {
  const ids = new Map<string, string>()
  for (const { email, full_name, organization, is_admin, joined, guest = false } of people) {
    const id = randomUUID()
    ids.set(email, id)
    const at = daysAgo(joined)
    await owner.query('insert into auth.users (id, email, email_verified, created_at) values ($1, $2, true, $3)', [
      id,
      email,
      at,
    ])
    await owner.query(
      `insert into user_profiles (id, email, full_name, organization, is_admin, created_at, accepted_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, email, full_name, organization, is_admin, at, guest ? null : at],
    )
  }
  const idOf = (email: string) => ids.get(email) as string
  const printed = await printDocuments()
  for (const { email, documents, requestedDocuments } of people) {
    if (requestedDocuments) await askFor(owner, idOf(email), idOf(requestedDocuments.by), requestedDocuments)
    for (const document of documents) {
      const id = document.file
        ? await addFile(owner, idOf(email), idOf(document.by ?? email), document, printed)
        : await addLink(owner, idOf(email), idOf(document.by ?? email), document)
      for (const [viewer, ago] of document.views ?? []) {
        const { full_name } = people.find(person => person.email === viewer) ?? { full_name: null }
        await owner.query(
          'insert into document_views (document_id, user_id, user_email, user_name, viewed_at) values ($1, $2, $3, $4, $5)',
          [id, idOf(viewer), viewer, full_name, daysAgo(ago)],
        )
      }
      await owner.query(
        `update documents d set
          read_at = (select min(viewed_at) from document_views where document_id = d.id and user_id = d.user_id),
          opened_by_others_at = (select min(viewed_at) from document_views
            where document_id = d.id and user_id is distinct from d.uploaded_by)
        where id = $1`,
        [id],
      )
    }
  }
  const named = people.map(({ email, full_name }) => [email, { id: idOf(email), name: full_name ?? email }] as const)
  await addConversations(owner, new Map(named), daysAgo)
  await addVisitors(owner, daysAgo)
}

/** @param printed the fund's own documents */
async function addFile(
  owner: pg.Client,
  userId: string,
  by: string,
  document: DemoDocument,
  printed: Map<string, Uint8Array>,
): Promise<string> {
  const name = document.file as string
  const bytes = printed.get(name) ?? (await readFile(join(files, name)))
  const type = name.split('.').at(-1) as AcceptedExtension
  const at = daysAgo(document.ago)
  const key = `${userId}/${at.getTime()}.${type}`
  await storage().put(key, new Blob([new Uint8Array(bytes)]).stream())
  const { rows } = await owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type,
      fund_name, view_count, created_at, delete_request_status, delete_requested_by, delete_requested_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      userId,
      by,
      document.name,
      key,
      bytes.length,
      mimeTypes[type],
      createHash('sha256').update(bytes).digest('hex'),
      type,
      document.fund ?? 'General',
      document.views?.length ?? 0,
      at,
      document.deletionRequested === undefined ? null : 'pending',
      document.deletionRequested === undefined ? null : userId,
      document.deletionRequested === undefined ? null : daysAgo(document.deletionRequested),
    ],
  )
  return rows[0].id
}

async function addLink(owner: pg.Client, userId: string, by: string, document: DemoDocument): Promise<string> {
  const opened = document.views?.[0]
  const { rows } = await owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_size, mime_type, is_external_link, external_url,
      file_type, fund_name, view_count, created_at, signing_state, signing_sent_at, signing_opened_at)
    values ($1, $2, $3, 0, 'application/docusign', true, $4, 'docusign', $5, $6, $7, $8, $7, $9) returning id`,
    [
      userId,
      by,
      document.name,
      document.url,
      document.fund ?? 'General',
      document.views?.length ?? 0,
      daysAgo(document.ago),
      opened ? 'opened' : 'sent',
      opened ? daysAgo(opened[1]) : null,
    ],
  )
  return rows[0].id
}

async function askFor(
  owner: pg.Client,
  personId: string,
  by: string,
  { name, note }: { name: string; note: string },
): Promise<void> {
  await owner.query(
    `insert into document_requests (person_id, requested_by, name, note, due_on, created_at)
    values ($1, $2, $3, $4, app.fund_day() + 9, $5)`,
    [personId, by, name, note, daysAgo(2)],
  )
}

function daysAgo(days: number): Date {
  return new Date(Math.floor(Date.now() - days * day))
}
