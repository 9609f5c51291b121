import { randomUUID } from 'node:crypto'
import type { HolderKind, MemberRight } from '../../app/holders/holders.ts'
import { adjust } from '../../app/notes/calendar.ts'
import { addMonths } from '../../app/notes/days.ts'
import { type NoteTerms, scheduleOf } from '../../app/notes/schedule.ts'
import { noteSettings } from '../../content/notes.ts'

/** Runs statements as the database's owner; several at once, without values, are one transaction. */
type Query = (statements: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

const quoted = (value: string | null | undefined) => (value ? `'${value.replaceAll("'", "''")}'` : 'null')

/** Adds a holder with members. @returns its id */
export async function insertHolder(
  query: Query,
  members: readonly { id: string; right?: MemberRight }[],
  { name = 'Iris Vestor', kind = 'individual' as HolderKind, custodian = '' } = {},
): Promise<string> {
  const { rows } = await query(
    `insert into holders (legal_name, kind, custodian_name, custodian_account_last4)
    values ($1, $2, nullif($3, ''), case when $3 <> '' then '4821' end) returning id`,
    [name, kind, custodian],
  )
  const id = String(rows[0]?.id)
  for (const { id: person, right = 'owner' } of members)
    await query('insert into holder_members (holder_id, user_id, member_right) values ($1, $2, $3)', [
      id,
      person,
      right,
    ])
  return id
}

export interface InsertedNote extends Partial<NoteTerms> {
  issueDate: string
  state?: string
  /** Its offering; the fund's by default. */
  offering?: string
  /** The account in its terms. */
  payee?: string
  /** Days of recorded payments, by their number; by default their pay days. */
  paid?: readonly number[]
  /** The returned ones of those. */
  returned?: readonly number[]
  /** The last day in the ledger. */
  until: string
}

let notes = 0

/**
 * Adds a note with its schedule and the ledger up to a day, as the office would have recorded it.
 * @returns its id and number
 */
export async function insertNote(
  query: Query,
  holderId: string,
  {
    state = 'current',
    offering = noteSettings.offering,
    payee,
    paid = [],
    returned = [],
    until,
    ...given
  }: InsertedNote,
): Promise<{ id: string; number: string }> {
  const terms: NoteTerms = {
    principalCents: 200_000_00n,
    rateBp: 1100,
    termMonths: 12,
    payout: 'monthly',
    dayCount: '30/360',
    convention: 'following',
    ...given,
  }
  const id = randomUUID()
  const number = `LK-${terms.issueDate.slice(0, 4)}-${process.pid}${notes++}`
  const lines = scheduleOf(terms)
  // The same day in the fund's zone.
  const signedAt = `least(now(), '${terms.issueDate} 12:00Z')`
  const maturity = addMonths(terms.issueDate, terms.termMonths)
  const statements = [
    'begin',
    `insert into notes (id, number, holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count,
      convention, issue_date, first_payment_date, maturity_date, sale_state, state, signed_at, funded_at, version, payee)
    values ('${id}', '${number}', '${holderId}', ${quoted(offering)}, ${terms.principalCents},
      ${terms.rateBp}, ${terms.termMonths}, '${terms.payout}', '${terms.dayCount}', '${terms.convention}',
      '${terms.issueDate}', ${quoted(terms.firstPaymentDate)}, '${maturity}', 'TX', '${state}', ${signedAt},
      '${terms.issueDate}', 1, ${quoted(payee)})`,
    `insert into schedule_lines (note_id, version, n, holder_id, start_date, due_date, pay_date, days, is_stub,
      interest_cents, principal_cents) values ${lines
        .map(
          line =>
            `('${id}', 1, ${line.n}, '${holderId}', '${line.start}', '${line.due}', '${line.pay}', ${line.days},
            ${line.isStub}, ${line.interestCents}, ${line.principalCents})`,
        )
        .join(', ')}`,
  ]
  const post = (
    kind: string,
    day: string,
    amounts: readonly [account: number, debit: bigint, credit: bigint][],
    { line, reverses }: { line?: number; reverses?: string } = {},
  ) => {
    const entry = randomUUID()
    statements.push(
      `insert into ledger_entries (id, kind, note_id, holder_id, booked_on, relates_to, schedule_version, line_n,
        reference, reverses, idempotency_key) values ('${entry}', '${kind}', '${id}', '${holderId}', '${day}', '${day}',
        ${line ? 1 : 'null'}, ${line ?? 'null'}, ${kind.startsWith('payment') || kind === 'principal' ? `'ACH ${number.slice(-5)}-${line ?? 0}'` : 'null'}, ${quoted(reverses)}, '${entry}')`,
      `insert into ledger_lines (entry_id, n, account, debit_cents, credit_cents, note_id, holder_id) values ${amounts
        .map(
          ([account, debit, credit], n) =>
            `('${entry}', ${n + 1}, ${account}, ${debit}, ${credit}, '${id}', '${holderId}')`,
        )
        .join(', ')}`,
    )
    return entry
  }
  if (terms.issueDate <= until)
    post('funds', terms.issueDate, [
      [1010, terms.principalCents, 0n],
      [2010, 0n, terms.principalCents],
    ])
  for (const line of lines) {
    if (line.due > until) break
    const { n, interestCents: cents } = line
    post(
      'interest_due',
      line.due,
      [
        [5010, cents, 0n],
        [2020, 0n, cents],
      ],
      { line: n },
    )
    if (!paid.includes(n)) continue
    // Banks may be closed on the last day; it is paid before its pay day then.
    const paidOn = line.pay > until ? until : line.pay
    const payment = post(
      'payment',
      paidOn,
      [
        [2020, cents, 0n],
        [1010, 0n, cents],
      ],
      { line: n },
    )
    if (returned.includes(n))
      post(
        'payment_returned',
        adjust(paidOn, 'following'),
        [
          [2020, 0n, cents],
          [1010, cents, 0n],
        ],
        { line: n, reverses: payment },
      )
    if (line.principalCents > 0n)
      post(
        'principal',
        paidOn,
        [
          [2010, line.principalCents, 0n],
          [1010, 0n, line.principalCents],
        ],
        { line: n },
      )
  }
  await query([...statements, 'commit'].join(';\n'))
  return { id, number }
}
