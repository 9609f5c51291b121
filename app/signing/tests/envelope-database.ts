import { administrators, everyone, type Gets, ownerAndAdministrators } from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newEnvelope } from './envelope-doors.ts'

const denied = everyone('denied')
type Change = [string, Gets]
const sees = ownerAndAdministrators('rows', 'none')

/** Envelopes, their signers and what happened, see `tableDoors`. */
export const envelopeTableDoors = {
  envelopes: {
    owners: "id = '$envelope'",
    read: sees,
    // No one but the last signer completes it.
    change: ["state = 'signed', closed_at = now()", administrators('denied', 'none')] as Change,
    remove: denied,
    add: [
      `(kind, holder_id, title, document_id, original_sha256, pages, created_by)
      select 'document', holder_id, 'x', document_id, original_sha256, pages, created_by from envelopes where id = '$envelope'`,
      // In another person's name.
      everyone('none', { owner: 'denied', administrator: 'denied' }),
    ] as Change,
  },
  envelope_signers: {
    owners: "envelope_id = '$envelope'",
    read: sees,
    // Unread, and without consent; and an administrator has no seat of an investor's.
    change: [
      "state = 'signed', typed_name = 'X'",
      everyone('none', { owner: 'denied', administrator: '23514' }),
    ] as Change,
    remove: everyone('none'),
    // It was sent.
    add: [
      `(envelope_id, holder_id, turn, role, user_id, capacity)
      select id, holder_id, 3, 'holder', '$owner', 'x' from envelopes where id = '$envelope'`,
      everyone('none', { owner: 'denied', administrator: 'denied' }),
    ] as Change,
  },
  envelope_events: {
    owners: "envelope_id = '$envelope'",
    read: sees,
    change: ["what = 'signed'", denied] as Change,
    remove: denied,
    add: [
      "(envelope_id, holder_id, what) select id, holder_id, 'signed' from envelopes where id = '$envelope'",
      denied,
    ] as Change,
  },
}

/** Their functions that people may call, see `functionDoors`. */
export const envelopeFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.my_envelopes': {
    call: "'$envelope'::uuid = any (app.my_envelopes())",
    gets: everyone('nothing', { owner: 'ok' }),
  },
  'app.envelope_file': {
    call: "(select f.document_id from app.envelope_file('$envelope') f)",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.is_envelope_seated': { call: "app.is_envelope_seated('$envelope')", gets: everyone('ok') },
  'app.signs_as_custodian': {
    call: "app.signs_as_custodian((select holder_id from envelopes where id = '$envelope'))",
    gets: everyone('nothing'),
  },
}

export async function envelopeRows(world: World): Promise<Record<string, string>> {
  return { $envelope: await newEnvelope(world, 'sent') }
}
