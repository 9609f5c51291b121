import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { administrators, everyone, type Gets } from './actors.ts'
import { exportedRows } from './exported-rows.ts'
import { newNote as newHeldNote, newMaturingNote } from './holding-doors.ts'
import { about, type OperationDoor } from './operation-door.ts'
import { newHolder } from './register-doors.ts'
import { mark, type World } from './world.ts'

const today = '2026-11-22'
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
    administrators('sees', 'FORBIDDEN', emptied),
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
  findHolderByNumber: about(
    async world => {
      const id = await newHolder(world)
      const { rows } = await world.portal.owner.query('select number from holders where id = $1', [id])
      return rows[0].number
    },
    ({ actor }, number) => op.findHolderByNumber(actor, number),
    administrators('ok', 'FORBIDDEN', { exAdministrator: 'HOLDER_GONE' }),
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
  checkImport: { call: ({ actor }) => op.checkImport(actor, file), gets: administrators('sees', 'FORBIDDEN') },
  requestImport: {
    call: ({ actor }) => op.requestImport(actor, { filename: 'notes.csv', content: file, sha256: '' }),
    gets: administrators('IMPORT_CHANGED', 'FORBIDDEN'),
  },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** Files that were asked to be imported, see `tableDoors`. */
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
  const holder = await newHolder(world)
  const { rows } = await world.portal.owner.query(
    `insert into notes (number, holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count)
    values ($1, $2, 'Notes', 20000000, 1100, 12, 'monthly', '30/360') returning id`,
    [`D-${randomUUID().slice(0, 8).toUpperCase()}`, holder],
  )
  return rows[0].id
}
