import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { insertHolder } from '../../../server/sample/holders.ts'
import { administrators, everyone, ownerAndAdministrators } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'

/** What needs fresh proof asks for it first. */
const disabled = { disabled: 'NO_SESSION' }

/** Holders, the people who act for them, and what takes two people. */
export const registerDoors = {
  getApprovals: about(newApproval, ({ actor }) => op.getApprovals(actor), administrators('sees', 'FORBIDDEN')),
  countApprovals: about(newApproval, ({ actor }) => op.countApprovals(actor), everyone('ok')),
  approve: about(
    newApproval,
    ({ actor }, id) => op.approve(actor, id),
    administrators('changes', 'FORBIDDEN', disabled),
  ),
  reject: about(newApproval, ({ actor }, id) => op.reject(actor, id), administrators('changes', 'FORBIDDEN')),
  getBatchApproval: about(
    newPaymentRequest,
    ({ actor }) => op.getBatchApproval(actor, 'payment.record'),
    administrators('sees', 'FORBIDDEN'),
  ),
  // Only one of the kind that is on the list, and no payment.
  approveBatch: about(
    newPaymentRequest,
    ({ actor }, id) => op.approveBatch(actor, { kind: 'payment.record', id: [id], total: '1.00' }),
    administrators('CONTROL_TOTAL', 'FORBIDDEN', disabled),
  ),
  // What still is pending has no receipt.
  getApprovalReceipt: about(
    newPaymentRequest,
    ({ actor }, id) => op.getApprovalReceipt(actor, id),
    administrators('NOT_FOUND', 'FORBIDDEN'),
  ),
  withdrawApproval: about(
    world => newApproval(world, world.people.administrator.id),
    ({ actor }, id) => op.withdrawApproval(actor, id),
    administrators('changes', 'FORBIDDEN'),
  ),
  getHolders: about(
    newHolder,
    ({ actor }) => op.getHolders(actor, { words: mark }),
    administrators('sees', 'FORBIDDEN'),
  ),
  getHolder: about(newHolder, ({ actor }, id) => op.getHolder(actor, id), administrators('sees', 'FORBIDDEN')),
  getHoldersOf: about(
    newHolder,
    ({ actor, world }) => op.getHoldersOf(actor, world.owner.id),
    ownerAndAdministrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  requestMemberRemoval: about(
    newHolder,
    ({ actor }, holder) => op.requestMemberRemoval(actor, holder, { member: holder, paper: 'Letter' }),
    administrators('MEMBER_GONE', 'FORBIDDEN'),
  ),
  requestUnfreeze: about(
    newHolder,
    ({ actor }, holder) => op.requestUnfreeze(actor, holder, { reason: mark }),
    administrators('HOLDER_NOT_FROZEN', 'FORBIDDEN'),
  ),
  getHolderDocuments: about(
    newHolderDocument,
    ({ actor }, { holder }) => op.getHolderDocuments(actor, holder),
    administrators('sees', 'FORBIDDEN'),
  ),
  canStoreNumbers: { call: () => op.canStoreNumbers(), gets: everyone('ok') },
  // This site has no VAULT_KEY; with one, see app/holders/tests/number-vault.test.ts.
  revealNumber: about(
    newNumber,
    ({ actor }, id) => op.revealNumber(actor, id),
    administrators('VAULT_LOCKED', 'FORBIDDEN', disabled),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** A holder that the owner acts for, alone. @returns its id */
export async function newHolder({ portal, owner }: World): Promise<string> {
  return insertHolder(portal.owner, [owner], { legal_name: `${mark} holder`, state: 'TX' })
}

/** A document of such a holder. */
export async function newHolderDocument(world: World): Promise<{ id: string; holder: string }> {
  const holder = await newHolder(world)
  const id = await world.newDocument()
  await world.portal.owner.query('update documents set holder_id = $2 where id = $1', [id, holder])
  return { id, holder }
}

/**
 * Someone's request that one more person act for the owner's holder.
 * @param requestedBy by default an administrator who is none of the actors
 * @returns the approval's id
 */
export async function newApproval(world: World, requestedBy?: string): Promise<string> {
  const { portal } = world
  const holder = await newHolder(world)
  const requester = requestedBy ?? (await world.newPerson({ isAdmin: true })).id
  const person = await world.newPerson()
  const content = { holder: mark, change: 'add', userId: person.id, name: mark, right: 'viewer' }
  const { rows } = await portal.owner.query(
    `insert into approvals (kind, subject_id, holder_id, content, summary, asked_by)
    values ('holder.members', $1, $1, $2, $3, $4) returning id`,
    [holder, content, mark, requester],
  )
  return rows[0].id
}

/** Someone's request to record a payment of $5. @returns the approval's id */
export async function newPaymentRequest(world: World): Promise<string> {
  const { rows } = await world.portal.owner.query(
    `insert into approvals (kind, subject_id, holder_id, content, summary, asked_by)
    values ('payment.record', gen_random_uuid(), $1, $2, $3, $4) returning id`,
    [
      await newHolder(world),
      {
        noteId: randomUUID(),
        note: mark,
        holder: mark,
        day: '2026-07-15',
        cents: '500',
        reference: mark,
        settles: [],
      },
      mark,
      (await world.newPerson({ isAdmin: true })).id,
    ],
  )
  return rows[0].id
}

/** A number in the vault. @returns its id */
export async function newNumber(world: World): Promise<string> {
  const id = randomUUID()
  const holder = await newHolder(world)
  await world.portal.owner.query(
    `insert into vault_numbers (id, holder_id, kind, ciphertext, key_id, hmac, last4)
    values ($1, $2, 'custodian_account', $3, $4, $5, '1234')`,
    [id, holder, Buffer.alloc(40), Buffer.alloc(16), Buffer.alloc(32)],
  )
  return id
}
