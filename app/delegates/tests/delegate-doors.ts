import { randomUUID } from 'node:crypto'
import { addDays } from '../../../rules/days.ts'
import * as op from '../../../server/operations.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { insertHolder } from '../../../server/sample/holders.ts'
import { administrators, everyone, ownerAndAdministrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHeldBy } from '../../holdings/tests/holding-doors.ts'

/** What a holder shares: its members say so, a delegate sees it, and no one else. */
export const delegateDoors = {
  inviteDelegate: about(
    newHeldBy,
    ({ actor }, holderId) =>
      op.inviteDelegate(actor, {
        holderId,
        email: `${randomUUID()}@doors.example`,
        kind: 'accountant',
        categories: ['Tax'],
        figures: false,
        download: false,
        until: addDays(fundDay(), 30),
      }),
    ownerOnly('changes', 'NOT_FOUND', {
      anonymous: 'PROOF_NEEDED',
      administrator: 'FORBIDDEN',
      disabled: 'NO_SESSION',
    }),
  ),
  acceptInvitation: about(
    newDelegateInvitation,
    ({ actor }, id) => op.acceptInvitation(actor, id),
    everyone('NOT_FOUND', { delegate: 'changes' }),
  ),
  revokeGrant: about(
    newGrant,
    ({ actor }, { grant }) => op.revokeGrant(actor, grant),
    ownerAndAdministrators('changes', 'NOT_FOUND'),
  ),
  getOwnDelegates: about(newGrant, ({ actor }) => op.getOwnDelegates(actor), ownerOnly('sees', 'NOT_FOUND')),
  getDelegate: about(
    newGrant,
    ({ actor }, { grant }) => op.getDelegate(actor, grant),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  getHolderDelegates: about(
    newGrant,
    ({ actor }, { holder }) => op.getHolderDelegates(actor, holder),
    administrators('sees', 'FORBIDDEN'),
  ),
  getSharedAccessOf: about(
    newGrant,
    ({ actor, world }) => op.getSharedAccessOf(actor, world.people.delegate.id),
    administrators('sees', 'FORBIDDEN'),
  ),
  getShared: about(newGrant, ({ actor }) => op.getShared(actor), everyone('ok', { delegate: 'sees' })),
  // That it was read is kept.
  getSharedFigures: about(
    newGrant,
    ({ actor }, { holder }) => op.getSharedFigures(actor, holder),
    everyone('NOT_FOUND', { delegate: 'changes' }),
  ),
  // That a delegate looked is kept.
  getYear: about(
    newGrant,
    ({ actor }) => op.getYear(actor, fundDay().slice(0, 4)),
    everyone('NOT_FOUND', { owner: 'sees', delegate: 'changes' }),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** A holder of the owner's that shows the delegate its figures, too, with a tax document. */
export async function newGrant(world: World): Promise<{ grant: string; holder: string; document: string }> {
  const { portal } = world
  const holder = await newHeldBy(world)
  const document = await world.newDocument()
  await portal.owner.query("update documents set holder_id = $2, category = 'Tax' where id = $1", [document, holder])
  const { rows } = await portal.owner.query('update grants set sees_figures = true where holder_id = $1 returning id', [
    holder,
  ])
  return { grant: rows[0].id, holder, document }
}

/** Someone whom the owner's holder has invited, and the fund hasn't accepted. @returns their id */
export async function newOnlyDelegate(world: World): Promise<string> {
  const { portal, owner } = world
  const holder = await newHeldBy(world)
  const { id, email } = await world.newPerson({ guest: true })
  await portal.owner.query(
    `insert into grants (holder_id, invited_address, kind, categories, sees_figures, may_download, ends_at, invited_by)
    values ($1, $2, 'accountant', '{Tax}', false, false, now() + interval '1 day', $3)`,
    [holder, email.toLowerCase(), owner.id],
  )
  return id
}

/** An invitation that the delegate hasn't accepted. @returns its id */
export async function newDelegateInvitation({ portal, owner, people }: World): Promise<string> {
  const holder = await insertHolder(portal.owner, [], { legal_name: `${mark} holder` })
  const { rows } = await portal.owner.query(
    `insert into grants (holder_id, invited_address, kind, categories, sees_figures, may_download, ends_at, invited_by)
    values ($1, $2, 'spouse', '{Tax}', false, false, now() + interval '1 day', $3) returning id`,
    [holder, people.delegate.email, owner.id],
  )
  return rows[0].id
}
