import { type RawBuilder, sql, type Transaction } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { type Cents, formatCents } from '../../../rules/money.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { cash, interestPayable, taxWithheld } from '../../ledger/ledger-accounts.ts'
import {
  liabilityInWords,
  subjectInWords,
  subjectOn,
  unusualWithholding,
  type WithholdingFacts,
} from '../../tax/withholding.ts'
import type { LedgerLine } from '../note-records.ts'

/**
 * Facts that decide whether a holder is subject to backup withholding, as JSON: `WithholdingFacts`. A later form
 * answers a first notice, proof of the number a second one; until then the notice decides the number's state.
 * @param holder alias of `holders`
 */
export function withholdingFacts(holder: string): RawBuilder<WithholdingFacts> {
  const id = sql.ref(`${holder}.id`)
  const forms = sql`tax_certifications c where c.holder_id = ${id} and c.decided_at is not null
    and c.state in ('accepted', 'superseded')`
  return sql<WithholdingFacts>`(select jsonb_build_object('kind', ${sql.ref(`${holder}.kind`)}, 'form', t.form,
      'classification', t.classification, 'exemptCode', t.exempt_code,
      'numberSince', case when coalesce(t.state, 'missing') <> 'missing'
        then (select coalesce(min(app.fund_day(c.submitted_at)), t.certified_on) from ${forms}) end,
      'notices', (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'withholdFrom', b.withhold_from, 'answeredOn',
            case when t.state is distinct from b.kind || '_notice' then coalesce(
              (select min(app.fund_day(c.submitted_at)) from ${forms} and app.fund_day(c.submitted_at) >= b.received_on),
              b.received_on) end) order by b.withhold_from), '[]')
        from tin_notices b where b.holder_id = ${id} and b.withdrawn_at is null))
    from (values (1)) one left join tax_profiles t on t.holder_id = ${id})`
}

/** @param tx an administrator's */
export async function readWithholdingFacts(tx: Transaction<Database>, holderId: string): Promise<WithholdingFacts> {
  const { rows } = await sql<{ facts: WithholdingFacts }>`
    select ${withholdingFacts('h')} as facts from holders h where h.id = ${holderId}`.execute(tx)
  if (!rows[0]) throw new PortalError('NOT_FOUND')
  return rows[0].facts
}

/** Withholding of a payment in its request: cents as text, and sentences for the approver. */
export interface WithheldContent {
  withheld?: string
  withholding?: string[]
}

/** Tax withheld of a payment. */
export interface Withheld {
  day: string
  withheld: Cents
  /** The interest that the payment settles, in cents. */
  interest: Cents
  /** The amount entered again to confirm one that differs from the required amount. */
  confirmed?: string | undefined
}

/**
 * @param tx an administrator's
 * @returns the request's withholding
 * @throws PortalError TAX_WITHHELD_UNUSUAL unless an unusual amount is confirmed
 */
export async function withheldContent(
  tx: Transaction<Database>,
  holderId: string,
  { confirmed, ...payment }: Withheld,
): Promise<WithheldContent> {
  const { withheld, day } = payment
  const facts = await readWithholdingFacts(tx, holderId)
  const unusual = unusualWithholding({ ...payment, facts }, tax)
  if (unusual.length > 0 && confirmed?.trim() !== String(withheld)) {
    const sentence = [
      `${formatCents(withheld, true)} was withheld.`,
      ...unusual,
      'If that’s what happened, confirm it, and submit again.',
    ].join(' ')
    throw new PortalError('TAX_WITHHELD_UNUSUAL', { sentence })
  }
  const subject = subjectOn(facts, day, tax)
  const withholding = [
    ...(withheld > 0n && subject ? [subjectInWords(subject)] : []),
    ...unusual,
    ...liabilityInWords({ ...payment, facts }, tax),
  ]
  return { ...(withheld > 0n && { withheld: String(withheld) }), ...(withholding.length > 0 && { withholding }) }
}

/**
 * @param cents amount that left the bank
 * @returns sentences about tax withheld of a payment, or not withheld
 */
export function withheldInWords(cents: string, { withheld, withholding = [] }: WithheldContent): string[] {
  if (!withheld) return withholding
  const gross = formatCents(BigInt(cents) + BigInt(withheld), true)
  return [
    `${formatCents(BigInt(withheld), true)} of tax was withheld: the note is credited with ${gross}.`,
    ...withholding,
  ]
}

/** @returns the lines that settle interest: cash, and tax withheld */
export function interestPaid(cents: bigint, withheld: bigint): LedgerLine[] {
  return [
    { account: interestPayable, debit: cents, credit: 0n },
    { account: cash, debit: 0n, credit: cents - withheld },
    { account: taxWithheld, debit: 0n, credit: withheld },
  ].filter(({ debit, credit }) => debit + credit > 0n) as LedgerLine[]
}
