import { type RawBuilder, sql } from 'kysely'
import { bookkeeping } from '../../../../content/bookkeeping.ts'
import { toCents } from '../../../../server/database/cents.ts'
import { type LedgerKind, ledgerKinds } from '../../../notes/note-records.ts'
import { depositTo, type LedgerAccount } from '../../ledger-accounts.ts'

/** A journal entry: a ledger entry, identified by its position in the chain. */
export interface JournalEntry {
  /** Such as 'LK-J1204'. */
  number: string
  place: number
  id: string
  kind: LedgerKind
  /** Kind and number of the reversed entry. */
  reverses: { kind: LedgerKind; number: string } | undefined
  /** Booking day, and the day it relates to; 'YYYY-MM-DD'. */
  bookedOn: string
  relatesTo: string
  /** Null for a tax deposit, which concerns no note; its `note` and holder's number are empty, and the holder is the IRS. */
  noteId: string | null
  note: string
  /** The holder's number and name. */
  holderNumber: string
  holder: string
  reference: string | null
  approvalId: string | null
  lines: JournalLine[]
}

/** Cents; one of the two is 0. A renewal's lines belong to two notes. */
export interface JournalLine {
  account: LedgerAccount
  debit: bigint
  credit: bigint
  note: string
}

export type JournalRow = Omit<JournalEntry, 'number' | 'place' | 'reverses' | 'lines'> & {
  place: string
  reversedKind: LedgerKind | null
  reversedPlace: string | null
  lines: [account: LedgerAccount, debit: string, credit: string, note: string][]
}

/** @param which filter and order of the entries `e` with their positions `c` in the chain */
export function selectJournal(
  which: RawBuilder<unknown>,
  columns: RawBuilder<unknown> = sql``,
): RawBuilder<JournalRow> {
  return sql<JournalRow>`
    select c.position::text as place, e.id, e.kind, o.kind as "reversedKind", oc.position::text as "reversedPlace",
      e.booked_on::text as "bookedOn", e.relates_to::text as "relatesTo", n.id as "noteId", coalesce(n.number, '') as note,
      coalesce(h.number, '') as "holderNumber", coalesce(h.legal_name, ${depositTo}) as holder, e.reference,
      e.approval_id as "approvalId",
      (select jsonb_agg(jsonb_build_array(l.account, l.debit_cents::text, l.credit_cents::text, coalesce(ln.number, '')) order by l.n)
        from ledger_lines l left join notes ln on ln.id = l.note_id where l.entry_id = e.id) as lines ${columns}
    from ledger_entries e join ledger_chain c on c.entry_id = e.id left join notes n on n.id = e.note_id
      left join holders h on h.id = e.holder_id
      left join ledger_entries o on o.id = e.reverses left join ledger_chain oc on oc.entry_id = e.reverses
    ${which}`
}

export function toJournalEntry({ place, reversedKind, reversedPlace, lines, ...row }: JournalRow): JournalEntry {
  return {
    ...row,
    number: journalNumber(place),
    place: Number(place),
    reverses: reversedKind && reversedPlace ? { kind: reversedKind, number: journalNumber(reversedPlace) } : undefined,
    lines: lines.map(([account, debit, credit, note]) => ({
      account,
      debit: toCents(debit),
      credit: toCents(credit),
      note,
    })),
  }
}

function journalNumber(place: string): string {
  return `${bookkeeping.journalPrefix}${place}`
}

/** @returns an entry's description, such as 'Interest paid' or 'Reversed: funds received, LK-J12' */
export function entryInWords({ kind, reverses }: Pick<JournalEntry, 'kind' | 'reverses'>): string {
  if (!reverses) return ledgerKinds[kind]
  return `${ledgerKinds[kind]}: ${ledgerKinds[reverses.kind].toLowerCase()}, ${reverses.number}`
}
