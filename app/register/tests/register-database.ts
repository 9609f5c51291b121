import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newApproval, newNumber } from './register-doors.ts'

const denied = everyone('denied')

/** Holders and approvals, see `tableDoors`. No one may use `vault_numbers` but through the functions below. */
export const registerTableDoors = {
  holders: {
    owners: "id = '$holder'",
    read: ownerAndAdministrators('rows', 'none'),
    // Who it is takes two people; members choose how often they get statements, and nothing else.
    change: ["legal_name = 'x'", { ...administrators('denied', 'none'), owner: 'denied' }] as [string, Gets],
    remove: denied,
    add: ["(legal_name, kind, created_by) values ('x', 'llc', '$owner')", denied] as [string, Gets],
  },
  holder_members: {
    owners: "holder_id = '$holder'",
    read: ownerAndAdministrators('rows', 'none'),
    // Takes two people, even for an administrator.
    change: ['ended_at = now()', everyone('none')] as [string, Gets],
    remove: denied,
    add: [
      "(holder_id, user_id, member_right, added_by) values ('$holder', '$delegate', 'owner', '$owner')",
      denied,
    ] as [string, Gets],
  },
  approvals: {
    owners: "id = '$approval'",
    read: administrators('rows', 'none'),
    // Nothing is marked as approved without being carried out.
    change: ["decision = 'approved'", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: [
      "(kind, subject_id, content, summary) values ('a.test', gen_random_uuid(), '{}', 'x')",
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
}

/** Their functions, see `functionDoors`. */
export const registerFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.is_approver': { call: 'app.is_approver()', gets: everyone('nothing') },
  'app.is_applying': { call: 'app.is_applying()', gets: everyone('nothing') },
  'app.acts_for_office': { call: 'app.acts_for_office()', gets: administrators('ok', 'nothing') },
  'app.office_owners': { call: "nullif(app.office_owners(), '{}')", gets: everyone('nothing') },
  'app.applied_subjects': { call: "nullif(app.applied_subjects('{papers.release}'), '{}')", gets: everyone('nothing') },
  'app.reads_register': { call: 'app.reads_register()', gets: administrators('ok', 'nothing') },
  'app.is_member': { call: "app.is_member('$holder')", gets: ownerOnly('ok', 'nothing') },
  'app.acts_for_holder': { call: "app.acts_for_holder('$holder')", gets: ownerOnly('ok', 'nothing') },
  'app.my_owners': {
    call: "app.my_owners() @> array['$holder'::uuid, '$owner'::uuid]",
    gets: ownerOnly('ok', 'nothing'),
  },
  'app.owners_of': {
    call: "app.owners_of('$owner') @> array['$holder'::uuid, '$owner'::uuid]",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.owners_with_figures': {
    call: "(select o.owners @> array['$holder'::uuid, '$owner'::uuid] from app.owners_with_figures('$owner') o)",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  // Nothing, where no one has such a document or note; app/home/tests/home.test.ts asks where someone has.
  // An administrator sees such documents, where other tests have left any.
  'app.count_unlisted': {
    call: "(case when not app.is_admin() then nullif(app.count_unlisted(array['$owner'::uuid]), 0) end)",
    gets: everyone('nothing'),
  },
  'app.investing_reached': {
    call: "(select nullif(r.has_signed or r.has_funded, false) from app.investing_reached(array['$holder'::uuid]) r)",
    gets: everyone('nothing'),
  },
  'app.may_read': {
    call: "app.may_read('$holder') and app.may_read('$owner')",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.acts_for': {
    call: "app.acts_for('$holder') and app.acts_for('$owner')",
    gets: ownerOnly('ok', 'nothing'),
  },
  'app.readers_of': {
    call: "app.readers_of('$holder') @> array['$owner'::uuid]",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.void_approvals': {
    call: "app.void_approvals('holder.members', '$holder') > 0",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.approval_names': {
    call: "(select count(*) from app.approval_names(array['$approval'::uuid]))",
    gets: administrators('ok', 'denied'),
  },
  'app.changes_since_payment': {
    call: "(select count(*) >= 0 from app.changes_since_payment('{}'))",
    gets: administrators('ok', 'denied'),
  },
  'app.payments_before': {
    call: "(select count(*) >= 0 from app.payments_before(array['$approval'::uuid]))",
    gets: administrators('ok', 'denied'),
  },
  'app.count_other_deciders': {
    call: "app.count_other_deciders('$holder', '{}', false)",
    gets: administrators('ok', 'denied'),
  },
  'app.decision_refusal': {
    call: "(select app.decision_refusal(a) is null from approvals a where a.id = '$approval')",
    gets: administrators('ok', 'nothing'),
  },
  'app.needs_administrator': { call: "app.needs_administrator('note.sign', '{}')", gets: everyone('ok') },
  'app.count_other_approvers': { call: 'app.count_other_approvers()', gets: administrators('ok', 'denied') },
  // No one has that address.
  'app.person_with': { call: "app.person_with('x@doors.example')", gets: administrators('nothing', 'denied') },
  'app.set_approver': { call: "app.set_approver('$owner', true)", gets: denied },
  'app.keep_in_vault': {
    call: `app.keep_in_vault(gen_random_uuid(), '$holder', 'tin', decode(repeat('00', 40), 'hex'),
      decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'), '1234')`,
    gets: administrators('ok', 'denied'),
  },
  // Without fresh proof of a session, not even to administrators.
  'app.reveal_vault': {
    call: "(select count(*) from app.reveal_vault('$kept', gen_random_uuid()))",
    gets: denied,
  },
  'app.numbers_of': { call: "(select count(*) from app.numbers_of('$holder'))", gets: administrators('ok', 'denied') },
  'app.put_number_in_force': { call: "app.put_number_in_force('$holder')", gets: denied },
  'app.as_approved': {
    call: `app.as_approved('holder.identity', '$holder', '{}', '{"kind": "trust"}')`,
    gets: everyone('nothing'),
  },
  'app.approved_now': { call: "app.approved_now('holder.identity', '$holder')", gets: everyone('nothing') },
  'app.leaves_one_decider': {
    call: "app.leaves_one_decider('$holder', '{administrator}')",
    gets: administrators('nothing', 'denied'),
  },
  'app.deciders': { call: 'app.deciders()', gets: administrators('ok', 'denied') },
  'app.vault_of': { call: "(select count(*) from app.vault_of('$holder'))", gets: administrators('ok', 'denied') },
}

/** Makes a holder of the owner's, something that was asked about it, and a number. */
export async function registerRows(world: World): Promise<Record<string, string>> {
  const approval = await newApproval(world)
  const { rows } = await world.portal.owner.query('select holder_id from approvals where id = $1', [approval])
  await world.portal.owner.query(
    `insert into import_batches (filename, content, sha256, members, created_by) values ($1::text, 'x', repeat('0', 64), '{}', $1::uuid)`,
    [world.owner.id],
  )
  return { $approval: approval, $holder: rows[0].holder_id, $kept: await newNumber(world) }
}
