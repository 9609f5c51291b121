import { expect } from 'vitest'
import type { Actor } from '../../server/access/actor.ts'
import { approveAccreditation } from '../../server/accreditation/review.ts'
import { getAccreditationForReview } from '../../server/accreditation/review-list.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { ownMoney, signedByMinimum } from '../helpers/accreditation.ts'
import { givenHolder } from '../helpers/holders.ts'
import { givenAccreditation } from '../helpers/notes.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

/* Sales that rest on an earlier verification: 17 CFR 230.506(c)(2)(ii)(E). */

/** A holder whose letter we verified today, and which has ended since. */
async function givenEarlier(portal: SharedPortal, admin: Actor, investor: Actor): Promise<string> {
  const { id } = await givenHolder(admin, investor)
  await givenAccreditation(portal, id, investor)
  const ended = `update accreditations set state = 'expired', valid_from = $2, valid_through = $2 where holder_id = $1`
  await portal.owner.query(ended, [id, fundDay()])
  return id
}

const byEarlier = { ...ownMoney, method: 'earlier' }

async function approve(admin: Actor, id: string): Promise<boolean> {
  const { checklist } = await getAccreditationForReview(admin, id)
  const ticks = checklist.map(({ code }) => code)
  return approveAccreditation(admin, id, ticks)
}

test('the one reviewer of an earlier verification proves that it’s them, and nothing is approved before', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenEarlier(portal, admin, investor)
  const id = await signedByMinimum(investor, holder, byEarlier)
  const since = (minutes: number) =>
    portal.owner.query("update auth.sessions set created_at = now() - $2 * interval '1 minute' where id = $1", [
      admin.sessionId,
      minutes,
    ])
  await since(11)
  // What is missing is said first: nobody proves themselves for nothing.
  await expect(approveAccreditation(admin, id, [])).rejects.toMatchObject({ code: 'REVIEW_TICKS' })
  await expect(approve(admin, id)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  expect(await getAccreditationForReview(admin, id)).toMatchObject({ state: 'submitted', reviews: [] })
  // The first of two asks, and needs none.
  const another = await givenHolder(admin, investor)
  expect(await approve(admin, await signedByMinimum(investor, another.id))).toBe(false)
  await since(0)
  expect(await approve(admin, id)).toBe(true)
})
