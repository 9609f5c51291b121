import { expect } from 'vitest'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { givenSent, readEnvelopeAs, statesOf } from '../../../tests/helpers/envelopes.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getEnvelopeToSign } from '../server/envelope.ts'
import { voidEnvelope } from '../server/send-envelope.ts'
import { declineEnvelope, signEnvelope } from '../server/sign-envelope.ts'

/** @returns what happened to each, and why the others were refused */
const outcomes = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map(each => (each.status === 'fulfilled' ? 'done' : each.reason.code)).toSorted()

test('of two tabs that sign one wins, and a void or a decline at the same moment has one winner', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  await consentToEsign(portal.owner, investor)
  const proved = await withFreshProof(portal, investor)
  const ready = async () => {
    const id = await givenSent(portal, admin, holder.id)
    await readEnvelopeAs(portal, investor, id)
    const { shown } = await getEnvelopeToSign(investor, id)
    return {
      id,
      sign: () => signEnvelope(proved, id, { shown, confirmed: true, read: false, typedName: 'Iris Vestor' }),
    }
  }
  const tabs = await ready()
  expect(await outcomes([tabs.sign(), tabs.sign()])).toEqual(['ENVELOPE_SIGNED', 'done'])
  const voided = await ready()
  const first = await outcomes([voided.sign(), voidEnvelope(admin, voided.id, { reason: 'A mistake.' })])
  const [state, seat] = await statesOf(admin, voided.id)
  // A void after the signature ends it, too; a signature after the void is none.
  expect(first).toEqual(seat === 'signed' ? ['done', 'done'] : ['ENVELOPE_CLOSED', 'done'])
  expect(state).toBe('voided')
  const declined = await ready()
  const both = await outcomes([declined.sign(), declineEnvelope(investor, declined.id, { reason: 'No.' })])
  expect(both.filter(each => each === 'done')).toHaveLength(1)
  expect(await statesOf(admin, declined.id)).toEqual(
    both.includes('ENVELOPE_CLOSED') ? ['declined', 'declined', 'waiting'] : ['sent', 'signed', 'waiting'],
  )
})
