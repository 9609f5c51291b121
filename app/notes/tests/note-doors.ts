import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { entryOf, moved, noteRow, plainTerms, scheduleRows } from '../../../server/sample/notes.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { administrators, everyone, ownerAndAdministrators } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { newHolder } from '../../register/tests/register-doors.ts'
import { scheduleOf } from '../schedule.ts'

const terms = {
  ...{ offering: mark, principalCents: 200_000_00n, rateBp: 1100, termMonths: 12 },
  ...{ payout: 'monthly', dayCount: '30/360' },
}
const paid = { day: '2026-07-15', confirmedDay: '2026-07-15', amount: 1_833_33n, reference: mark }
const bankList = `Date,Amount,Description\n2026-07-15,-1833.33,Interest`

/** What was called before the role was lost reads nothing. */
const emptied = { exAdministrator: 'ok' }

/** Notes and the ledger: what administrators do, what takes two people, and what members choose. */
export const noteDoors = {
  createNote: about(
    newHolder,
    ({ actor }, holderId) => op.createNote(actor, { ...terms, holderId }),
    administrators('changes', 'FORBIDDEN'),
  ),
  updateDraft: about(
    world => newNote(world, 'draft'),
    ({ actor }, { id, holderId }) => op.updateDraft(actor, id, { ...terms, holderId }),
    administrators('changes', 'FORBIDDEN'),
  ),
  readBackTerms: about(
    world => newNote(world, 'draft'),
    ({ actor }, { id }) => op.readBackTerms(actor, id),
    administrators('sees', 'FORBIDDEN'),
  ),
  signNote: about(
    world => newNote(world, 'draft'),
    ({ actor }, { id }) => op.signNote(actor, id),
    administrators('NOTE_SIGNATURES', 'FORBIDDEN'),
  ),
  requestFunding: about(
    withAnotherAdministrator('signed'),
    ({ actor }, { id }) =>
      op.requestFunding(actor, id, { ...paid, amount: 200_000_00n, originator: mark, finding: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestFirstPayment: about(
    withAnotherAdministrator('signed'),
    ({ actor }, { id }) =>
      op.requestFirstPayment(actor, id, {
        arrived: '2026-07-15',
        first: '2026-08-15',
        agreedOn: '2026-07-15',
        paper: mark,
      }),
    administrators('FIRST_PAYMENT_STANDS', 'FORBIDDEN'),
  ),
  requestFundingReversal: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) => op.requestFundingReversal(actor, id, { reason: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestCancellation: about(
    withAnotherAdministrator('signed'),
    ({ actor }, { id }) => op.requestCancellation(actor, id, { reason: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestPayment: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) => op.requestPayment(actor, id, paid),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestDuePayments: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) =>
      op.requestDuePayments(actor, { payment: [{ noteId: id, n: 1 }], day: paid.day, reference: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  addBankList: {
    call: ({ actor, world }) => op.addBankList(actor, bankFile(mark, `${bankList} ${world.owner.id} ${randomUUID()}`)),
    gets: administrators('changes', 'FORBIDDEN'),
  },
  getBankWork: about(
    newBankLine,
    ({ actor }, { list }) => op.getBankWork(actor, list),
    administrators('sees', 'FORBIDDEN'),
  ),
  getBankReconciliation: about(
    newBankBalance,
    ({ actor }) => op.getBankReconciliation(actor, '2026-06-14'),
    administrators('sees', 'FORBIDDEN'),
  ),
  confirmBankLines: about(
    newBankLine,
    ({ actor }, { line }) => op.confirmBankLines(actor, { choice: [{ lineId: line, is: 'fee' }] }),
    administrators('changes', 'FORBIDDEN'),
  ),
  // Only what someone has uploaded themself.
  attachBankPage: about(
    async world => ({ ...(await newBankLine(world)), document: await world.newDocument() }),
    ({ actor }, { list, document }) => op.attachBankPage(actor, list, { document: document }),
    administrators('BANK_PAGE', 'FORBIDDEN'),
  ),
  requestReversal: about(
    withAnotherAdministrator('current'),
    ({ actor }, { entryId }) => op.requestReversal(actor, entryId, { why: 'mistake', day: '2026-07-15' }),
    administrators('LEDGER_NOT_REVERSIBLE', 'FORBIDDEN'),
  ),
  requestPayoff: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) => op.requestPayoff(actor, id, { ...paid, day: '2026-11-20', reason: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestPartRepayment: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) => op.requestPartRepayment(actor, id, { ...paid, amount: 50_000_00n }),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestTransfer: about(
    async world => ({ ...(await withAnotherAdministrator('current')(world)), toHolderId: await newHolder(world) }),
    ({ actor }, { id, toHolderId }) =>
      op.requestTransfer(actor, id, { holder: toHolderId, reason: 'death', day: '2026-11-20', paper: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestTransferReversal: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) => op.requestTransferReversal(actor, id, { why: 'mistake', reason: mark }),
    administrators('NOTE_STATE', 'FORBIDDEN'),
  ),
  requestRenewalReversal: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) => op.requestRenewalReversal(actor, id, { reason: mark }),
    administrators('NOTE_STATE', 'FORBIDDEN'),
  ),
  requestDefault: about(
    withAnotherAdministrator('current'),
    ({ actor }, { id }) => op.requestDefault(actor, id, { reason: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  requestCure: about(
    world => newNote(world, 'current'),
    ({ actor }, { id }) => op.requestCure(actor, id, { why: 'paid', reason: mark }),
    administrators('NOTE_STATE', 'FORBIDDEN'),
  ),
  requestRenewal: about(
    world => newNote(world, 'current'),
    ({ actor }, { id }) => op.requestRenewal(actor, id),
    administrators('NOTE_STATE', 'FORBIDDEN'),
  ),
  // No one elects for someone else, not even an administrator.
  electAtMaturity: about(
    world => newNote(world, 'current'),
    ({ actor }, { id }) => op.electAtMaturity(actor, id, { choice: 'withdraw' }),
    everyone('NOT_FOUND', {
      ...{ anonymous: 'PROOF_NEEDED', owner: 'ELECTION_NOT_OPEN', administrator: 'ELECTION_NOT_YOURS' },
      disabled: 'NO_SESSION',
    }),
  ),
  getMaturityWindow: about(
    world => newNote(world, 'current'),
    ({ actor }, { id }) => op.getMaturityWindow(actor, id),
    ownerAndAdministrators('ok', 'NOT_FOUND'),
  ),
  requestLateElection: about(
    world => newNote(world, 'current'),
    ({ actor }, { id }) => op.requestLateElection(actor, id),
    administrators('NOT_FOUND', 'FORBIDDEN'),
  ),
  getLedger: about(
    world => newNote(world, 'current'),
    ({ actor }, { id }) => op.getLedger(actor, id),
    ownerAndAdministrators('sees', 'ok'),
  ),
  trialBalance: about(
    world => newNote(world, 'current'),
    ({ actor }) => op.trialBalance(actor, '2026-11-20'),
    administrators('ok', 'FORBIDDEN', emptied),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

interface OwnersNote {
  id: string
  holderId: string
  /** Of the entry of its funds; of a note without any, its own id. */
  entryId: string
}

/** A note of the owner's, issued on June 15, 2026, if it is current. */
export async function newNote(world: World, state: 'draft' | 'signed' | 'current'): Promise<OwnersNote> {
  const holderId = await newHolder(world)
  const issued = state === 'current' ? { issueDate } : {}
  const now = new Date()
  const signed = state === 'draft' ? {} : { state, signed_at: now, ...(state === 'current' && { funded_at: now }) }
  const note = noteRow(issued, { holder_id: holderId, offering: mark, sale_state: 'TX', ...signed })
  const funded = entryOf({
    ...{ kind: 'funds', day: issueDate, note, lines: moved(1010, 2010, plainTerms.principalCents) },
    columns: { reference: mark },
  })
  const schedule = scheduleOf({ ...plainTerms, convention: 'following', issueDate })
  const books = [insertOf('schedule_lines', scheduleRows(note, schedule)), funded.statements]
  const statements = [insertOf('notes', note), ...(state === 'current' ? books : [])]
  await world.portal.owner.query(statements.join('; '))
  return { id: note.id, holderId, entryId: state === 'current' ? funded.id : note.id }
}

const issueDate = '2026-06-15'

/** A list of the bank's with one line: money of a note that came in. */
export async function newBankLine({ portal, owner }: World): Promise<{ list: string; line: string }> {
  const { rows } = await portal.owner.query(
    `with list as (insert into bank_lists (filename, first_day, last_day, line_count, sha256, added_by)
        values ($1, '2026-06-15', '2026-06-15', 1, repeat('0', 64), $2) returning id)
      insert into bank_lines (bank_key, list_id, line, day, cents, reference, description)
      select gen_random_uuid(), id, 2, '2026-06-15', 20000000, $1, $1 from list returning id as line, list_id as list`,
    [mark, owner.id],
  )
  return rows[0]
}

/** The balance of a statement, which the books differ from. @returns its id */
export async function newBankBalance({ portal, owner }: World): Promise<string> {
  const { rows } = await portal.owner.query(
    `insert into bank_balances (day, balance_cents, other_cents, other_words, entered_by)
    values ('2026-06-14', 123, 7, $1, $2) returning id`,
    [mark, owner.id],
  )
  return rows[0].id
}

/** A line that was told to be a fee. */
export async function newExplainedLine(world: World): Promise<{ list: string; line: string }> {
  const made = await newBankLine(world)
  await world.portal.owner.query(
    "update bank_lines set explained = 'fee', explained_by = $2, explained_at = now() where id = $1",
    [made.line, world.owner.id],
  )
  return made
}

/** A document of a holder. @returns its id */
export async function newNoteDocument(world: World, holderId: string): Promise<string> {
  const id = await world.newDocument()
  await world.portal.owner.query('update documents set holder_id = $2 where id = $1', [id, holderId])
  return id
}

/** What two people do needs a second one, who is none of the actors. */
function withAnotherAdministrator(state: 'signed' | 'current') {
  return async (world: World): Promise<OwnersNote> => {
    await world.newPerson({ isAdmin: true })
    return newNote(world, state)
  }
}
