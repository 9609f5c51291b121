import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { addDays } from '../../rules/days.ts'
import { settingsOf } from '../database/settings.ts'
import { projectFolder } from '../platform/data-folder.ts'
import { fundDay } from '../platform/fund-day.ts'
import { log } from '../platform/log.ts'
import { addFile, documentRequests, documentViews, sentLinkRow } from '../sample/documents.ts'
import { insertPerson } from '../sample/people.ts'
import { insertRow } from '../sample/rows.ts'
import { addConversations } from './conversations.ts'
import { type DemoDocument, people } from './people.ts'
import { fillRegister } from './register.ts'
import { printDocuments } from './sample-documents.ts'
import { confirmSampleList } from './sanctions.ts'
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
    await confirmSampleList(owner)
  } finally {
    await owner.end()
  }
}

async function fill(owner: pg.Client): Promise<void> {
  const ids = new Map<string, string>()
  for (const { email, full_name, organization, is_admin, joined, guest } of people) {
    const created_at = daysAgo(joined)
    const accepted_at = guest ? null : created_at
    ids.set(email, await insertPerson(owner, { email, full_name, organization, is_admin, created_at, accepted_at }))
  }
  const idOf = (email: string) => ids.get(email) as string
  const printed = await printDocuments()
  for (const { email, documents, requestedDocuments } of people) {
    const user_id = idOf(email)
    if (requestedDocuments) {
      const { by, ...asked } = requestedDocuments
      const dated = { due_on: addDays(fundDay(), 9), created_at: daysAgo(2) }
      await documentRequests.insert(owner, { person_id: user_id, requested_by: idOf(by), ...asked, ...dated })
    }
    for (const document of documents) {
      const columns = { user_id, uploaded_by: idOf(document.by ?? email) }
      const id = document.file
        ? await addSampleFile(owner, document, columns, printed)
        : await insertRow(owner, 'documents', linkRow(document, columns))
      for (const [viewer, ago] of document.views ?? []) {
        const { full_name } = people.find(person => person.email === viewer) ?? { full_name: null }
        const view = { document_id: id, user_id: idOf(viewer), user_email: viewer, user_name: full_name }
        await documentViews.insert(owner, { ...view, viewed_at: daysAgo(ago) })
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

interface Uploaded {
  user_id: string
  uploaded_by: string
}

const factsOf = ({ name, fund = 'General', views = [], ago }: DemoDocument) => ({
  ...{ filename: name, fund_name: fund, view_count: views.length, created_at: daysAgo(ago) },
})

/** @param printed the fund's own documents */
async function addSampleFile(
  owner: pg.Client,
  document: DemoDocument,
  uploaded: Uploaded,
  printed: Map<string, Uint8Array>,
): Promise<string> {
  const name = document.file as string
  const requested = document.deletionRequested !== undefined && {
    delete_request_status: 'pending' as const,
    delete_requested_by: uploaded.user_id,
    delete_requested_at: daysAgo(document.deletionRequested),
  }
  return addFile(owner, printed.get(name) ?? (await readFile(join(files, name))), {
    ...{ ...uploaded, ...factsOf(document), ...requested },
  })
}

function linkRow(document: DemoDocument, uploaded: Uploaded) {
  const opened = document.views?.[0]
  return sentLinkRow({
    ...{ ...uploaded, ...factsOf(document), external_url: document.url, signing_sent_at: daysAgo(document.ago) },
    ...(opened && { signing_state: 'opened', signing_opened_at: daysAgo(opened[1]) }),
  })
}

function daysAgo(days: number): Date {
  return new Date(Math.floor(Date.now() - days * day))
}
