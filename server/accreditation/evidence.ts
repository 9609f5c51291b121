import { sql, type Transaction } from 'kysely'
import { evidenceProblem, peopleProving } from '../../rules/accreditation/evidence.ts'
import { type EvidenceKind, evidenceKinds } from '../../rules/accreditation/evidence-kinds.ts'
import { isOpenForChanges } from '../../rules/accreditation/states.ts'
import { isDay } from '../../rules/notes/days.ts'
import { oneLine } from '../../rules/text.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import type { EvidenceTable } from '../database/accreditation-tables.ts'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { findStoredFile, type StoredFile } from '../documents/stored-files.ts'
import { findHolderFacts, type HolderFacts } from '../holders/holder-facts.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type Accreditation, lockAccreditation, requireMember, saleOf } from './accreditation.ts'
import { readPages, type Searched, searchedFor } from './search-evidence.ts'
import { supersedeSignatures } from './sign.ts'

/** The category of documents that are sent as evidence. */
export const evidenceCategory = 'Accreditation'

/** What somebody says of a document that they uploaded. */
export interface DescribedEvidence {
  documentId: string
  kind: string
  /** The day written on it, YYYY-MM-DD; empty where it has none. */
  datedOn: string
  /** Whose it is, where joint holders prove it by themselves. */
  person?: string
  /** Who signed it, where it is a letter. */
  signedBy?: string
  /** Where it is a license printout. */
  crdNumber?: string
}

const codes: ConstraintCodes = { evidence_document: 'ACCREDITATION_MOVED' }

/**
 * Adds one of the actor's own documents to a verification that is open. The text of a PDF is searched for full Social
 * Security numbers; where there are some, it can be sent only once its sender has said so (`sendEvidenceAnyway`).
 * @returns the evidence's id, and the pages with such numbers
 * @throws PortalError NOT_FOUND, FORBIDDEN; EVIDENCE_GONE for a document of somebody else, or of another category;
 *   EVIDENCE_KIND, EVIDENCE_DATE, EVIDENCE_FUTURE, EVIDENCE_OLD, EVIDENCE_SIGNER, EVIDENCE_CRD, EVIDENCE_PERSON; ACCREDITATION_MOVED; FILE_WAITING, FILE_INFECTED
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
  const details = { signed_by: readSigner(kind, described.signedBy), crd_number: readCrd(kind, described.crdNumber) }
  const documentId = assertId(described.documentId)
  const file = await findStoredFile(actor, documentId).catch(error => {
    throw error instanceof PortalError && error.code === 'NOT_FOUND' ? new PortalError('EVIDENCE_GONE') : error
  })
  if (file.user_id !== actor.id) throw new PortalError('EVIDENCE_GONE')
  const pages = await readPages(file)
  return actAs(
    actor,
    async tx => {
      const { row, holder } = await lockOwn(tx, actor, id)
      const person = readPerson(peopleProving(saleOf(row, holder)), described.person)
      const evidence = {
        document_id: documentId,
        kind,
        dated_on: datedOn,
        person,
        ...details,
        ...searchedFor(person ? [person] : namesOf(row, holder), pages),
      }
      const added = await insertEvidence(tx, actor, row, { file, evidence })
      await supersedeSignatures(tx, id)
      const logged = { holder_id: row.holder_id, document_id: documentId, kind, sha256: file.sha256 }
      await audit(tx, actor, 'accreditation.evidence_added', id, logged)
      return { id: added, ssnPages: evidence.ssn_pages }
    },
    codes,
  )
}

interface NewEvidence {
  file: StoredFile
  evidence: Pick<EvidenceTable, 'kind' | 'dated_on' | 'person' | 'signed_by' | 'crd_number'> &
    Searched & { document_id: string }
}

async function insertEvidence(
  tx: Transaction<Database>,
  actor: Actor,
  row: Accreditation,
  { file, evidence }: NewEvidence,
): Promise<string> {
  const document = await tx
    .selectFrom('documents')
    .select('category')
    .where('id', '=', evidence.document_id)
    .executeTakeFirst()
  if (document?.category !== evidenceCategory) throw new PortalError('EVIDENCE_GONE')
  const { id } = await tx
    .insertInto('evidence')
    .values({
      accreditation_id: row.id,
      holder_id: row.holder_id,
      ...evidence,
      filename: file.filename,
      sha256: file.sha256,
      added_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function namesOf({ owners }: Accreditation, { legalName, members }: HolderFacts): string[] {
  return [legalName, ...owners.map(({ name }) => name), ...members.map(({ name }) => name)]
}

/**
 * Removes evidence from a verification that is open. The document stays among the person's own until they delete it, or
 * it is destroyed as unsent (`destroyUnsentEvidence`).
 * @throws PortalError NOT_FOUND where it isn't the actor's; ACCREDITATION_MOVED where it was sent
 */
export async function removeEvidence(actor: Actor, evidenceId: string): Promise<void> {
  return changeOwn(actor, evidenceId, async (tx, { id, accreditation_id, holder_id, document_id }) => {
    await tx.deleteFrom('evidence').where('id', '=', id).execute()
    await supersedeSignatures(tx, accreditation_id)
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
async function lockOwn(
  tx: Transaction<Database>,
  actor: Actor,
  id: string,
): Promise<{ row: Accreditation; holder: HolderFacts }> {
  const row = await lockAccreditation(tx, id)
  const holder = await findHolderFacts(tx, row.holder_id)
  requireMember(actor, holder)
  if (!isOpenForChanges(row.state)) throw new PortalError('ACCREDITATION_MOVED')
  return { row, holder }
}

/** @throws PortalError EVIDENCE_DATE for something that isn't a day */
function readDay(typed: string): string | null {
  const day = typed.trim()
  if (!day) return null
  if (!isDay(day)) throw new PortalError('EVIDENCE_DATE')
  return day
}

/** @throws PortalError EVIDENCE_PERSON where joint holders each send their own, and this is nobody's */
function readPerson(people: readonly string[], typed: string | undefined): string | null {
  if (people.length === 0) return null
  const person = people.find(name => name === typed)
  if (!person) throw new PortalError('EVIDENCE_PERSON')
  return person
}

/** @throws PortalError EVIDENCE_SIGNER for a letter of nobody */
function readSigner(kind: EvidenceKind, typed = ''): string | null {
  if (kind !== 'letter') return null
  const name = oneLine(typed).slice(0, 200)
  if (name.length < 3) throw new PortalError('EVIDENCE_SIGNER')
  return name
}

/** @throws PortalError EVIDENCE_CRD for a license printout without its number */
function readCrd(kind: EvidenceKind, typed = ''): string | null {
  if (kind !== 'license_printout') return null
  const number = typed.trim()
  if (!/^\d{1,8}$/.test(number)) throw new PortalError('EVIDENCE_CRD')
  return number
}
