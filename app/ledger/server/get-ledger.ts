import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { toCents } from '../../../server/database/cents.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { LedgerKind, LedgerLine } from '../../notes/note-records.ts'
import type { LedgerAccount } from '../ledger-accounts.ts'
import { ledgerAccounts } from '../ledger-accounts.ts'
import { assertDay } from './assert-day.ts'

/** An entry of the ledger. Days are 'YYYY-MM-DD', times UTC. */
export interface LedgerEntry {
  id: string
  kind: LedgerKind
  /** Booking day, and the day it relates to. */
  bookedOn: string
  relatesTo: string
  line: { version: number; n: number } | undefined
  reference: string | null
  /** The reversed entry, and the reversing one. */
  reverses: string | null
  reversedBy: string | null
  /** Payment key: entries with the same key were paid, and are reversed, together. */
  payment: string
  recordedAt: Date
  lines: LedgerLine[]
}

interface EntryRow extends Omit<LedgerEntry, 'line' | 'lines'> {
  version: number | null
  n: number | null
  lines: [account: LedgerAccount, debit: string, credit: string][]
}

/** Also for combined reads of a note and its ledger. */
export const ledgerOfNote = prepared(
  'ledger_of_note',
  (_, noteId: string) => sql<EntryRow>`
    select e.id, e.kind, e.booked_on as "bookedOn", e.relates_to as "relatesTo", e.schedule_version as version,
      e.line_n as n, e.reference, e.reverses, r.id as "reversedBy", e.created_at as "recordedAt", regexp_replace(e.idempotency_key, '#[0-9]+$', '') as payment,
      (select coalesce(jsonb_agg(jsonb_build_array(l.account, l.debit_cents::text, l.credit_cents::text) order by l.n), '[]')
        from ledger_lines l where l.entry_id = e.id and l.note_id = ${noteId}) as lines
    from ledger_entries e left join ledger_entries r on r.reverses = e.id
    where e.id in (select l.entry_id from ledger_lines l where l.note_id = ${noteId})
    order by e.booked_on, e.seq`,
)

export function toLedgerEntry({ version, n, lines, ...entry }: EntryRow): LedgerEntry {
  return {
    ...entry,
    line: version && n ? { version, n } : undefined,
    lines: lines.map(([account, debit, credit]) => ({ account, debit: toCents(debit), credit: toCents(credit) })),
  }
}

/**
 * @returns a note's entries in ledger order; none if the actor may not see the note
 * @throws PortalError NOT_FOUND for an invalid id
 */
export async function getLedger(actor: Actor, noteId: string): Promise<LedgerEntry[]> {
  const [rows] = await readAs(actor, ledgerOfNote(assertId(noteId)))
  return rows.map(toLedgerEntry)
}

/** An account's totals, in cents. */
export interface TrialBalanceLine {
  account: LedgerAccount
  name: string
  debit: bigint
  credit: bigint
}

/** Also for reports that tie to the trial balance. */
export const sumsOfAccounts = prepared(
  'trial_balance',
  (_, day: string) => sql<Omit<TrialBalanceLine, 'name'>>`
    select l.account, sum(l.debit_cents) as debit, sum(l.credit_cents) as credit
    from ledger_lines l join ledger_entries e on e.id = l.entry_id where e.booked_on <= ${day}::date
    group by l.account order by l.account`,
)

/**
 * @param day as of its end
 * @returns every account with entries, lowest first; total debits equal total credits
 */
export async function trialBalance(actor: Actor, day: string): Promise<TrialBalanceLine[]> {
  requireAdministrator(actor)
  const [rows] = await readAs(actor, sumsOfAccounts(assertDay(day)))
  return rows.map(row => ({ ...row, name: ledgerAccounts[row.account] }))
}
