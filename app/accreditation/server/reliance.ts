import { sql, type Transaction } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { representations } from '../../../content/representations.ts'
import { retention } from '../../../content/retention.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { canRelyOn } from '../approval.ts'
import { isForOneSale } from '../methods.ts'
import { findBlocked } from './accreditation.ts'

/** Sales that rely on a verification: a note that was canceled gives it back. */
export const standingReliances = sql<{
  id: string
  accreditation_id: string
  number: string
}>`(select r.id, r.accreditation_id, n.number
  from reliances r join notes n on n.id = r.note_id where n.state <> 'cancelled')`.as('r')

/** A sale that is to rely on a verification. */
export interface RelyingSale {
  holderId: string
  noteId: string
  principalCents: bigint
  /** The day of the sale, YYYY-MM-DD, in the fund's zone: on which its holder was bound. */
  day: string
  /** Whether the note follows one that matured, without new cash. */
  isRenewal?: boolean
  /** Whether another holder sells it, so that who gets it has to have signed that it isn't for resale. */
  isResale?: boolean
}

/**
 * @param tx a transaction of someone who sees the holder
 * @param day of the sale, YYYY-MM-DD, in the fund's zone
 * @param isRenewal whether the note follows one that matured, without new cash
 * @returns whether an approved verification covers a sale to a holder, and the fund knows nothing contrary
 */
export async function isAccreditedFor(
  tx: Transaction<Database>,
  holderId: string,
  principalCents: bigint,
  day: string,
  isRenewal = false,
): Promise<boolean> {
  return (await findReliable(tx, { holderId, principalCents, day, isRenewal })) !== undefined
}

/** @returns whether each of several possible sales, of which none is made, would be covered on a day: `isAccreditedFor` */
export async function wouldBeAccredited(
  tx: Transaction<Database>,
  sales: readonly { holderId: string; principalCents: bigint }[],
  day: string,
): Promise<boolean[]> {
  if (sales.length === 0) return []
  const approved = await readApproved(tx, [...new Set(sales.map(({ holderId }) => holderId))], day)
  return sales.map(sale => chooseReliable(approved, { ...sale, day }) !== undefined)
}

/**
 * Several sales of a file, in its order: of two of one holder, the second can't use the verification of the first where that
 * is good for one sale.
 * @param tx a transaction of someone who sees the holders
 * @param sales undefined where nothing can be known of the holder
 * @returns whether an approved verification covers each on its day
 */
export async function areAccreditedFor(
  tx: Transaction<Database>,
  sales: readonly (Omit<RelyingSale, 'noteId'> | undefined)[],
): Promise<boolean[]> {
  const taken = new Set<string>()
  const covered: boolean[] = []
  for (const sale of sales) {
    const found = sale && (await findReliable(tx, sale, taken))
    if (found) taken.add(found.id)
    covered.push(found !== undefined)
  }
  return covered
}

/** What a sale relies on. */
export interface ReliedVerification {
  id: string
  /** Its first day, YYYY-MM-DD. */
  verifiedOn: string
  /** Whether that is after the sale. */
  isLate: boolean
}

/**
 * @param tx a transaction of someone who sees the holder
 * @returns what a sale may rely on: a verification that covered it on its day, else one that covers it today
 */
export async function findReliance(
  tx: Transaction<Database>,
  sale: Omit<RelyingSale, 'noteId'>,
): Promise<ReliedVerification> {
  const found = (await findReliable(tx, sale)) ?? (await findReliable(tx, { ...sale, day: fundDay() }))
  if (!found) throw new PortalError('NOT_ACCREDITED')
  return { ...found, isLate: found.verifiedOn > sale.day }
}

/**
 * Relies on a verification at the moment of sale, and says so in the log. Repeated for the same note, it changes nothing.
 * @param tx the transaction that sells the note, of an administrator
 * @param late why the holder was verified only after the sale, as two people have agreed
 * @throws PortalError NOT_ACCREDITED; NOTE_VERIFIED_LATE where it was verified after the sale, without a reason
 */
export async function relyOnAccreditation(
  tx: Transaction<Database>,
  actor: Actor,
  sale: RelyingSale,
  late?: string,
): Promise<void> {
  // Two sales at once must not use an approval that is good for one.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accreditation of ${sale.holderId}`}, 0))`.execute(tx)
  const existing = await tx.selectFrom('reliances').select('id').where('note_id', '=', sale.noteId).executeTakeFirst()
  if (existing) return
  const { id: accreditationId, verifiedOn, isLate } = await findReliance(tx, sale)
  if (isLate && !late) throw new PortalError('NOTE_VERIFIED_LATE')
  await tx
    .insertInto('reliances')
    .values({
      accreditation_id: accreditationId,
      holder_id: sale.holderId,
      note_id: sale.noteId,
      amount_cents: sale.principalCents,
      relied_on: sale.day,
      recorded_by: actor.id,
    })
    .execute()
  const { holderId, noteId, day } = sale
  await retainEvidence(tx, accreditationId, day)
  const facts = { holder_id: holderId, note_id: noteId, day, verified_on: verifiedOn, ...(isLate && { late }) }
  await audit(tx, actor, 'accreditation.relied_on', accreditationId, facts)
}

/**
 * Of `accreditations as a`. A verification that rests on an earlier one is revoked with it, even once the reason no
 * longer counts.
 */
export const restsOnRevoked = sql<boolean>`exists (select from accreditations e where e.id = a.earlier_id and e.state = 'revoked')`

/**
 * Retains the evidence that a sale rests on for as long after it as the law requires (`content/retention.ts`): that of
 * the verification, and of the earlier one which it rests on. Sensitive evidence is destroyed on its day.
 */
async function retainEvidence(tx: Transaction<Database>, accreditationId: string, day: string): Promise<void> {
  const rule = retention.find(({ documents }) => documents === 'added-by-person')
  if (!rule) return
  await sql`
    update documents set retain_until = greatest(retain_until,
      (${day}::date + make_interval(years => ${rule.years}::integer))::date)
    where id in (select e.document_id from evidence e join accreditations a on e.accreditation_id in (a.id, a.earlier_id)
      where a.id = ${accreditationId} and e.destroy_on is null)`.execute(tx)
}

/**
 * @param taken verifications that other sales are to rely on
 * @returns the verification that a sale may rely on; one for this sale before one that lasts
 */
async function findReliable(
  tx: Transaction<Database>,
  sale: Omit<RelyingSale, 'noteId'>,
  taken: ReadonlySet<string> = new Set(),
): Promise<{ id: string; verifiedOn: string } | undefined> {
  return chooseReliable(await readApproved(tx, [sale.holderId], sale.day), sale, taken)
}

type Approved = Awaited<ReturnType<typeof readApproved>>

/** @returns holders' verifications that count on a day; none of a holder of whom the fund knows something contrary */
async function readApproved(tx: Transaction<Database>, holderIds: readonly string[], day: string) {
  const approved = await tx
    .selectFrom('accreditations as a')
    .select(['a.id', 'a.holder_id as holderId', 'a.method', 'a.is_renewal as isRenewal'])
    .select(sql<bigint>`a.amount_cents::numeric`.as('amountCents'))
    .select([sql<string>`a.valid_from`.as('validFrom'), sql<string>`a.valid_through`.as('validThrough')])
    .select(sql<boolean>`exists (select from ${standingReliances} where r.accreditation_id = a.id)`.as('isUsed'))
    .select(
      sql<boolean>`(select coalesce(bool_and(position(${representations.noResale} in s.text) > 0), false)
        from representations s where s.accreditation_id = a.id and s.superseded_at is null)`.as('isToBeHeld'),
    )
    .where('a.holder_id', 'in', holderIds)
    .where('a.state', '=', 'approved')
    .where('a.valid_from', '<=', day)
    .where('a.valid_through', '>=', day)
    .where(restsOnRevoked, 'is', false)
    .orderBy('a.valid_through')
    .execute()
  const blocked = approved.length > 0 ? await findBlocked(tx, holderIds) : new Set()
  return approved.filter(({ holderId }) => !blocked.has(holderId))
}

function chooseReliable(
  approved: Approved,
  { holderId, principalCents, day, isRenewal = false, isResale = false }: Omit<RelyingSale, 'noteId'>,
  taken: ReadonlySet<string> = new Set(),
): { id: string; verifiedOn: string } | undefined {
  const usable = approved.filter(
    row =>
      row.holderId === holderId &&
      (!isResale || row.isToBeHeld) &&
      canRelyOn({ ...row, isUsed: row.isUsed || taken.has(row.id) }, { principalCents, day, isRenewal }, switches),
  )
  const found = usable.find(({ method }) => isForOneSale(method, switches)) ?? usable[0]
  return found && { id: found.id, verifiedOn: found.validFrom }
}
