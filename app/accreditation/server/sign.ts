import { sql, type Transaction } from 'kysely'
import { fund } from '../../../content/fund.ts'
import { representations } from '../../../content/representations.ts'
import { dateIn } from '../../../rules/dates.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { signedFrom } from '../../../server/access/signed-from.ts'
import type { Database } from '../../../server/database/types.ts'
import { missingLetters } from '../../../server/pdf/glyph-runs.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findHolderFacts, type HolderFacts, signaturesNeeded } from '../../holders/server/holder-facts.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { lettersMessage } from '../../signing/messages.ts'
import { accountOf, capacityOf } from '../../signing/server/capacity.ts'
import { requireConsent } from '../../signing/server/consents.ts'
import { evidenceProblem, missingEvidence, peopleProving } from '../evidence.ts'
import { signAccreditationCommand } from '../own.commands.ts'
import { representationText } from '../representation.ts'
import { type Accreditation, lockAccreditation, minimumOf, requireMember, saleOf } from './accreditation.ts'
import { mailMembers, mailOffice } from './accreditation-mail.ts'
import { evidenceFacts } from './evidence-facts.ts'
import { requestCopy } from './signed-copy.ts'

/** @returns the text that a holder's members sign; it follows from the answers alone, this year and the fund's words */
export function textOf(row: Accreditation, holder: HolderFacts, today = fundDay()): string {
  const sale = saleOf(row, holder)
  return representationText(
    {
      holder: holder.legalName,
      fund: fund.name,
      sale,
      method: row.method,
      minimumCents: minimumOf(sale),
      year: Number(today.slice(0, 4)),
      verified: row.verifiedOn ? dayWords(row.verifiedOn) : undefined,
    },
    representations,
  )
}

/** @param day YYYY-MM-DD @returns such as 'Nov 21, 2026' */
export function dayWords(day: string): string {
  return dateIn('UTC', `${day}T12:00:00Z`, fund.language)
}

/**
 * Signs an open verification, under the actor's consent to electronic signatures and with fresh proof of who is there, and
 * submits it once as many have signed as the holder's rule requires.
 * @returns whether it was sent
 */
export const signAccreditation = perform(
  signAccreditationCommand,
  async (work, accreditationId, signature) => {
    const { tx, actor, refuse, audit } = work
    const row = await lockAccreditation(tx, assertId(accreditationId))
    const holder = await findHolderFacts(tx, row.holderId)
    requireMember(actor, holder)
    if (!canTake(accreditationSteps.submit, row.state)) throw refuse('ACCREDITATION_MOVED')
    const { typedName } = signature
    if (typedName.length < 3) throw refuse('ACCREDITATION_NAME')
    const text = textOf(row, holder)
    // A form sends line breaks as CR LF.
    if (signature.text.replaceAll('\r\n', '\n').trim() !== text) throw refuse('ACCREDITATION_CHANGED')
    await requireEvidence(tx, row, holder)
    const consent = await requireConsent(tx, actor)
    const missing = missingLetters(`${typedName} ${text}`)
    if (missing.length > 0) throw refuse('SIGN_LETTERS', { sentence: lettersMessage(missing) })
    await supersedeReturned(tx, row.id)
    await supersedeSignatures(tx, row.id, text)
    const signed = await currentSigners(tx, row.id)
    if (signed.includes(actor.id)) throw refuse('ACCREDITATION_SIGNED')
    await tx
      .insertInto('representations')
      .values({
        accreditation_id: row.id,
        holder_id: row.holderId,
        user_id: actor.id,
        version: representations.version,
        text,
        typed_name: typedName,
        ...signedFrom(actor),
        round: row.round + 1,
        signer: accountOf(actor),
        capacity: capacityOf(holder, actor.id, typedName),
        consent_id: consent.id,
      })
      .execute()
    const { version } = representations
    await audit('accreditation.signed', row.id, { holder_id: row.holderId, version, consent_id: consent.id })
    return submitIfSigned(work, row, holder)
  },
  { before: requireFreshProof },
)

interface Submitting {
  tx: Transaction<Database>
  audit(action: 'accreditation.submitted', subjectId: string, details: Record<string, unknown>): Promise<void>
}

/** Submits a verification once as many have signed as the holder's rule requires. @returns whether it was submitted */
export async function submitIfSigned(
  { tx, audit }: Submitting,
  row: Accreditation,
  holder: HolderFacts,
): Promise<boolean> {
  if ((await currentSigners(tx, row.id)).length < signaturesNeeded(holder)) return false
  await tx
    .updateTable('accreditations')
    .set({
      state: 'submitted',
      submitted_at: sql<Date>`now()`,
      round: row.round + 1,
      reason: null,
    })
    .where('id', '=', row.id)
    .execute()
  await audit('accreditation.submitted', row.id, { holder_id: row.holderId, method: row.method })
  await requestCopy(tx, row)
  await mailMembers(tx, holder, 'received')
  await mailOffice(tx)
  return true
}

/** @throws PortalError ACCREDITATION_MISSING where evidence is missing, or can't be sent as it is */
export async function requireEvidence(
  tx: Transaction<Database>,
  row: Accreditation,
  holder: HolderFacts,
): Promise<void> {
  if (!(await hasEvidence(tx, row, holder))) throw new PortalError('ACCREDITATION_MISSING')
}

/** @returns whether no evidence is missing, and all can be sent as it is */
export async function hasEvidence(
  tx: Transaction<Database>,
  row: Accreditation,
  holder: HolderFacts,
): Promise<boolean> {
  const sale = saleOf(row, holder)
  const people = peopleProving(sale, row.method)
  const facts = await evidenceFacts(tx, row.id)
  const today = fundDay()
  const isIncomplete = missingEvidence(sale, row.method, facts).length > 0
  return !isIncomplete && facts.every(one => evidenceProblem(one, today, people) === undefined)
}

/**
 * @returns the people who have signed the current answers and evidence; a returned verification has to be signed again
 */
export async function currentSigners(tx: Transaction<Database>, id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select r.user_id from representations r join accreditations a on a.id = r.accreditation_id
    where a.id = ${id} and r.superseded_at is null and (a.state <> 'returned' or r.signed_at > a.submitted_at)
    order by r.signed_at, r.id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** What was sent before a verification came back was signed for that time only. */
export async function supersedeReturned(tx: Transaction<Database>, id: string): Promise<void> {
  await sql`update representations r set superseded_at = now() from accreditations a
    where a.id = ${id} and a.id = r.accreditation_id and a.state = 'returned' and r.superseded_at is null
      and r.signed_at <= a.submitted_at`.execute(tx)
}

/**
 * Signatures from before a change of the evidence are for other evidence.
 * @param text ends only those of another one: all sign the same, such as across a year's end
 */
export async function supersedeSignatures(tx: Transaction<Database>, id: string, text?: string): Promise<void> {
  await tx
    .updateTable('representations')
    .set({ superseded_at: sql<Date>`now()` })
    .where('accreditation_id', '=', id)
    .where('superseded_at', 'is', null)
    .$if(text !== undefined, query => query.where('text', '<>', text ?? ''))
    .execute()
}
