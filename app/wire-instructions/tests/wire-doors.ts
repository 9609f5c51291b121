import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newNote } from '../../notes/tests/note-doors.ts'

/** What needs fresh proof asks for it first. */
const disabled = { disabled: 'NO_SESSION' }
const typed = {
  ...{ bankName: mark, bankAddress: mark, routingNumber: '021000021', accountName: mark, accountNumber: '12345678' },
  furtherCredit: '',
}

/** Wire instructions: their versions, the holders who see them, and what a member sees. */
export const wireDoors = {
  getWireInstructions: about(
    newOpening,
    ({ actor }) => op.getWireInstructions(actor),
    administrators('sees', 'FORBIDDEN'),
  ),
  // This site has no VAULT_KEY; with one, see wire-instructions.test.ts.
  requestWire: about(
    stopAll,
    ({ actor }) => op.requestWire(actor, typed),
    administrators('VAULT_KEY_MISSING', 'FORBIDDEN', disabled),
  ),
  stopWire: about(
    world => newVersion(world, 0),
    ({ actor }, id) => op.stopWire(actor, id, { reason: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  openWireForNote: about(
    async world => {
      await newVersion(world, 4)
      return (await newNote(world, 'signed')).id
    },
    ({ actor }, note) => op.openWireForNote(actor, note),
    administrators('changes', 'FORBIDDEN', disabled),
  ),
  closeWireOpening: about(
    newOpening,
    ({ actor }, id) => op.closeWireOpening(actor, id),
    administrators('changes', 'FORBIDDEN'),
  ),
  recordReadBack: about(
    newOpening,
    ({ actor }, id) => op.recordReadBack(actor, id, { spokeWith: mark }),
    administrators('changes', 'FORBIDDEN'),
  ),
  showWireWords: about(
    newOpening,
    ({ actor }, id) => op.showWireWords(actor, id),
    administrators('ok', 'FORBIDDEN', disabled),
  ),
  getOwnWire: about(newOpening, ({ actor }, id) => op.getOwnWire(actor, id), ownerOnly('sees', 'NOT_FOUND')),
  showWire: about(
    newOpening,
    ({ actor }, id) => op.showWire(actor, id),
    ownerOnly('VAULT_LOCKED', 'NOT_FOUND', { anonymous: 'PROOF_NEEDED', ...disabled }),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const page = '/profile/admin/wire-instructions'

/** Their pages. */
export const wireAddresses: AddressRow[] = [
  row(`GET ${page}`, administrators('sees', '403', toSignIn), async world => {
    await newOpening(world)
    return { path: page }
  }),
  form(`POST ${page} vault.reveal`, administrators('409', '403', signInFirst), async world => ({
    number: (await newNumber(world)).id,
  })),
  row('GET /profile/wire/:id', ownerOnly('sees', '404', toSignIn), async world => ({
    path: `/profile/wire/${await newOpening(world)}`,
  })),
  form('POST /profile/wire/:id wire.show', ownerOnly('409', '404', signInFirst), async world => ({
    at: `/profile/wire/${await newOpening(world)}`,
  })),
]

const denied = everyone('denied')
type Change = [string, Gets]

/** Their tables, see `tableDoors`. */
export const wireTableDoors = {
  wire_instructions: {
    owners: "id = '$wire'",
    read: administrators('rows', 'none'),
    // In force.
    change: ["stop_reason = 'x', stopped_at = now()", administrators('denied', 'none')] as Change,
    remove: denied,
    // Only with what two people have approved.
    add: [
      `(id, bank_name, bank_address, routing_number, account_name, number_id, account_last4, approval_id)
      select gen_random_uuid(), 'x', 'x', '021000021', 'x', gen_random_uuid(), '1', gen_random_uuid()`,
      denied,
    ] as Change,
  },
  wire_openings: {
    owners: "id = '$wireopening'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['closed_at = now()', administrators('rows', 'none')] as Change,
    remove: denied,
    add: [
      `(id, holder_id, subject_id, reference, six_words)
      values (gen_random_uuid(), '$wireholder', gen_random_uuid(), 'x', 'a b c d e f')`,
      administrators('rows', 'denied'),
    ] as Change,
  },
  wire_views: {
    owners: "opening_id = '$wireopening'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['viewed_at = now()', denied] as Change,
    remove: denied,
    add: ["(opening_id, version_id) values ('$wireopening', '$wire')", denied] as Change,
  },
}

/** Their functions, see `functionDoors`. */
export const wireFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.wire_wait': { call: 'app.wire_wait()', gets: everyone('ok') },
  'app.administrators': { call: 'app.administrators()', gets: administrators('ok', 'denied') },
  'app.wire_in_force': { call: 'app.wire_in_force()', gets: everyone('ok') },
  'app.wire_state': {
    call: "(select s.is_ready from app.wire_state('$wireopening') s)",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.wire_viewers': {
    call: "(select v.viewer from app.wire_viewers('$wireopening') v limit 1)",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  // Without fresh proof of a session, not even to authorized people.
  'app.reveal_wire': {
    call: "(select r.six_words from app.reveal_wire('$wireopening', gen_random_uuid()) r)",
    gets: denied,
  },
  'app.wire_words': { call: "app.wire_words('$wireopening', gen_random_uuid())", gets: denied },
  'app.require_second_for_payment': {
    call: "app.require_second_for_payment('$wireholder', 'good morning')",
    gets: everyone('ok'),
  },
  'app.delivery_mentions_payment': {
    call: 'app.delivery_mentions_payment(gen_random_uuid())',
    gets: everyone('nothing'),
  },
}

/** What the doors of the tables are about. */
export async function wireRows(world: World): Promise<Record<string, string>> {
  const opening = await newOpening(world)
  const { rows } = await world.portal.owner.query(
    'select o.holder_id, v.version_id from wire_openings o join wire_views v on v.opening_id = o.id where o.id = $1',
    [opening],
  )
  return { $wireopening: opening, $wireholder: rows[0].holder_id, $wire: rows[0].version_id }
}

/** A number of the fund's, under a key that the site doesn't have. */
async function newNumber({ portal }: World): Promise<{ id: string }> {
  const id = randomUUID()
  await portal.owner.query(
    `insert into vault_numbers (id, kind, ciphertext, key_id, hmac, last4) values ($1, 'wire_account', $2, $3, $4, '1234')`,
    [id, Buffer.alloc(40), Buffer.alloc(16), Buffer.alloc(32)],
  )
  return { id }
}

/** @param daysAgo when two people approved it; those that wait are stopped first. @returns its id */
async function newVersion(world: World, daysAgo: number): Promise<string> {
  await stopAll(world)
  const { owner } = world.portal
  const [asker, decider] = [await world.newPerson({ isAdmin: true }), await world.newPerson({ isAdmin: true })]
  const id = randomUUID()
  const { rows } = await owner.query(
    `insert into approvals (kind, subject_id, content, summary, asked_by) values ('wire.change', $1, $4, $2, $3)
    returning id`,
    [id, mark, asker.id, { ...typed, last4: '1234' }],
  )
  await owner.query(`update approvals set decision = 'approved', decided_by = $2 where id = $1`, [
    rows[0].id,
    decider.id,
  ])
  await owner.query(
    `insert into wire_instructions (id, bank_name, bank_address, routing_number, account_name, number_id, account_last4,
      approval_id, approved_by, approved_at)
    values ($1, $2, $2, '021000021', $2, $3, '1234', $4, $5, now() - make_interval(days => $6))`,
    [id, mark, (await newNumber(world)).id, rows[0].id, decider.id, daysAgo],
  )
  return id
}

async function stopAll({ portal, people }: World): Promise<void> {
  await portal.owner.query(
    `update wire_instructions set stopped_by = $1, stopped_at = now(), stop_reason = 'x'
    where stopped_at is null and approved_at > now() - app.wire_wait()`,
    [people.administrator.id],
  )
  await portal.owner.query(
    "update approvals set decision = 'withdrawn', decided_by = asked_by where kind = 'wire.change' and decision is null",
  )
}

/** An opening of the owner's that the owner has used, for a signed note. @returns its id */
async function newOpening(world: World): Promise<string> {
  const version = await newVersion(world, 4)
  const { id: note, holderId } = await newNote(world, 'signed')
  const { owner } = world.portal
  const { rows } = await owner.query(
    `insert into wire_openings (holder_id, subject_id, reference, six_words)
    values ($1, $2, $3, 'acorn anchor apron badge bakery bamboo') returning id`,
    [holderId, note, mark],
  )
  await owner.query('insert into wire_views (opening_id, version_id, viewer_id) values ($1, $2, $3)', [
    rows[0].id,
    version,
    world.owner.id,
  ])
  return rows[0].id
}
