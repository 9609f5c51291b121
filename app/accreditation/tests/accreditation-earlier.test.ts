import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { ownMoney, signedByMinimum } from '../../../tests/helpers/accreditation.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, givenSignedNote } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { requestClearance, revokeAccreditation } from '../server/contrary-knowledge.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { approveAccreditation } from '../server/review.ts'
import { getAccreditationForReview } from '../server/review-list.ts'

/* Sales that rest on an earlier verification: 17 CFR 230.506(c)(2)(ii)(E). */

/** A holder verified by a letter today, with that verification ended since. */
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
  return (await approveAccreditation(admin, id, { ticks })) !== undefined
}

test('the one reviewer of an earlier verification proves that it’s them, and nothing is approved before', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenEarlier(portal, admin, investor)
  const id = await signedByMinimum(portal, investor, holder, byEarlier)
  const since = (minutes: number) =>
    portal.owner.query("update auth.sessions set created_at = now() - $2 * interval '1 minute' where id = $1", [
      admin.sessionId,
      minutes,
    ])
  await since(11)
  // Missing parts are reported first, before asking for fresh proof.
  await expect(approveAccreditation(admin, id, { ticks: [] })).rejects.toMatchObject({ code: 'REVIEW_TICKS' })
  await expect(approve(admin, id)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  expect(await getAccreditationForReview(admin, id)).toMatchObject({ state: 'submitted', reviews: [] })
  // The first of two requests it, without fresh proof.
  const another = await givenHolder(admin, investor)
  expect(await approve(admin, await signedByMinimum(portal, investor, another.id))).toBe(false)
  await since(0)
  expect(await approve(admin, id)).toBe(true)
})

test('once the verification that it rests on is revoked, it carries no sale, also after that is cleared', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const holderId = await givenEarlier(portal, admin, investor)
  const id = await signedByMinimum(portal, investor, holderId, byEarlier)
  await approve(admin, id)
  const { rows } = await portal.owner.query('select earlier_id from accreditations where id = $1', [id])
  const rested = rows[0].earlier_id
  await revokeAccreditation(admin, rested, { reason: 'The letter was forged.' })
  await decideApproval(
    colleague,
    await requestClearance(admin, rested, { reason: 'The writer was mistaken.' }),
    'approved',
  )
  const sale = givenSignedNote(portal, { admin, colleague, investor }, { holderId, signedOn: fundDay() })
  await expect(sale).rejects.toMatchObject({ code: 'NOT_ACCREDITED' })
  // Another one that rests on it isn't approved, either.
  await portal.owner.query("update accreditations set state = 'submitted', round = 9 where id = $1", [id])
  await expect(approve(admin, id)).rejects.toMatchObject({ code: 'EARLIER_REVOKED' })
  // Verified again, in another way.
  await givenAccreditation(portal, holderId, investor)
  await givenSignedNote(portal, { admin, colleague, investor }, { holderId, signedOn: fundDay() })
})

test('each sale that rests on it has a representation of its own, signed for that sale', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const people = { admin, colleague, investor }
  const holderId = await givenEarlier(portal, admin, investor)
  for (let sale = 0; sale < 2; sale++) {
    await expect(givenSignedNote(portal, people, { holderId, signedOn: fundDay() })).rejects.toMatchObject({
      code: 'NOT_ACCREDITED',
    })
    await approve(admin, await signedByMinimum(portal, investor, holderId, byEarlier))
    const { approvals } = await getOwnAccreditation(investor, holderId)
    expect(approvals.filter(({ usedFor }) => !usedFor)).toMatchObject([{ method: 'earlier', isForOneSale: true }])
    await givenSignedNote(portal, people, { holderId, signedOn: fundDay() })
  }
  const { rows } = await portal.owner.query(
    `select a.method, count(distinct r.text) as signed from reliances l
      join accreditations a on a.id = l.accreditation_id join representations r on r.accreditation_id = a.id
    where l.holder_id = $1 group by a.id`,
    [holderId],
  )
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ method: 'earlier', signed: 1 })))
  // Home doesn't show it for any sale.
  const holdings = await getHoldings(investor)
  expect(holdings?.holders.find(({ id }) => id === holderId)?.accreditedThrough).toBeNull()
})
