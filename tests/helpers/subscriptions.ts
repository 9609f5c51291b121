import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { requestFunding } from '../../app/notes/server/funding.ts'
import { makeAgreement } from '../../app/subscriptions/server/agreement.ts'
import { acknowledgeDisclosures, startSubscription } from '../../app/subscriptions/server/choose.ts'
import { getOwnSubscription } from '../../app/subscriptions/server/own-subscriptions.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { eventually } from './eventually.ts'
import { givenAccreditedHolder, type NotePeople } from './notes.ts'
import { givenOffering, openDisclosures } from './offerings.ts'
import type { SharedPortal } from './shared-portal.ts'
import { uploader } from './uploads.ts'

/** $200,000 for a year, paid monthly. */
export const chosenTerms = { amount: 200_000_00n, term: '12', payout: 'monthly' } as const

/** Acknowledges what was served: its count comes a moment after its last byte. */
export const acknowledge = (investor: Actor, id: string) =>
  eventually('served disclosures', async () => {
    await acknowledgeDisclosures(investor, id, { read: true })
    return true
  })

/** A subscription with everything up to its agreement. */
export async function givenReady(portal: SharedPortal, people: NotePeople, holderId?: string, renews = '') {
  const { investor } = people
  const offering = await givenOffering(portal, people)
  const holder = holderId ?? (await givenAccreditedHolder(portal, people))
  const id = await startSubscription(investor, { offering, renews, ...chosenTerms, holder })
  await openDisclosures(portal, investor, offering)
  await acknowledge(investor, id)
  return { id, offering, holder, shown: (await getOwnSubscription(investor, id)).shown }
}

/** Uploads every document that a person was asked for. */
export async function uploadRequested(portal: SharedPortal, person: Actor): Promise<void> {
  const open = 'select id from document_requests where person_id = $1 and fulfilled_at is null and withdrawn_at is null'
  const sender = uploader(portal, await portal.sessionOf(person))
  for (const { id } of (await portal.owner.query(open, [person.id])).rows) {
    const metadata = { documentRequestId: id }
    const { status } = await sender.upload({ filename: 'p.txt', content: `a paper for ${id}`, metadata })
    if (status >= 300) throw new Error(`a document was answered with ${status}`)
  }
}

/** `givenReady` with its agreement sent to its signers. */
export async function givenAgreement(portal: SharedPortal, people: NotePeople, holderId?: string, renews?: string) {
  const made = await givenReady(portal, people, holderId, renews)
  await makeAgreement(people.investor, made.id, { shown: made.shown })
  const { envelopeId } = await getOwnSubscription(people.investor, made.id)
  return { ...made, envelope: envelopeId ?? '' }
}

/** The funds of a subscription's note arrive today, confirmed by two people. */
export async function fundSubscription({ admin, colleague }: NotePeople, noteId: string, originator = 'Iris Vestor') {
  const day = fundDay()
  const funds = { day, confirmedDay: day, amount: chosenTerms.amount, reference: 'WIRE 1', originator }
  await decideApproval(colleague, await requestFunding(admin, noteId, funds), 'approved')
}
