import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { tax } from '../../../content/tax.ts'
import type { ValuesOf } from '../../../rules/commands/command.ts'
import { addMonths } from '../../../rules/days.ts'
import { canTake, certificationSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { canStoreNumbers, putInForce, storeNumber } from '../../holders/server/number-vault.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { enterProfileCommand } from '../card.commands.ts'
import {
  type Classification,
  classifications,
  type ExemptCode,
  exemptCodes,
  isExemptCode,
  isNameLike,
  isValidation,
  type TaxForm,
  taxForms,
  validations,
} from '../profile.ts'
import { isTinKind, maskedTin, readTin, type TinKind } from '../tin.ts'
import { type Certification, lockCertification } from './certifications.ts'
import { mailMembers } from './tax-mail.ts'
import { lockProfile, type TaxProfile } from './tax-profile.ts'

/** What someone in the office reads off a form, as typed. */
export type TypedForm = Omit<ValuesOf<typeof enterProfileCommand>, 'certification'>

/** What becomes of the profile, by its columns: the database lets through exactly this. */
type Entered = Pick<
  TaxProfile,
  | 'form'
  | 'name_line1'
  | 'name_line2'
  | 'classification'
  | 'exempt_code'
  | 'tin_kind'
  | 'tin_last4'
  | 'number_id'
  | 'certification_id'
  | 'certified_on'
  | 'validated_by'
>

interface ProfileContent {
  holder: string
  certificationId: string
  /** Of the form's file, which the second person compares. Null once it is deleted. */
  documentId: string | null
  /** Of the pending number in the vault; none where a W-8 has no number. */
  numberId?: string
  to: Entered
  /** The end of the number that is on file now. */
  before: { last4: string; kind: TinKind } | null
  /** Line 1 isn't the holder's title, and the reviewer has confirmed it. */
  isNameConfirmed: boolean
}

/**
 * Requests a second person's approval to put a form's data on file; the number is pending in the vault until then.
 * @returns the approval's id
 */
export const requestTaxProfile = requestCommand<typeof enterProfileCommand, ProfileContent>(enterProfileCommand, {
  before: requireFreshProof,
  async ask({ tx, actor, refuse }, certificationId, typed) {
    const id = assertId(certificationId)
    const { state, holder_id, form, document_id } = await lockCertification(tx, id)
    if (!canTake(certificationSteps.accept, state)) throw refuse('TAX_FORM_MOVED')
    const holder = await findHolderFacts(tx, holder_id)
    const profile = await lockProfile(tx, holder.id)
    const { columns, digits } = readForm(typed, form)
    const isDifferent = !isNameLike(columns.name_line1, holder.legalName)
    if (isDifferent && !typed.isNameConfirmed) throw refuse('TAX_NAME_UNLIKE')
    const validatedBy = isValidation(typed.validatedBy) ? typed.validatedBy : null
    if (profile.state === 'second_notice' && !validatedBy) throw refuse('TAX_VALIDATION')
    if (digits && !canStoreNumbers()) throw refuse('TIN_KEY_MISSING')
    const kept = digits ? await storeNumber(tx, actor, holder.id, 'tin', digits) : undefined
    const to: Entered = {
      ...columns,
      form,
      tin_kind: kept ? columns.tin_kind : null,
      tin_last4: kept?.last4 ?? null,
      number_id: kept?.id ?? null,
      certification_id: id,
      certified_on: fundDay(),
      validated_by: validatedBy,
    }
    const named = `${holder.legalName} (${holder.number})`
    const { tin_last4: last4, tin_kind: kind } = profile
    const content: ProfileContent = {
      holder: named,
      certificationId: id,
      documentId: document_id,
      ...(kept && { numberId: kept.id }),
      to,
      before: last4 && kind ? { last4, kind } : null,
      isNameConfirmed: isDifferent,
    }
    return { subjectId: holder.id, holderId: holder.id, content, summary: `${taxForms[form]} of ${named}` }
  },
  title: 'A holder’s tax form',
  describe: ({ holder, to, before, isNameConfirmed }) => [
    `${taxForms[to.form ?? 'w9']} of ${holder}. Compare each line with the form.`,
    `Line 1: “${to.name_line1}”.${to.name_line2 ? ` Line 2: “${to.name_line2}”.` : ''}`,
    ...(isNameConfirmed
      ? ['Line 1 is not the holder’s title. The reviewer takes the form for theirs all the same.']
      : []),
    ...(to.classification ? [`Classification: ${classifications[to.classification]}.`] : []),
    ...(to.exempt_code ? [`Exempt payee code ${to.exempt_code}: ${exemptCodes[to.exempt_code as ExemptCode]}.`] : []),
    numberInWords(to, before),
    ...(to.validated_by ? [`After a second B-notice, proved by: ${validations[to.validated_by].toLowerCase()}.`] : []),
  ],
  apply: applyProfile,
  link: ({ subjectId }) => href('/profile/admin/tax/holders/:id', { id: subjectId }),
  evidence: ({ subjectId }) => ({
    label: 'Compare with the form',
    to: href('/profile/admin/approvals/tax-forms/:id', { id: subjectId }),
  }),
})

/** @param form which form it is: a W-8 may have no number */
function readForm(typed: TypedForm, form: TaxForm) {
  const isKnown = Object.hasOwn(classifications, typed.classification)
  if (!isKnown && (form === 'w9' || typed.classification)) throw new PortalError('TAX_CLASSIFICATION')
  const { digits, kind } = readNumber(typed, form)
  return {
    columns: {
      name_line1: typed.nameLine1,
      name_line2: typed.nameLine2 || null,
      classification: isKnown ? (typed.classification as Classification) : null,
      exempt_code: readExemptCode(typed.exemptCode),
      tin_kind: kind,
    },
    digits,
  }
}

function readExemptCode(typed: string) {
  if (!typed.trim()) return null
  const code = Number(typed.trim())
  if (!isExemptCode(code)) throw new PortalError('TAX_EXEMPT')
  return code
}

function readNumber({ tin, tinKind }: TypedForm, form: TaxForm): { digits: string | null; kind: TinKind | null } {
  if (!tin.trim()) {
    if (form === 'w9') throw new PortalError('TIN_REQUIRED')
    return { digits: null, kind: null }
  }
  if (!isTinKind(tinKind)) throw new PortalError('TIN_KIND')
  const read = readTin(tin, tinKind)
  if ('problem' in read) throw new PortalError(read.problem)
  return { digits: read.digits, kind: tinKind }
}

function numberInWords({ tin_kind, tin_last4 }: Entered, before: ProfileContent['before']): string {
  const was = before ? `; until now it is ${maskedTin(before.last4, before.kind)}` : ''
  return tin_kind && tin_last4
    ? `The tax number is ${maskedTin(tin_last4, tin_kind)}${was}. It is kept encrypted, and can be shown beside the form to compare it.`
    : `The form has no tax number${was}.`
}

async function applyProfile(
  { tx, actor, audit }: Work<typeof enterProfileCommand>,
  { id, subjectId, content }: RequestedApproval<ProfileContent>,
): Promise<void> {
  const certification = await lockCertification(tx, content.certificationId)
  if (!canTake(certificationSteps.accept, certification.state)) throw new PortalError('APPROVAL_GONE')
  const profile = await lockProfile(tx, subjectId)
  const { to, before } = content
  // The second person would decide on something else.
  if ((profile.tin_last4 ?? null) !== (before?.last4 ?? null)) throw new PortalError('APPROVAL_GONE')
  if (to.number_id) await putInForce(tx, subjectId)
  await tx
    .updateTable('tax_profiles')
    .set({ ...to, state: 'provided', match_code: null, checked_on: null, updated_at: sql<Date>`now()` })
    .where('id', '=', profile.id)
    .execute()
  await accept(tx, actor, certification)
  const { form, tin_kind, classification, exempt_code } = to
  const details = { form, tin_kind, classification, exempt_code, approval_id: id }
  await audit('tax.profile_entered', subjectId, details)
  await mailMembers(tx, await findHolderFacts(tx, subjectId), 'form-accepted')
}

/** The form is on file, and kept as long as the law wants it; the one before is replaced. */
async function accept(tx: Transaction<Database>, actor: Actor, { id, holder_id, document_id }: Certification) {
  await tx
    .updateTable('tax_certifications')
    .set({ state: 'superseded' })
    .where('holder_id', '=', holder_id)
    .where('state', '=', 'accepted')
    .execute()
  await tx
    .updateTable('tax_certifications')
    .set({ state: 'accepted', decided_by: actor.id, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  if (!document_id) return
  const until = addMonths(fundDay(), 12 * tax.certificationYears)
  await sql`update documents set retain_until = greatest(retain_until, ${until}::date) where id = ${document_id}`.execute(
    tx,
  )
}
