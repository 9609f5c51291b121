import { sql, type Transaction } from 'kysely'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely, type Work } from '../../../server/access/perform.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database, EvidenceTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findStoredFile, type StoredFile } from '../../documents/server/stored-files.ts'
import { findHolderFacts, type HolderFacts } from '../../holders/server/holder-facts.ts'
import { evidenceProblem, peopleProving, repeatsYear } from '../evidence.ts'
import { type EvidenceKind, evidenceKinds } from '../evidence-kinds.ts'
import type { Method } from '../methods.ts'
import { addEvidenceCommand, removeEvidenceCommand, sendEvidenceAnywayCommand } from '../own.commands.ts'
import { type Accreditation, lockAccreditation, requireMember, saleOf } from './accreditation.ts'
import { type EvidenceDetails, readDay, readDetails, readPerson } from './evidence-details.ts'
import { evidenceFacts } from './evidence-facts.ts'
import { readPages, type Searched, searchedFor } from './search-evidence.ts'
import { supersedeSignatures } from './sign.ts'

/** The category of documents that are sent as evidence. */
export const evidenceCategory = 'Accreditation'

const codes: ConstraintCodes = { evidence_document: 'ACCREDITATION_MOVED' }

/**
 * Adds one of the actor's own documents to a verification that is open. The text of a PDF is searched for full Social
 * Security numbers; where there are some, it can be sent only once its sender has said so (`sendEvidenceAnyway`).
 * @returns the evidence's id, and the pages with such numbers
 */
export const addEvidence = performFreely(
  addEvidenceCommand,
  async ({ actor, refuse, left, transact }, accreditationId, described) => {
    const id = assertId(accreditationId)
    const kind = evidenceKinds.find(known => known === described.kind)
    if (!kind) throw refuse('EVIDENCE_KIND')
    const datedOn = readDay(described.datedOn)
    const details = readDetails(kind, described)
    const facts = { kind, datedOn, ssnPages: [], isSentAnyway: false, taxYear: details.tax_year }
    const problem = evidenceProblem(facts, fundDay())
    if (problem) throw new PortalError(problem)
    const documentId = assertId(described.documentId)
    const file = await findStoredFile(actor, documentId).catch(error => {
      throw error instanceof PortalError && error.code === 'NOT_FOUND' ? refuse('EVIDENCE_GONE') : error
    })
    if (file.user_id !== actor.id) throw refuse('EVIDENCE_GONE')
    // Anyone who may not add it costs nothing.
    await transact(async ({ tx }) => {
      await lockOwn(tx, actor, id)
      await requireEvidence(tx, documentId)
    })
    const pages = await readPages(file, actor.id, left)
    return transact(async ({ tx, audit }) => {
      const { row, holder } = await lockOwn(tx, actor, id)
      const person = readPerson(kind, peopleProving(saleOf(row, holder), row.method), described.person)
      if (provesIncome(row.method, kind) && repeatsYear(await evidenceFacts(tx, id), { ...facts, person })) {
        throw refuse('EVIDENCE_YEAR_TWICE')
      }
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
      const logged = { holder_id: row.holderId, document_id: documentId, kind, sha256: file.sha256 }
      await audit('accreditation.evidence_added', id, logged)
      return { id: added, ssnPages: evidence.ssn_pages }
    })
  },
  { codes },
)

function provesIncome(method: Method, kind: EvidenceKind): boolean {
  return kind === 'tax_form' && (method === 'income' || method === 'owners')
}

interface NewEvidence {
  file: StoredFile
  evidence: EvidenceDetails & Pick<EvidenceTable, 'kind' | 'dated_on' | 'person'> & Searched & { document_id: string }
}

async function insertEvidence(
  tx: Transaction<Database>,
  actor: Actor,
  row: Accreditation,
  { file, evidence }: NewEvidence,
): Promise<string> {
  await requireEvidence(tx, evidence.document_id)
  const { id } = await tx
    .insertInto('evidence')
    .values({
      accreditation_id: row.id,
      holder_id: row.holderId,
      ...evidence,
      filename: file.filename,
      sha256: file.sha256,
      added_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function requireEvidence(tx: Transaction<Database>, documentId: string): Promise<void> {
  const document = await tx.selectFrom('documents').select('category').where('id', '=', documentId).executeTakeFirst()
  if (document?.category !== evidenceCategory) throw new PortalError('EVIDENCE_GONE')
}

function namesOf({ owners }: Accreditation, { legalName, members }: HolderFacts): string[] {
  return [legalName, ...owners.map(({ name }) => name), ...members.map(({ name }) => name)]
}

/**
 * Removes evidence from a verification that is open. The document stays among the person's own until they delete it, or
 * it is destroyed as unsent (`destroyUnsentEvidence`).
 */
export const removeEvidence = perform(removeEvidenceCommand, async (work, evidenceId) => {
  const { id, accreditation_id, holder_id, document_id } = await lockEvidence(work, evidenceId)
  await work.tx.deleteFrom('evidence').where('id', '=', id).execute()
  await supersedeSignatures(work.tx, accreditation_id)
  await work.audit('accreditation.evidence_removed', accreditation_id, { holder_id, document_id })
})

/**
 * Records that evidence is sent although it shows a full Social Security number. It is destroyed like sensitive
 * evidence.
 */
export const sendEvidenceAnyway = perform(sendEvidenceAnywayCommand, async (work, evidenceId) => {
  const { id, accreditation_id, holder_id, document_id, ssn_pages } = await lockEvidence(work, evidenceId)
  await work.tx.updateTable('evidence').set({ sent_anyway_at: sql<Date>`now()` }).where('id', '=', id).execute()
  await work.audit('accreditation.sent_anyway', accreditation_id, { holder_id, document_id, pages: ssn_pages })
})

/** @returns the actor's own evidence, of a verification that is open and locked now */
async function lockEvidence({ tx, actor }: Pick<Work, 'tx' | 'actor'>, evidenceId: string) {
  const found = await tx
    .selectFrom('evidence')
    .select(['id', 'accreditation_id', 'holder_id', 'document_id', 'ssn_pages'])
    .where('id', '=', assertId(evidenceId))
    .where('added_by', '=', actor.id)
    .executeTakeFirst()
  if (!found) throw new PortalError('NOT_FOUND')
  await lockOwn(tx, actor, found.accreditation_id)
  return found
}

/** @throws PortalError NOT_FOUND, FORBIDDEN unless the actor acts for its holder; ACCREDITATION_MOVED where it was sent */
async function lockOwn(
  tx: Transaction<Database>,
  actor: Actor,
  id: string,
): Promise<{ row: Accreditation; holder: HolderFacts }> {
  const row = await lockAccreditation(tx, id)
  const holder = await findHolderFacts(tx, row.holderId)
  requireMember(actor, holder)
  if (!canTake(accreditationSteps.submit, row.state)) throw new PortalError('ACCREDITATION_MOVED')
  return { row, holder }
}
