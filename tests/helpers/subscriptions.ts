import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { requestFunding } from '../../app/notes/server/funding.ts'
import { acknowledgeDisclosures, startSubscription } from '../../app/subscriptions/server/choose.ts'
import { getOwnSubscription } from '../../app/subscriptions/server/own-subscriptions.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { eventually } from './eventually.ts'
import { givenAccreditedHolder, type NotePeople } from './notes.ts'
import { givenOffering, openDisclosures } from './offerings.ts'
import type { SharedPortal } from './shared-portal.ts'

/** $200,000 for a year, paid monthly. */
export const chosenTerms = { amount: 200_000_00n, term: '12', payout: 'monthly' } as const

/** Acknowledges what was served: its count comes a moment after its last byte. */
export const acknowledge = (investor: Actor, id: string) =>
  eventually('served disclosures', async () => {
    await acknowledgeDisclosures(investor, id, { read: true })
    return true
  })

/** A subscription with everything up to its agreement. */
export async function givenReady(portal: SharedPortal, people: NotePeople, holderId?: string) {
  const { investor } = people
  const offering = await givenOffering(portal, people)
  const holder = holderId ?? (await givenAccreditedHolder(portal, people))
  const id = await startSubscription(investor, { offering, ...chosenTerms, holder })
  await openDisclosures(portal, investor, offering)
  await acknowledge(investor, id)
  return { id, offering, holder, shown: (await getOwnSubscription(investor, id)).shown }
}

/** The funds of a subscription's note arrive today, confirmed by two people. */
export async function fundSubscription({ admin, colleague }: NotePeople, noteId: string, originator = 'Iris Vestor') {
  const day = fundDay()
  const funds = { day, confirmedDay: day, amount: chosenTerms.amount, reference: 'WIRE 1', originator }
  await decideApproval(colleague, await requestFunding(admin, noteId, funds), 'approved')
}
