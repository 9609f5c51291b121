import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { canTake, certificationSteps } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type WorkLike } from '../../../server/access/perform.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database, TaxCertificationsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireMember } from '../../accreditation/server/accreditation.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { requireServed } from '../../documents/server/check-states.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { enterProfileCommand, fileTaxFormCommand, returnTaxFormCommand } from '../card.commands.ts'
import { sendTaxFormCommand } from '../own.commands.ts'
import type { TaxForm } from '../profile.ts'
import { mailMembers, mailOffice } from './tax-mail.ts'

export type Certification = Selectable<TaxCertificationsTable>

/** The category of documents about taxes. */
export const taxCategory = 'Tax'

/** Two people have sent a form for the holder at the same moment. */
const codes: ConstraintCodes = { tax_certifications_open: 'TAX_FORM_MOVED' }

/**
 * Sends a signed W-9 or W-8 for review: one of the actor's own uploads. One that was sent before and not reviewed yet is
 * replaced.
 * @returns the certification's id
 */
export const submitTaxForm = perform(sendTaxFormCommand, submit, { codes })

/** As an administrator: a document in the folder of a member of the holder, such as a form that came by post. */
export const fileTaxForm = perform(fileTaxFormCommand, submit, { codes })

async function submit(
  { tx, actor, refuse, audit }: WorkLike<typeof sendTaxFormCommand>,
  holderId: string,
  { documentId, kind: form }: { documentId: string; kind: TaxForm },
): Promise<string> {
  const id = assertId(holderId)
  if (!documentId) throw refuse('TAX_FORM_FILE')
  const document = assertId(documentId)
  const holder = await findHolderFacts(tx, id)
  if (!actor.isAdmin) requireMember(actor, holder)
  const file = await findForm(tx, document)
  const senders = actor.isAdmin ? holder.members.map(({ userId }) => userId) : [actor.id]
  if (!file || !senders.includes(file.user_id)) throw refuse('TAX_FORM_GONE')
  requireServed(file)
  await replaceOpen(tx, id)
  const certification = randomUUID()
  const { filename, sha256 } = file
  await tx
    .insertInto('tax_certifications')
    .values({
      id: certification,
      holder_id: id,
      form,
      document_id: document,
      filename,
      sha256,
      submitted_by: actor.id,
    })
    .execute()
  await audit('tax.form_sent', id, { form, document_id: document, sha256, certification_id: certification })
  if (!actor.isAdmin) await mailOffice(tx)
  return certification
}

async function findForm(tx: Transaction<Database>, id: string) {
  const file = await tx
    .selectFrom('documents')
    .select(['user_id', 'filename', 'sha256', 'check_state'])
    .where('id', '=', id)
    .where('category', '=', taxCategory)
    .where('holder_id', 'is', null)
    .where('is_external_link', '=', false)
    .executeTakeFirst()
  return file?.sha256 ? { ...file, sha256: file.sha256 } : undefined
}

/** Replaces a form that is pending review, and voids the request for a second person's approval of it. */
async function replaceOpen(tx: Transaction<Database>, holderId: string): Promise<void> {
  await voidApprovals(tx, enterProfileCommand.name, holderId)
  await tx
    .updateTable('tax_certifications')
    .set({ state: 'superseded' })
    .where('holder_id', '=', holderId)
    .where('state', '=', 'submitted')
    .execute()
}

/** Sends a form back, because it is unsigned, can't be read, or is another holder's. The members read the reason. */
export const returnTaxForm = perform(
  returnTaxFormCommand,
  async ({ tx, actor, refuse, audit }, certificationId, { reason }) => {
    const row = await lockCertification(tx, assertId(certificationId))
    const { id, holder_id, form } = row
    if (!canTake(certificationSteps.return, row.state)) throw refuse('TAX_FORM_MOVED')
    await voidApprovals(tx, enterProfileCommand.name, holder_id)
    await tx
      .updateTable('tax_certifications')
      .set({ state: 'returned', reason, decided_by: actor.id, decided_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit('tax.form_returned', holder_id, { form, certification_id: id })
    await mailMembers(tx, await findHolderFacts(tx, holder_id), 'form-returned')
  },
  { before: (actor, id, { reason }) => requireProofToReach(actor, { owners: [id], texts: [reason] }) },
)

export async function lockCertification(tx: Transaction<Database>, id: string): Promise<Certification> {
  const row = await tx.selectFrom('tax_certifications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  return row
}
