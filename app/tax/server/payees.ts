import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import { missingLetters } from '../../../server/pdf/glyph-runs.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { firstMemberOf } from '../../holders/server/first-member.ts'
import { type PaidInYear, readPaidInYear } from '../../register/server/interest-paid.ts'
import { countedFrom } from '../b-notices.ts'
import {
  boxOne,
  isDifferent,
  type LeftOutReason,
  leftOutReason,
  type ReturnFlag,
  type ReturnProblem,
} from '../form-1099-int.ts'
import { readPersonName, readPostalAddress } from '../payee-names.ts'
import type { Classification, ExemptCode, TaxForm, TaxState } from '../profile.ts'
import type { TinKind } from '../tin.ts'

/** All that the form of a payee is made of. Amounts are cents. */
export interface PayeeFacts extends Omit<PaidInYear, 'returnedLater' | 'returnedEarlier'> {
  holderNumber: string
  kind: HolderKind
  state: TaxState
  form: TaxForm | null
  classification: Classification | null
  exemptCode: ExemptCode | null
  line1: string
  line2: string | null
  addressLines: string[]
  tin: { last4: string; kind: TinKind; numberId: string } | null
  /** The IRS has noticed it twice within three calendar years that end with the form's. */
  isSecondNotice: boolean
  /** The person with the folder of its form; null for a holder without members. */
  folder: string | null
  /** Box 1 of the year before: of its form, or else what was paid. */
  lastYear: bigint | null
  cameBack: { later: boolean; earlier: boolean }
}

/** What becomes of a payee. */
export interface Decided {
  /** Box 1. Cents. */
  interest: bigint
  leftOut: LeftOutReason | null
  problem: ReturnProblem | null
  flags: ReturnFlag[]
  /** Whether its name is a person's in the IRS's file. */
  isPerson: boolean
}

interface Row {
  id: string
  number: string
  kind: HolderKind
  legal_name: string
  address_lines: string | null
  state: TaxState
  form: TaxForm | null
  classification: Classification | null
  exempt_code: ExemptCode | null
  name_line1: string | null
  name_line2: string | null
  tin_kind: TinKind | null
  tin_last4: string | null
  number_id: string | null
  notices: number
  folder: string | null
  filed: string | null
}

/**
 * @param tx of the office, or of a job
 * @param holderId of one holder, which has a form whether or not it was paid anything; of all that were without
 * @returns the payees of a year, by the holder's number
 */
export async function readPayees(
  tx: Transaction<Database>,
  year: number,
  holderId: string | null = null,
): Promise<PayeeFacts[]> {
  const of = holderId ?? undefined
  const paid = new Map((await readPaidInYear(tx, year, of)).map(each => [each.holderId, each]))
  const before = new Map((await readPaidInYear(tx, year - 1, of)).map(each => [each.holderId, each.net]))
  const ids = holderId ? [holderId] : [...paid.keys()]
  const [first, last] = [countedFrom(`${year}-12-31`), `${year}-12-31`]
  const { rows } = await sql<Row>`
    select h.id, h.number, h.kind, h.legal_name, h.address_lines, coalesce(p.state, 'missing') as state, p.form,
      p.classification, p.exempt_code, p.name_line1, p.name_line2, p.tin_kind, p.tin_last4, p.number_id,
      (select count(*) from tin_notices n where n.holder_id = h.id and n.withdrawn_at is null
        and n.notice_date between ${first}::date and ${last}::date)::int as notices,
      (${firstMemberOf(sql.ref('h.id'))}) as folder,
      (select r.interest_cents::text from tax_returns r where r.holder_id = h.id and r.year = ${year - 1}
        and r.furnished_at is not null and r.document_id is not null and r.corrected_at is null
        order by r.furnished_at desc limit 1) as filed
    from holders h left join tax_profiles p on p.holder_id = h.id
    where h.id = any (${ids}::uuid[]) order by h.number`.execute(tx)
  return rows.map(row => toFacts(row, paid.get(row.id), before.get(row.id)))
}

function toFacts(row: Row, paid: PaidInYear | undefined, before: bigint | undefined): PayeeFacts {
  const { tin_last4: last4, tin_kind: kind, number_id: numberId } = row
  return {
    holderId: row.id,
    holderNumber: row.number,
    kind: row.kind,
    net: paid?.net ?? 0n,
    withheld: paid?.withheld ?? 0n,
    state: row.state,
    form: row.form,
    classification: row.classification,
    exemptCode: row.exempt_code,
    line1: row.name_line1 ?? row.legal_name,
    line2: row.name_line2,
    addressLines: (row.address_lines ?? '').split('\n').filter(line => line.trim()),
    tin: last4 && kind && numberId ? { last4, kind, numberId } : null,
    isSecondNotice: row.notices > 1,
    folder: row.folder,
    lastYear: row.filed === null ? (before ?? null) : toCents(row.filed),
    cameBack: { later: (paid?.returnedLater ?? 0n) !== 0n, earlier: (paid?.returnedEarlier ?? 0n) !== 0n },
  }
}

/** @param isCorrection of a form that was furnished */
export function decidePayee(facts: PayeeFacts, year: number, isCorrection: boolean): Decided {
  const leftOut = leftOutReason(facts, year, tax, isCorrection) ?? null
  const interest = boxOne(facts, year, tax, isCorrection)
  const isPerson = facts.tin
    ? facts.tin.kind !== 'ein'
    : facts.classification === 'individual' || facts.kind === 'individual'
  if (leftOut) return { interest, leftOut, problem: null, flags: cameBackFlags(facts), isPerson }
  return { interest, leftOut, problem: problemOf(facts, interest), flags: flagsOf(facts, isPerson), isPerson }
}

/** @param interest box 1: a correction to nothing is possible whatever came back */
function problemOf(
  { addressLines, folder, line1, line2, withheld }: PayeeFacts,
  interest: bigint,
): ReturnProblem | null {
  if (interest < 0n || withheld < 0n) return 'negative'
  if (!folder) return 'member'
  if (!readPostalAddress(addressLines)) return 'address'
  return missingLetters([line1, line2, ...addressLines].join(' ')).length > 0 ? 'letters' : null
}

function flagsOf(facts: PayeeFacts, isPerson: boolean): ReturnFlag[] {
  const { state, tin, line1, net, lastYear } = facts
  const { states: subject } = tax.backupWithholding
  const flags: [ReturnFlag, boolean][] = [
    ['no_number', !tin && subject.includes('missing')],
    ['second_notice', state === 'second_notice' && subject.includes('second_notice')],
    ['mismatched', state === 'mismatched' || state === 'first_notice'],
    ['unmatched', state === 'provided' && tin !== null],
    ['name', isPerson && !readPersonName(line1).isSure],
    ['unlike_last_year', isDifferent(net, lastYear)],
  ]
  return [...flags.flatMap(([flag, holds]) => (holds ? [flag] : [])), ...cameBackFlags(facts)]
}

function cameBackFlags({ cameBack: { later, earlier } }: PayeeFacts): ReturnFlag[] {
  return [...(later ? (['came_back_later'] as const) : []), ...(earlier ? (['came_back_earlier'] as const) : [])]
}

/** @returns SHA-256 of all that a payee's form is made of: another one says that it has to be prepared again */
export function factsHash(facts: PayeeFacts): string {
  const text = JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256').update(text).digest('hex')
}
