import * as op from '../../../server/operations.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { administrators, ownerOnly, signedIn } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'

const { signal } = new AbortController()

/** Consent to electronic records and signatures. */
export const consentDoors = {
  getOwnEsignConsent: { call: ({ actor }) => op.getOwnEsignConsent(actor), gets: signedIn('ok', 'ok') },
  requestEsignConsent: about(
    // None is open.
    async world => {
      await world.portal.owner.query('update esign_consents set superseded_at = now() where superseded_at is null')
    },
    ({ actor }) => op.requestEsignConsent(actor),
    signedIn('changes', '23503', { disabled: 'FORBIDDEN' }),
  ),
  makeEsignSample: about(
    world => newEsignConsent(world, 'asked'),
    async ({ actor }, id) =>
      Buffer.from(await op.makeEsignSample(actor, id, signal))
        .toString('latin1')
        .slice(0, 4),
    ownerOnly('ok', 'NOT_FOUND'),
  ),
  giveEsignConsent: about(
    world => newEsignConsent(world, 'asked'),
    ({ actor }, id) => op.giveEsignConsent(actor, id, { word: 'lantern' }),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  withdrawEsignConsent: about(
    world => newEsignConsent(world, 'given'),
    ({ actor }, id) => op.withdrawEsignConsent(actor, id),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  getEsignConsentsOf: about(
    async world => {
      await consentToEsign(world.portal.owner, world.owner)
    },
    ({ actor, world }) => op.getEsignConsentsOf(actor, world.owner.id),
    administrators('ok', 'FORBIDDEN'),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** A consent of the owner's, with the word 'lantern' on its sample; a person has one at a time. @returns its id */
export async function newEsignConsent({ portal, owner }: World, state: 'asked' | 'given'): Promise<string> {
  await portal.owner.query(
    'update esign_consents set superseded_at = now() where user_id = $1 and superseded_at is null',
    [owner.id],
  )
  const id = await op.requestEsignConsent(owner)
  await portal.owner.query("update esign_consents set word = 'lantern' where id = $1", [id])
  if (state === 'given') await op.giveEsignConsent(owner, id, { word: 'lantern' })
  return id
}
