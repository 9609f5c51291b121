import { delegatePresets, presetEnd } from '../../rules/delegates.ts'
import { acceptInvitation } from '../delegates/accept-invitation.ts'
import { inviteDelegate } from '../delegates/invite-delegate.ts'
import { getShared } from '../delegates/shared-with-me.ts'
import { incrementViewCount } from '../documents/views.ts'
import type { Filling } from './filling.ts'

/** Statements that the accountant has opened. */
const opened = 2

/** An investor shares tax documents, statements and payments with her accountant, who has opened some of them. */
export async function letAccountantLook({ owner, elena, carla, today }: Filling, holderId: string): Promise<void> {
  const found = await owner.query('select id, accepted_at from grants where holder_id = $1', [holderId])
  const id: string =
    found.rows[0]?.id ??
    (await inviteDelegate(elena, {
      holderId,
      email: carla.email,
      kind: 'accountant',
      ...delegatePresets.accountant,
      until: presetEnd('accountant', today),
    }))
  if (!found.rows[0]?.accepted_at) await acceptInvitation(carla, id)
  const { rowCount } = await owner.query('select from delegate_reads where grant_id = $1', [id])
  if (rowCount) return
  const { holders } = await getShared(carla)
  const from = {
    ip: '203.0.113.20',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36',
  }
  for (const { id } of holders.flatMap(({ documents }) => documents).slice(0, opened))
    await incrementViewCount({ ...carla, from }, id)
}
