import { sql, type Transaction } from 'kysely'
import { evidenceProblem } from '../../rules/accreditation/evidence.ts'
import { type EvidenceKind, evidenceKinds } from '../../rules/accreditation/evidence-kinds.ts'
import { pagesWithSocialSecurityNumbers } from '../../rules/accreditation/ssn.ts'
import { isOpenForChanges } from '../../rules/accreditation/states.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { findStoredFile, type StoredFile } from '../documents/stored-files.ts'
import { openStoredFile } from '../downloads/archive.ts'
import { findHolderFacts } from '../holders/holder-facts.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type Accreditation, lockAccreditation, requireMember } from './accreditation.ts'
import { readPdfText } from './pdf-text.ts'

/** The category of documents that are sent as evidence. */
export const evidenceCategory = 'Accreditation'

/** What somebody says of a document that they uploaded. */
export interface DescribedEvidence {
  documentId: string
  kind: string
  /** The day written on it, YYYY-MM-DD; empty where it has none. */
  datedOn: string
}

const codes: ConstraintCodes = { evidence_document: 'ACCREDITATION_MOVED' }

/**
 * Adds one of the actor's own documents to a verification that is open. The text of a PDF is searched for full Social
 * Security numbers; where there are some, it can be sent only once its sender has said so (`sendEvidenceAnyway`).
 * @returns the evidence's id, and the pages with such numbers
 * @throws PortalError NOT_FOUND, FORBIDDEN; EVIDENCE_GONE for a document of somebody else, or of another category;
 *   EVIDENCE_KIND, EVIDENCE_DATE, EVIDENCE_FUTURE, EVIDENCE_OLD; ACCREDITATION_MOVED; FILE_WAITING, FILE_INFECTED
 */
export async function addEvidence(
  actor: Actor,
  accreditationId: string,
  described: DescribedEvidence,
): Promise<{ id: string; ssnPages: number[] }> {
  const id = assertId(accreditationId)
  const kind = evidenceKinds.find(known => known === described.kind)
  if (!kind) throw new PortalError('EVIDENCE_KIND')
  const datedOn = readDay(described.datedOn)
  const facts = { kind, datedOn, ssnPages: [], isSentAnyway: false }
  const problem = evidenceProblem(facts, fundDay())
  if (problem) throw new PortalError(problem)
  const documentId = assertId(described.documentId)
  const file = await findStoredFile(actor, documentId).catch(error => {
    throw error instanceof PortalError && error.code === 'NOT_FOUND' ? new PortalError('EVIDENCE_GONE') : error
  })
  if (file.user_id !== actor.id) throw new PortalError('EVIDENCE_GONE')
  const searched = await searchForNumbers(file)
  return actAs(
    actor,
    async tx => {
      const row = await lockOwn(tx, actor, id)
      const added = await insertEvidence(tx, actor, row, { documentId, kind, datedOn, file, searched })
      const details = { holder_id: row.holder_id, document_id: documentId, kind, sha256: file.sha256 }
      await audit(tx, actor, 'accreditation.evidence_added', id, details)
      return { id: added, ssnPages: searched ?? [] }
    },
    codes,
  )
}

interface NewEvidence {
  documentId: string
  kind: EvidenceKind
  datedOn: string | null
  file: StoredFile
  /** Pages with full numbers; undefined where the text couldn't be searched. */
  searched: number[] | undefined
}

async function insertEvidence(
  tx: Transaction<Database>,
  actor: Actor,
  row: Accreditation,
  { documentId, kind, datedOn, file, searched }: NewEvidence,
): Promise<string> {
  const document = await tx.selectFrom('documents').select('category').where('id', '=', documentId).executeTakeFirst()
  if (document?.category !== evidenceCategory) throw new PortalError('EVIDENCE_GONE')
  const { id } = await tx
    .insertInto('evidence')
    .values({
      accreditation_id: row.id,
      holder_id: row.holder_id,
      document_id: documentId,
      kind,
      filename: file.filename,
      sha256: file.sha256,
      dated_on: datedOn,
      ssn_pages: searched ?? [],
      is_searched: searched !== undefined,
      added_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns pages with full Social Security numbers; undefined where the file isn't a PDF or has no readable text */
async function searchForNumbers(file: StoredFile): Promise<number[] | undefined> {
  if (file.file_type !== 'pdf') return undefined
  const stored = await openStoredFile(file)
  if (!stored) throw new PortalError('EVIDENCE_GONE')
  const bytes = new Uint8Array(file.file_size)
  let at = 0
  {
    await using content = stored
    for await (const chunk of content) {
      bytes.set(chunk, at)
      at += chunk.length
    }
  }
  const pages = await readPdfText(bytes)
  if (!pages?.some(text => text.trim() !== '')) return undefined
  return pagesWithSocialSecurityNumbers(pages)
}

/**
 * Removes evidence from a verification that is open. The document stays among the person's own until they delete it.
 * @throws PortalError NOT_FOUND where it isn't the actor's; ACCREDITATION_MOVED where it was sent
 */
export async function removeEvidence(actor: Actor, evidenceId: string): Promise<void> {
  return changeOwn(actor, evidenceId, async (tx, { id, accreditation_id, holder_id, document_id }) => {
    await tx.deleteFrom('evidence').where('id', '=', id).execute()
    await audit(tx, actor, 'accreditation.evidence_removed', accreditation_id, { holder_id, document_id })
  })
}

/**
 * Records that evidence is sent although it shows a full Social Security number. It is destroyed like what is sensitive.
 * @throws PortalError as `removeEvidence`
 */
export async function sendEvidenceAnyway(actor: Actor, evidenceId: string): Promise<void> {
  return changeOwn(actor, evidenceId, async (tx, { id, accreditation_id, holder_id, document_id, ssn_pages }) => {
    await tx.updateTable('evidence').set({ sent_anyway_at: sql<Date>`now()` }).where('id', '=', id).execute()
    const details = { holder_id, document_id, pages: ssn_pages }
    await audit(tx, actor, 'accreditation.sent_anyway', accreditation_id, details)
  })
}

interface OwnEvidence {
  id: string
  accreditation_id: string
  holder_id: string
  document_id: string | null
  ssn_pages: number[]
}

function changeOwn(
  actor: Actor,
  evidenceId: string,
  change: (tx: Transaction<Database>, evidence: OwnEvidence) => Promise<void>,
): Promise<void> {
  const id = assertId(evidenceId)
  return actAs(actor, async tx => {
    const found = await tx
      .selectFrom('evidence')
      .select(['id', 'accreditation_id', 'holder_id', 'document_id', 'ssn_pages'])
      .where('id', '=', id)
      .where('added_by', '=', actor.id)
      .executeTakeFirst()
    if (!found) throw new PortalError('NOT_FOUND')
    await lockOwn(tx, actor, found.accreditation_id)
    await change(tx, found)
  })
}

/** @throws PortalError NOT_FOUND, FORBIDDEN unless the actor acts for its holder; ACCREDITATION_MOVED where it was sent */
async function lockOwn(tx: Transaction<Database>, actor: Actor, id: string): Promise<Accreditation> {
  const row = await lockAccreditation(tx, id)
  requireMember(actor, await findHolderFacts(tx, row.holder_id))
  if (!isOpenForChanges(row.state)) throw new PortalError('ACCREDITATION_MOVED')
  return row
}

/** @throws PortalError EVIDENCE_DATE for something that isn't a day */
function readDay(typed: string): string | null {
  const day = typed.trim()
  if (!day) return null
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  if (!isDay) throw new PortalError('EVIDENCE_DATE')
  return day
}
