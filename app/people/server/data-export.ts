import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { namedTimeIn } from '../../../rules/dates.ts'
import { archivesOfGuests, archivesPerPerson, leadWindow } from '../../../rules/limits.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { enforceRateLimit } from '../../../server/access/rate-limit.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { Download } from '../../../server/http/send-download.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { notInArchive } from '../../backup/archive-texts.ts'
import { isServed } from '../../documents/server/check-states.ts'
import { getOwnDocuments, type OwnDocument, readOwnViews } from '../../documents/server/own-documents.ts'
import { accessesRecorded, recordedInArchive } from '../../downloads/server/file-accesses.ts'
import { serveZip } from '../../downloads/server/serve-bytes.ts'
import { describeMarks, openStoredFile, textEntries, whyNotServed } from '../../downloads/server/serve-zip.ts'
import type { ZipEntry } from '../../downloads/server/zip.ts'
import { safeName, uniqueNames } from '../../downloads/server/zip-names.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { exportConversations } from '../../messages/server/own-conversations.ts'
import { exportAuditLog, exportProfile, exportRequests, exportSessions } from './personal-data.ts'

/**
 * Handles GET `/files/everything`: everything the fund stores about the actor, as one archive created during the
 * download: text files first, then the documents, one open at a time.
 * @param sessionId the requesting session
 * @returns the archive; if fresh proof is needed, or it was requested too often, a redirect to the page that handles
 * that
 */
export async function serveDataExport(request: Request, actor: Actor, sessionId: string): Promise<Response | Download> {
  try {
    await requireFreshProof({ id: actor.id, sessionId })
    await enforceRateLimit(`archives of ${actor.id}`, {
      most: archivesPerPerson,
      window: leadWindow,
      code: 'ARCHIVE_LATER',
    })
    if (actor.isGuest)
      await enforceRateLimit('archives of guests', {
        most: archivesOfGuests,
        window: leadWindow,
        code: 'ARCHIVE_LATER',
      })
  } catch (error) {
    // A page that loads this in a frame gets the error as JSON and shows it itself.
    if (!(error instanceof PortalError) || request.headers.get('sec-fetch-dest') === 'iframe') throw error
    if (error.code === 'PROOF_NEEDED') {
      return new Response(null, {
        status: 303,
        headers: { Location: `${href('/profile/proof')}?next=${href('/profile/settings')}` },
      })
    }
    if (error.code !== 'ARCHIVE_LATER') throw error
    const wait = String(error.retryAfter ?? leadWindow / 1000)
    const headers = { Location: withQuery(href('/profile/settings'), { archive: 'later', wait }), 'Retry-After': wait }
    return new Response(null, { status: 303, headers })
  }
  return serveZip(actor, {
    filename: `${fund.shortName}, your data, ${fundDay()}.zip`,
    proof: 'fresh',
    files: 1,
    record: () => actAs(actor, tx => audit(tx, actor, 'data.exported', actor.id)),
    entries: exportEntries(actor, sessionId),
  })
}

/** A further file of the archive, from another capability. */
export interface DataExport {
  /** Such as 'holders.json'. */
  name: string
  /** Its description in the README. */
  about: string
  /** @returns undefined if there is nothing of the actor's */
  read(actor: Actor): Promise<unknown>
}

let otherExports: readonly DataExport[] = []

/** @param exports of capabilities that can't be imported here */
export function setDataExports(exports: readonly DataExport[]): void {
  otherExports = exports
}

async function* exportEntries(actor: Actor, sessionId: string): AsyncGenerator<ZipEntry, void, void> {
  const now = new Date()
  const text = (name: string, open: ZipEntry['open']): ZipEntry => ({ name, modified: now, open })
  const documents = await getOwnDocuments(actor)
  const files = documents.filter(({ is_external_link }) => !is_external_link)
  const links = documents.filter(({ is_external_link }) => is_external_link)

  const others = await readOthers(actor)
  yield text('README.txt', async () => Buffer.from(readme(actor, now, others)))
  yield text('profile.json', async () => json(await exportProfile(actor)))
  yield text('documents.json', async () => json(files.map(describeDocument)))
  yield text('signing-links.json', async () =>
    json(links.map(link => ({ ...describeDocument(link), url: link.external_url }))),
  )
  yield text('views.json', async () => jsonList(readOwnViews(actor, documents)))
  yield text('sessions.json', async () => json(await exportSessions(actor, sessionId)))
  yield text('requests.json', async () => json(await exportRequests(actor, documents)))
  yield text('conversations.json', async () => json(await exportConversations(actor)))
  for (const { name, content } of others) yield text(name, async () => json(content))
  yield text('audit-log.json', async () => jsonList(exportAuditLog(actor, documents)))

  const named = uniqueNames()
  const missing: string[] = []
  const marked: string[] = []
  for (const file of files) {
    if (!isServed(file)) {
      missing.push(whyNotServed(file))
      continue
    }
    const bytes = await openStoredFile(file)
    if (!bytes) {
      log.warn('a stored file was missing when a data export was created', { document: file.id })
      missing.push(notInArchive.gone(file.filename))
      continue
    }
    const name = named(`documents/${safeName(file.fund_name)}/${safeName(file.filename)}`)
    if (file.marks?.length) marked.push(describeMarks(name, file.marks))
    yield {
      name,
      modified: file.created_at,
      size: file.file_size,
      open: async () => recordedInArchive(actor, file, bytes),
    }
  }
  yield* textEntries(named, missing, marked)
  await accessesRecorded()
}

/** @returns other capabilities' files that have data of the actor */
async function readOthers(actor: Actor) {
  const read = otherExports.map(async each => ({ ...each, content: await each.read(actor) }))
  return (await Promise.all(read)).filter(({ content }) => content !== undefined)
}

/** A document's entry in documents.json. */
function describeDocument(document: OwnDocument) {
  const { id, filename, fund_name, category, file_type, file_size, sha256, view_count, created_at } = document
  return { id, filename, fund_name, category, file_type, file_size, sha256, view_count, created_at }
}

function readme({ email }: Actor, now: Date, others: readonly Pick<DataExport, 'name' | 'about'>[]): string {
  return [
    `What ${fund.name} stores about ${email}`,
    `Created ${namedTimeIn('UTC', now, fund.language)}. All times in these files are UTC.`,
    '',
    'documents/            your files, in a folder for each fund',
    'documents.json        details of each file: name, size, SHA-256, when it was added, how often it was viewed',
    'signing-links.json    documents to sign on another site, with their addresses',
    'views.json            who opened your documents and when, as the portal shows it',
    'profile.json          your name, organization and e-mail address, earlier addresses, passkeys, e-mail settings',
    'sessions.json         where you are signed in now',
    'requests.json         deletions you requested, messages and calls from your address',
    'conversations.json   what you and the fund wrote to each other',
    ...others.map(({ name, about }) => `${name.padEnd(21)} ${about}`),
    'audit-log.json        what you or the fund did with your account and your documents',
    '',
    'Files that end in .json are plain text. Any text editor opens them, and programs can read them.',
    'Not included: codes and secrets, which are stored only as one-way hashes, copies in backups, and the comparison of',
    'names with sanctions lists, which the law asks of us.',
    `Questions: ${fund.emails.office}, ${fund.phone}`,
    '',
  ].join('\r\n')
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

/** A JSON array of any length, one entry per line, created during the download. */
async function* jsonList(pages: AsyncIterable<unknown[]>): AsyncGenerator<Uint8Array, void, void> {
  let before = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield Buffer.from(before + page.map(entry => JSON.stringify(entry)).join(',\n'))
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}
