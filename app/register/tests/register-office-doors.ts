import { addDays } from '../../../rules/days.ts'
import * as op from '../../../server/operations.ts'
import { noteRow } from '../../../server/sample/notes.ts'
import { insertRow } from '../../../server/sample/rows.ts'
import { administrators, everyone, type Gets, ownerAndAdministrators } from '../../../tests/attacks/doors/actors.ts'
import { exportedRows } from '../../../tests/attacks/doors/exported-rows.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newNote as newHeldNote, newMaturingNote } from '../../holdings/tests/holding-doors.ts'
import { newHolder } from './register-doors.ts'

const today = '2026-11-22'
/** The day on which notes of these doors were funded. */
const issued = { from: '2025-12-15', to: '2025-12-15' }
const emptied = { exAdministrator: 'ok' }
/** What needs fresh proof asks for it first. */
const disabled = { disabled: 'NO_SESSION' }
const file = `record,note,principal,rate_percent,term_months,payout,day_count,issue_date\r\nnote,${mark}`

/** The office's register of notes. */
export const registerOfficeDoors = {
  getRegister: about(
    newNote,
    ({ actor }) => op.getRegister(actor, { on: today, search: mark, show: 'all' }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  getRegisterGroups: about(
    newNote,
    ({ actor }) => op.getRegisterGroups(actor, 'holder', { on: today, search: mark, show: 'all' }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  getRegisterChanges: about(
    newHeldNote,
    ({ actor }) => op.getRegisterChanges(actor, { from: '2026-10-23', to: today }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  getDuePayments: about(
    newHeldNote,
    ({ actor }) => op.getDuePayments(actor, { from: today, to: today, today }),
    // What has changed of a holder isn't empty for others: it is refused.
    administrators('sees', 'FORBIDDEN'),
  ),
  getMaturities: about(
    newMaturingNote,
    ({ actor }) => op.getMaturities(actor, { today, days: 90 }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  getSales: about(newHeldNote, ({ actor }) => op.getSales(actor), administrators('sees', 'FORBIDDEN', emptied)),
  exportRegister: about(
    newHeldNote,
    ({ actor }) => exportedRows(op.exportRegister(actor, 'sales', {})),
    administrators('sees', 'FORBIDDEN', disabled),
  ),
  getJournal: about(
    newHeldNote,
    ({ actor }) => op.getJournal(actor, issued),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  downloadJournal: about(
    newJournalExport,
    ({ actor }, id) => op.downloadJournal(actor, id),
    administrators('ok', 'FORBIDDEN', disabled),
  ),
  getAccrual: about(
    newHeldNote,
    ({ actor }) => op.getAccrual(actor, '2026-05-20'),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  downloadAccrual: about(
    newHeldNote,
    ({ actor }) => op.downloadAccrual(actor, { on: '2026-05-20', format: 'xero' }),
    administrators('ok', 'FORBIDDEN', { ...disabled, exAdministrator: 'ACCRUAL_NONE' }),
  ),
  getInterestPaid: about(
    newHeldNote,
    ({ actor }) => op.getInterestPaid(actor, { year: 2026 }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  getPaymentRegister: about(
    newHeldNote,
    ({ actor }) => op.getPaymentRegister(actor, { year: 2026, search: mark }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  getPaymentsByHolder: about(
    newHeldNote,
    ({ actor }) => op.getPaymentsByHolder(actor, { year: 2026 }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  // Sums alone.
  getRollForward: about(
    newHeldNote,
    ({ actor }) => op.getRollForward(actor, { year: 2026 }),
    administrators('ok', 'FORBIDDEN', emptied),
  ),
  getCashForecast: about(
    newHeldNote,
    ({ actor }) => op.getCashForecast(actor, { by: 'month', today }),
    administrators('ok', 'FORBIDDEN'),
  ),
  getTieOut: about(
    newHeldNote,
    ({ actor }) => op.getTieOut(actor, { on: '2026-06-30' }),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  findNoteCandidates: about(
    newHolder,
    ({ actor }) => op.findNoteCandidates(actor, mark),
    administrators('sees', 'FORBIDDEN', emptied),
  ),
  getNoteCandidate: about(
    newHolder,
    ({ actor }, id) => op.getNoteCandidate(actor, id),
    administrators('sees', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),
  createNoteFor: about(
    newHolder,
    ({ actor }, id) => op.createNoteFor(actor, id, { holder: { legalName: mark, kind: 'individual' }, note }),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),
  getNoteStory: about(
    newNote,
    ({ actor }, id) => op.getNoteStory(actor, id),
    administrators('sees', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),
  getImportFile: {
    call: ({ actor }) => op.getImportFile(actor, 'template'),
    gets: administrators('ok', 'FORBIDDEN', emptied),
  },
  checkImport: {
    call: ({ actor }) => op.checkImport(actor, { file: new File([file], 'notes.csv') }),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  requestImport: {
    call: ({ actor }) => op.requestImport(actor, { file: new File([file], 'notes.csv'), sha256: '' }),
    gets: administrators('IMPORT_CHANGED', 'FORBIDDEN'),
  },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** Files that were asked to be imported, and exports of the journal, see `tableDoors`. */
export const registerOfficeTableDoors = {
  import_batches: {
    owners: "filename = '$owner'",
    read: administrators('rows', 'none'),
    // Only what approves an import marks it, and nothing else changes.
    change: ['imported_at = now()', everyone('none')] as [string, Gets],
    remove: everyone('denied'),
    add: [
      `(filename, content, sha256, members) values ('x', 'x', '${'0'.repeat(64)}', '{}')`,
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
  sale_filings: {
    owners: "id = '$filing'",
    read: administrators('rows', 'none'),
    change: ["receipt = 'x'", administrators('rows', 'none')] as [string, Gets],
    remove: everyone('denied'),
    add: ["(offering, kind, filed_on) values ('Notes', 'form_d', '2001-01-01')", administrators('rows', 'denied')] as [
      string,
      Gets,
    ],
  },
  journal_exports: {
    owners: "id = '$journalexport'",
    read: administrators('rows', 'none'),
    change: ['entries = 2', everyone('denied')] as [string, Gets],
    remove: everyone('denied'),
    add: [
      `(format, period_start, period_end, up_to, entries, debit_cents, credit_cents, exported_by)
      values ('csv', '2026-01-01', '2026-01-31', 1, 1, 1, 1, '$owner')`,
      everyone('denied'),
    ] as [string, Gets],
  },
  journal_export_entries: {
    owners: "export_id = '$journalexport'",
    read: administrators('rows', 'none'),
    change: ['is_again = true', everyone('denied')] as [string, Gets],
    remove: everyone('denied'),
    add: [
      "(export_id, entry_id, format, is_again) values ('$journalexport', '$entry', 'csv', true)",
      everyone('denied'),
    ] as [string, Gets],
  },
}

/** Their functions, see `functionDoors`. */
export const registerOfficeFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.journal_to_export': {
    call: "(select count(*) > 0 from app.journal_to_export('csv', '2000-01-01', '2100-01-01', true))",
    // With the rights of who asks: who holds a note may read its entries anyway.
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.export_journal': {
    call: "app.export_journal('csv', '2000-01-01', '2100-01-01', true) is not null",
    gets: administrators('ok', 'denied'),
  },
}

/** A day of its own, long ago. */
let filings = 0
export const nextDay = () => addDays('2001-01-01', ++filings)

/** A filing about the sales of an offering, without a receipt. @returns its id */
export async function newFiling({ portal, owner }: World): Promise<string> {
  const { rows } = await portal.owner.query(
    "insert into sale_filings (offering, kind, filed_on, recorded_by) values ($1, 'form_d', $2, $3) returning id",
    [mark, nextDay(), owner.id],
  )
  return rows[0].id
}

/** An export of the journal, of what was booked for a note of the owner's. @returns its id */
export async function newJournalExport(world: World): Promise<string> {
  const { owner } = world.portal
  const note = await newHeldNote(world)
  const { rows } = await owner.query(
    `insert into journal_exports (format, period_start, period_end, up_to, entries, debit_cents, credit_cents, exported_by)
    values ('quickbooks', '2025-12-15', '2025-12-15', 1, 1, 1, 1, $1) returning id`,
    [world.owner.id],
  )
  await owner.query(
    `insert into journal_export_entries (export_id, entry_id, format, is_again)
    select $1, id, 'quickbooks', true from ledger_entries where note_id = $2 order by seq limit 1`,
    [rows[0].id, note],
  )
  return rows[0].id
}

const note = {
  offering: 'Notes',
  principalCents: 20_000_000n,
  rateBp: 1100,
  termMonths: 12,
  payout: 'monthly',
  dayCount: '30/360',
}

/** A draft of a holder that the owner acts for. @returns its id */
export async function newNote(world: World): Promise<string> {
  const holder_id = await newHolder(world)
  return insertRow(world.portal.owner, 'notes', noteRow({}, { holder_id, offering: note.offering }))
}
