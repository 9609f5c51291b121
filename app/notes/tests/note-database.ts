import { elections } from '../../../server/sample/notes.ts'
import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newBankBalance, newBankLine, newNote, newNoteDocument } from './note-doors.ts'

const denied = everyone('denied')

/** Notes and the ledger, see `tableDoors`. What takes two people is refused to everyone who acts alone. */
export const noteTableDoors = {
  notes: {
    owners: "id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    // Its terms are frozen.
    change: ['rate_bp = 1200', administrators('23514', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(number, holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count, sale_state, state, signed_at)
      values ('X-0000', '$noteholder', 'x', 1, 1, 12, 'monthly', '30/360', 'TX', 'signed', now())`,
      denied,
    ] as [string, Gets],
  },
  note_signers: {
    owners: "note_id = '$draft'",
    read: administrators('rows', 'none'),
    change: ['signed_at = now()', denied] as [string, Gets],
    remove: administrators('rows', 'none'),
    add: ["(note_id, user_id, signed_at) values ('$draft', '$guest', now())", administrators('rows', 'denied')] as [
      string,
      Gets,
    ],
  },
  note_signatures_voided: {
    owners: "note_id = '$draft'",
    read: administrators('rows', 'none'),
    change: ['signed_on = now()', denied] as [string, Gets],
    remove: denied,
    add: [
      "(note_id, user_id, signed_on, recorded_by, recorded_at) values ('$draft', '$guest', now(), '$guest', now())",
      denied,
    ] as [string, Gets],
  },
  note_papers: {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['filed_at = now()', denied] as [string, Gets],
    remove: administrators('rows', 'none'),
    add: ["(note_id, document_id) values ('$note', '$paper')", administrators('rows', 'denied')] as [string, Gets],
  },
  schedule_lines: {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['interest_cents = 1', denied] as [string, Gets],
    remove: denied,
    add: [
      `(note_id, holder_id, version, n, start_date, due_date, pay_date, days, is_stub, interest_cents)
      values ('$note', '$noteholder', 2, 1, '2026-06-15', '2026-07-15', '2026-07-15', 30, false, 1)`,
      denied,
    ] as [string, Gets],
  },
  ledger_entries: {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["kind = 'funds'", denied] as [string, Gets],
    remove: denied,
    add: [
      `(kind, note_id, holder_id, booked_on, relates_to, idempotency_key)
      values ('principal', '$note', '$noteholder', '2026-06-15', '2026-06-15', 'x')`,
      denied,
    ] as [string, Gets],
  },
  ledger_lines: {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['debit_cents = 1', denied] as [string, Gets],
    remove: denied,
    add: [
      "(entry_id, n, account, debit_cents, note_id, holder_id) values ('$entry', 3, 1010, 1, '$note', '$holder')",
      denied,
    ] as [string, Gets],
  },
  'app.note_movements': {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["reference = 'x'", denied] as [string, Gets],
    remove: denied,
    add: ["(note_id) values ('$note')", denied] as [string, Gets],
  },
  'app.line_status': {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['days = 1', denied] as [string, Gets],
    remove: denied,
    add: ["(note_id) values ('$note')", denied] as [string, Gets],
  },
  'app.note_principals': {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['note_id = null', denied] as [string, Gets],
    remove: denied,
    add: ["(note_id) values ('$note')", denied] as [string, Gets],
  },
  'app.note_interests': {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('none', 'none'),
    change: ['note_id = null', denied] as [string, Gets],
    remove: denied,
    add: ["(note_id) values ('$note')", denied] as [string, Gets],
  },
  register_checks: {
    owners: "day = '2020-01-31'",
    read: administrators('none', 'none'),
    change: ['checked_at = now()', denied] as [string, Gets],
    remove: denied,
    add: ["(day) values ('2020-01-31')", denied] as [string, Gets],
  },
  ledger_chain: {
    owners: "entry_id = '$entry'",
    read: administrators('rows', 'none'),
    change: ["hash = ''", denied] as [string, Gets],
    remove: denied,
    add: ["(position, entry_id, previous_hash, hash) values (0, '$entry', '', '')", denied] as [string, Gets],
  },
  statement_periods: {
    owners: "holder_id = '$noteholder'",
    read: administrators('rows', 'none'),
    change: ['period_end = current_date', denied] as [string, Gets],
    remove: denied,
    add: ["(holder_id, period_end) values ('$noteholder', '2020-01-31')", denied] as [string, Gets],
  },
  bank_lists: {
    owners: "id = '$banklist'",
    read: administrators('rows', 'none'),
    change: ['document_id = null', administrators('rows', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(filename, first_day, last_day, line_count, sha256, added_by)
      values ('x', '2026-01-01', '2026-01-01', 1, repeat('0', 64), app.user_id())`,
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
  bank_lines: {
    owners: "id = '$bankline'",
    read: administrators('rows', 'none'),
    change: ['explained = null', administrators('rows', 'none')] as [string, Gets],
    remove: denied,
    add: [
      "(bank_key, list_id, line, day, cents, reference, description) values ('x', '$banklist', 1, '2026-01-01', 1, 'x', 'x')",
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
  cleared_entries: {
    owners: "entry_id = '$entry'",
    read: administrators('rows', 'none'),
    change: ['cleared_at = now()', denied] as [string, Gets],
    remove: administrators('rows', 'none'),
    add: [
      "(entry_id, line_id, cleared_by) values ('$entry', '$bankline', app.user_id())",
      administrators('23505', 'denied'),
    ] as [string, Gets],
  },
  bank_balances: {
    owners: "id = '$bankbalance'",
    read: administrators('rows', 'none'),
    change: ['difference_words = null', administrators('rows', 'none')] as [string, Gets],
    remove: denied,
    add: [
      "(day, balance_cents, other_cents, other_words, entered_by) values ('2026-01-01', 1, 0, '', app.user_id())",
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
  'app.bank_movements': {
    owners: "note_id = '$note'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["reference = 'x'", denied] as [string, Gets],
    remove: denied,
    add: ["(note_id) values ('$note')", denied] as [string, Gets],
  },
  elections: {
    owners: "id = '$election'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['superseded_at = now()', ownerOnly('rows', 'none')] as [string, Gets],
    remove: denied,
    // Whether it is late is the database's to say: so this is one more beside the one in force.
    add: [
      "(note_id, holder_id, choice, is_late) values ('$note', '$noteholder', 'withdraw', true)",
      ownerOnly('23505', 'denied'),
    ] as [string, Gets],
  },
  maturity_notices: {
    owners: "note_id = '$note'",
    read: administrators('rows', 'none'),
    change: ['sent_at = now()', denied] as [string, Gets],
    remove: denied,
    add: ["(note_id, kind) values ('$note', 'first_reminder')", denied] as [string, Gets],
  },
}

/** Their functions, see `functionDoors`. */
export const noteFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  // No interest is left to be posted; of other notes no one is notified anything.
  'app.interest_to_post': {
    call: "select d.interest_cents > 0 from app.interest_to_post('$note', current_date) d",
    gets: everyone('nothing'),
  },
  // No late interest of it was paid; of other notes no one is notified anything.
  'app.late_credit': { call: "app.late_credit('$note', current_date) > 0", gets: everyone('nothing') },
  'app.note_balance': {
    call: "select b.principal_cents > 0 from app.note_balance('$note', 'infinity') b",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  // Of a list that isn't there.
  'app.bank_page_refusal': { call: 'app.bank_page_refusal(gen_random_uuid())', gets: everyone('nothing') },
  'app.bank_list_refusal': { call: 'app.bank_list_refusal(gen_random_uuid())', gets: everyone('nothing') },
  'app.remove_bank_list': {
    call: 'app.remove_bank_list(gen_random_uuid()) > 0',
    gets: administrators('nothing', 'denied'),
  },
  'app.decided_before_page': { call: 'app.decided_before_page(gen_random_uuid()) > 0', gets: everyone('nothing') },
  'app.is_bank_page': { call: "app.is_bank_page('$bankpage')", gets: administrators('ok', 'nothing') },
  // No one has signed it as its holder's rule asks.
  'app.is_signed': { call: "app.is_signed('$note')", gets: everyone('nothing') },
  // The one signature is a draft's, which the office alone sees.
  'app.last_signature': { call: "app.last_signature('$draft')", gets: administrators('ok', 'nothing') },
  'app.signature_day': {
    call: "(select app.signature_day(g) from note_signers g where g.note_id = '$draft')",
    gets: administrators('ok', 'nothing'),
  },
  'app.signature_takes_two': {
    call: "app.signature_takes_two('$draft', '$owner', '2020-01-01')",
    gets: administrators('ok', 'nothing'),
  },
  'app.imports_are_new_from': { call: 'app.imports_are_new_from()', gets: administrators('ok', 'nothing') },
  'app.sold_on': {
    call: "(select app.sold_on(n) from notes n where n.id = '$note')",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  // It relies on no verification.
  'app.verified_after': { call: "app.verified_after('$note', 'infinity')", gets: everyone('nothing') },
  'app.note_has': {
    call: "app.note_has('settled', '$note') or app.note_has('unsettled', '$note')",
    gets: administrators('ok', 'nothing'),
  },
  // What workflows allow is no secret; what someone may do of it is asked of the row.
  'app.has_election_closed': { call: "app.has_election_closed('2020-01-01', '{4,3,2,1}')", gets: everyone('ok') },
  'app.election_declined_at': { call: "app.election_declined_at('$note')", gets: everyone('nothing') },
  'app.tell_of_declined_election': { call: "app.tell_of_declined_election('$note')", gets: everyone('denied') },
  'app.workflow_steps': { call: '(select count(*) from app.workflow_steps()) > 0', gets: everyone('ok') },
  'app.state_of': { call: "app.state_of('evidence', '{}')", gets: everyone('ok') },
  'app.may_take_step': { call: "app.may_take_step('{administrator}', '{}')", gets: administrators('ok', 'nothing') },
  'app.has_what_it_needs': { call: "app.has_what_it_needs('no_document', '{}', '{}')", gets: everyone('ok') },
  'app.next_note_numbers': {
    call: "app.next_note_numbers('X', 2000, 1)",
    gets: administrators('ok', 'denied'),
  },
}

/** Makes a note of the owner's with what belongs to it, and a draft. */
export async function noteRows(world: World): Promise<Record<string, string>> {
  const { owner } = world.portal
  const note = await newNote(world, 'current')
  const draft = await newNote(world, 'draft')
  await owner.query('insert into note_signers (note_id, user_id, signed_at, recorded_by) values ($1, $2, now(), $2)', [
    draft.id,
    world.owner.id,
  ])
  await owner.query(
    `insert into note_signatures_voided (note_id, user_id, signed_on, recorded_by, recorded_at)
      values ($1, $2, '2026-06-01', $2, now())`,
    [draft.id, world.owner.id],
  )
  const [filed, paper] = [await newNoteDocument(world, note.holderId), await newNoteDocument(world, note.holderId)]
  await owner.query('insert into note_papers (note_id, document_id, filed_by) values ($1, $2, $3)', [
    ...[note.id, filed, world.owner.id],
  ])
  const chosen = { note_id: note.id, holder_id: note.holderId, made_by: world.owner.id }
  const election = await elections.insert(owner, chosen)
  await owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2019-12-31')", [note.holderId])
  await owner.query("insert into maturity_notices (note_id, kind) values ($1, 'notice')", [note.id])
  const bank = await newBankLine(world)
  const page = await world.newDocument()
  await owner.query('update bank_lists set document_id = $2 where id = $1', [bank.list, page])
  await owner.query('insert into cleared_entries (entry_id, line_id, cleared_by) values ($1, $2, $3)', [
    ...[note.entryId, bank.line, world.owner.id],
  ])
  return {
    $bankbalance: await newBankBalance(world),
    ...{ $banklist: bank.list, $bankline: bank.line, $bankpage: page },
    ...{ $note: note.id, $noteholder: note.holderId, $entry: note.entryId, $draft: draft.id },
    ...{ $election: election, $paper: paper },
  }
}
