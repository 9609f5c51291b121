import { noteRow } from '../../../server/sample/notes.ts'
import { insertRow } from '../../../server/sample/rows.ts'
import { administrators, everyone, type Gets, ownerAndAdministrators } from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newSentWithEvidence } from './accreditation-doors.ts'

const denied = everyone('denied')
type Change = [string, Gets]

/** Verifications of accreditation, one that was sent, see `tableDoors`. */
export const accreditationTableDoors = {
  accreditations: {
    owners: "id = '$accreditation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["reason = 'x'", everyone('none', { owner: 'denied', administrator: 'denied' })] as Change,
    remove: denied,
    // One is open.
    add: [
      `(holder_id, category, method, amount_cents, is_own_money, started_by)
      values ('$accredited', 'a5', 'letter', 1, true, '$owner')`,
      everyone('denied', { owner: '23505' }),
    ] as Change,
  },
  representations: {
    owners: "accreditation_id = '$accreditation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['superseded_at = now()', everyone('none', { owner: 'denied' })] as Change,
    remove: denied,
    add: [
      `(accreditation_id, holder_id, user_id, version, text, typed_name)
      values ('$accreditation', '$accredited', '$owner', '1', 'x', 'x')`,
      denied,
    ] as Change,
  },
  accreditation_copies: {
    owners: "accreditation_id = '$accreditation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['filed_at = now()', denied] as Change,
    remove: denied,
    add: ["(accreditation_id, holder_id, round) values ('$accreditation', '$accredited', 2)", denied] as Change,
  },
  evidence: {
    owners: "accreditation_id = '$accreditation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['sent_anyway_at = now()', everyone('none', { owner: 'denied', administrator: 'denied' })] as Change,
    remove: everyone('none', { owner: 'denied' }),
    add: [
      `(accreditation_id, holder_id, document_id, kind, filename, added_by)
      values ('$accreditation', '$accredited', '$document', 'letter', 'x', '$owner')`,
      denied,
    ] as Change,
  },
  accreditation_reviews: {
    owners: "accreditation_id = '$accreditation'",
    read: administrators('rows', 'none'),
    change: ["decision = 'approved'", denied] as Change,
    remove: denied,
    add: [
      `(accreditation_id, holder_id, round, reviewer_id, decision)
      values ('$accreditation', '$accredited', 1, '$owner', 'approved')`,
      denied,
    ] as Change,
  },
  reliances: {
    owners: "accreditation_id = '$accreditation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['relied_on = current_date', denied] as Change,
    remove: denied,
    add: [
      `(accreditation_id, holder_id, note_id, amount_cents, relied_on, recorded_by)
      values ('$accreditation', '$accredited', gen_random_uuid(), 1, current_date, '$owner')`,
      denied,
    ] as Change,
  },
  destruction_certificates: {
    owners: "accreditation_id = '$accreditation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["filename = 'x'", denied] as Change,
    remove: denied,
    add: ["(filename) values ('x')", denied] as Change,
  },
  accreditation_reminders: {
    owners: "holder_id = '$accredited'",
    read: administrators('rows', 'none'),
    change: ["kind = 'ends-soon'", denied] as Change,
    remove: denied,
    add: ["(kind) values ('ends-soon')", denied] as Change,
  },
}

/** Their function that people may call, see `functionDoors`. */
export const accreditationFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  // As the caller, who finds nothing unopened in what they don't see.
  'app.has_opened_evidence': { call: "app.has_opened_evidence('$accreditation')", gets: everyone('nothing') },
  'app.evidence_sent': {
    call: "exists (select from app.evidence_sent('$accreditation'))",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.reviewers_for': { call: "app.reviewers_for('letter')", gets: everyone('ok') },
}

/** Makes a verification of the owner's that was sent, with a row in each table. */
export async function accreditationRows(world: World): Promise<Record<string, string>> {
  const { owner } = world.portal
  const { id, holderId } = await newSentWithEvidence(world)
  const reviewer = world.people.administrator.id
  await owner.query(
    `insert into accreditation_reviews (accreditation_id, holder_id, round, reviewer_id, decision)
    values ($1, $2, 1, $3, 'returned')`,
    [id, holderId, reviewer],
  )
  const note = await insertRow(owner, 'notes', noteRow({}, { holder_id: holderId }))
  await owner.query(
    `insert into reliances (accreditation_id, holder_id, note_id, amount_cents, relied_on, recorded_by)
    values ($1, $2, $3, 1, current_date, $4)`,
    [id, holderId, note, reviewer],
  )
  await owner.query("insert into accreditation_reminders (holder_id, note_id, kind) values ($1, $2, 'ends-soon')", [
    holderId,
    note,
  ])
  await owner.query(
    `insert into destruction_certificates (evidence_id, accreditation_id, holder_id, owner_id, document_id, kind,
      filename, file_size, due_on)
    select e.id, e.accreditation_id, e.holder_id, e.added_by, e.document_id, e.kind, e.filename, 1, current_date
    from evidence e where e.accreditation_id = $1`,
    [id],
  )
  return { $accreditation: id, $accredited: holderId }
}
