import { expect } from 'vitest'
import { agreement } from '../../../content/agreement.ts'
import { addDays } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approvedBy, signedByMinimum } from '../../../tests/helpers/accreditation.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, givenAccreditedHolder, withFreshProof } from '../../../tests/helpers/notes.ts'
import { givenDisclosure, givenOffering, openDisclosures } from '../../../tests/helpers/offerings.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { acknowledge, givenReady, chosenTerms as terms } from '../../../tests/helpers/subscriptions.ts'
import { getPendingForPerson } from '../../document-requests/server/pending-for-person.ts'
import { anotherHolder } from '../begin.commands.ts'
import { makeAgreement, withdrawSubscription } from '../server/agreement.ts'
import {
  acknowledgeDisclosures,
  chooseHolder,
  chooseTerms,
  prepareSubscription,
  startSubscription,
  wantHolder,
} from '../server/choose.ts'
import { keepSubscriptions } from '../server/keep-subscriptions.ts'
import { getSubscription, getSubscriptions, rejectSubscription } from '../server/office-subscriptions.ts'
import { getOwnSubscription, getOwnSubscriptions } from '../server/own-subscriptions.ts'

const today = fundDay()
const code = (refused: string) => ({ code: refused })

const stateOf = async ({ owner }: SharedPortal, id: string) =>
  (await owner.query('select state from subscriptions where id = $1', [id])).rows[0].state

test('a subscription says what comes next from its amount to the agreement, and two tabs start one', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const offering = await givenOffering(portal, people)
  const [id, again] = await Promise.all([
    startSubscription(investor, { offering, ...terms }),
    startSubscription(investor, { offering, ...terms }),
  ])
  expect(again).toBe(id)
  const next = async () => (await getOwnSubscription(investor, id)).next.step
  const quoted = await getOwnSubscription(investor, id)
  // The rate is the tier's; no request says one.
  expect(quoted).toMatchObject({ rateBp: 1100, quotedThrough: addDays(today, agreement.quoteDays), state: 'terms' })
  expect(quoted.next).toMatchObject({ step: 'holder', turn: 'you' })

  await wantHolder(investor, id, { kind: 'llc', name: 'Vestor Family LLC' })
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'holder', turn: 'us' })
  expect((await getSubscription(admin, id)).wanted).toEqual({ kind: 'llc', name: 'Vestor Family LLC' })

  const { id: holder } = await givenHolder(admin, investor)
  await chooseHolder(investor, id, { holder })
  expect(await next()).toBe('accreditation')
  await givenAccreditation(portal, holder, investor)
  expect(await next()).toBe('disclosures')

  await expect(acknowledgeDisclosures(investor, id, { read: true })).rejects.toMatchObject(code('DISCLOSURE_UNREAD'))
  await openDisclosures(portal, investor, offering)
  await acknowledge(investor, id)
  expect(await stateOf(portal, id)).toBe('accreditation')
  expect(await next()).toBe('agreement')
  const { subscriptions } = await getSubscriptions(admin, { state: 'accreditation' })
  expect(subscriptions.find(each => each.id === id)).toMatchObject({ turn: 'you', step: 'agreement' })
  // A change of the terms keeps holder and verification.
  await chooseTerms(investor, id, { ...terms, amount: 350_000_00n, term: '24' })
  expect(await getOwnSubscription(investor, id)).toMatchObject({ state: 'accreditation', rateBp: 1300 })
})

test('below the minimum, with cents, with another’s holder or a kind that isn’t accepted, nothing is chosen', async ({
  portal,
  people,
  second,
}) => {
  const { admin, investor } = people
  const offering = await givenOffering(portal, people)
  const low = startSubscription(investor, { offering, ...terms, amount: 199_999_00n })
  await expect(low).rejects.toMatchObject(code('TERMS_PRINCIPAL_LOW'))
  // Nothing was begun by it.
  expect((await getOwnSubscriptions(investor)).subscriptions).toEqual([])
  const id = await startSubscription(investor, { offering, ...terms })
  await expect(chooseTerms(investor, id, { ...terms, amount: 200_000_50n })).rejects.toMatchObject(
    code('SUBSCRIPTION_AMOUNT'),
  )
  const others = await givenHolder(admin, second)
  await expect(chooseHolder(investor, id, { holder: others.id })).rejects.toMatchObject(code('SUBSCRIPTION_HOLDER'))
  await expect(
    queryAs(portal, investor.id, "update subscriptions set state = 'holder', holder_id = $2 where id = $1", [
      id,
      others.id,
    ]),
  ).rejects.toThrow(/does not take this step|row-level security/)
  await portal.owner.query("update offerings set state = 'closed' where id = $1", [offering])
  await portal.owner.query("update offerings set kinds = '{llc}' where id = $1", [offering])
  await portal.owner.query("update offerings set state = 'open' where id = $1", [offering])
  const { id: holder } = await givenHolder(admin, investor)
  await expect(chooseHolder(investor, id, { holder })).rejects.toMatchObject(code('SUBSCRIPTION_HOLDER'))
  // Nobody else sees it.
  await expect(getOwnSubscription(second, id)).rejects.toMatchObject(code('NOT_FOUND'))
})

test('no agreement is made of other terms than shown, past the quote, unread, or without accreditation', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const { id, offering, holder, shown } = await givenReady(portal, people)
  const { owner } = portal
  await expect(makeAgreement(investor, id, { shown: shown.replace('20000000', '35000000') })).rejects.toMatchObject(
    code('SUBSCRIPTION_CHANGED'),
  )
  await givenDisclosure(portal, admin, offering, 'First supplement')
  await expect(makeAgreement(investor, id, { shown })).rejects.toMatchObject(code('SUPPLEMENT_UNREAD'))
  await expect(makeAgreement(investor, id, { shown, read: true })).rejects.toMatchObject(code('DISCLOSURE_UNREAD'))
  const agree = "update subscriptions set state = 'agreement', agreed = '{}' where id = $1"
  await expect(queryAs(portal, investor.id, agree, [id])).rejects.toThrow(/does not take this step/)
  await openDisclosures(portal, investor, offering)
  await acknowledge(investor, id)
  await owner.query(
    "update accreditations set state = 'revoked', revoked_at = now(), revoked_by = $2, reason = 'x' where holder_id = $1",
    [holder, admin.id],
  )
  await expect(makeAgreement(investor, id, { shown })).rejects.toMatchObject(code('NOT_ACCREDITED'))
  await expect(queryAs(portal, investor.id, agree, [id])).rejects.toThrow(/does not take this step/)
  await owner.query('update subscriptions set quoted_through = app.fund_day() - 1 where id = $1', [id])
  const { shown: late } = await getOwnSubscription(investor, id)
  await expect(makeAgreement(investor, id, { shown: late })).rejects.toMatchObject(code('QUOTE_ENDED'))
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'terms', turn: 'you' })
  await keepSubscriptions()
  expect(await stateOf(portal, id)).toBe('lapsed')
  // Asked for again, with the rate of today.
  await chooseTerms(investor, id, terms)
  expect(await getOwnSubscription(investor, id)).toMatchObject({ quotedThrough: addDays(today, agreement.quoteDays) })
})

test('holder and terms are chosen at once, and what was read is acknowledged with the agreement', async ({
  portal,
  people,
  second,
}) => {
  const { admin, investor } = people
  const offering = await givenOffering(portal, people)
  const holder = await givenAccreditedHolder(portal, people)
  const others = await givenHolder(admin, second)
  const typed = { offering, ...terms }
  await expect(startSubscription(investor, { ...typed, holder: others.id })).rejects.toMatchObject(
    code('SUBSCRIPTION_HOLDER'),
  )
  const id = await startSubscription(investor, { ...typed, holder: anotherHolder })
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'holder', turn: 'you' })
  expect(await startSubscription(investor, { ...typed, holder })).toBe(id)
  const { next, shown } = await getOwnSubscription(investor, id)
  expect(next).toMatchObject({ step: 'disclosures', turn: 'you' })
  const { subscriptions } = await getPendingForPerson(investor, investor.id)
  expect(subscriptions).toEqual([{ id, amountCents: '20000000', isPrepared: false }])
  await openDisclosures(portal, investor, offering)
  const envelope = await makeAgreement(investor, id, { shown, read: true })
  expect(await getOwnSubscription(investor, id)).toMatchObject({ state: 'agreement', envelopeId: envelope })
  const { rows } = await portal.owner.query('select 1 from disclosure_receipts where user_id = $1', [investor.id])
  expect(rows).toHaveLength(1)
  expect((await getPendingForPerson(investor, investor.id)).subscriptions).toEqual([])
})

test('the mail about an approved accreditation leads to the investment that waits for it', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  const offering = await givenOffering(portal, people)
  const approved = async (person: Actor, holder: string) => {
    const verification = await signedByMinimum(portal, person, holder)
    for (const reviewer of [admin, colleague]) await approvedBy(await withFreshProof(portal, reviewer), verification)
    const mail = () => portal.mailbox.allTo(person.email).find(({ subject }) => subject?.includes('is approved'))
    await eventually('the mail', () => mail() !== undefined)
    return mail()?.text
  }
  const { id: holder } = await givenHolder(admin, investor)
  const id = await startSubscription(investor, { offering, ...terms, holder })
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'accreditation', turn: 'you' })
  expect(await approved(investor, holder)).toContain(`/profile/subscribe/${id}`)
  expect(await approved(second, (await givenHolder(admin, second)).id)).toContain('/profile/accreditation')
})

test('three days before its end a quote’s investor hears of it, once', async ({ portal, people }) => {
  const { investor } = people
  const offering = await givenOffering(portal, people)
  await startSubscription(investor, { offering, ...terms })
  const about = () => portal.mailbox.allTo(investor.email).filter(({ subject }) => subject?.includes('quote ends'))
  await keepSubscriptions(addDays(today, agreement.quoteDays - agreement.lapsingDays))
  await eventually('the mail', () => about().length === 1)
  await keepSubscriptions(addDays(today, agreement.quoteDays - agreement.lapsingDays + 1))
  expect(about()).toHaveLength(1)
})

test('an adviser prepares, the member confirms and is the one to act', async ({ portal, people, second, domain }) => {
  const { investor } = people
  const offering = await givenOffering(portal, people)
  const holder = await givenAccreditedHolder(portal, people)
  const adviser = await portal.newPerson(`adviser@${domain}`, { fullName: 'Ada Viser' })
  const typed = { offering, holder, ...terms }
  await expect(prepareSubscription(adviser, typed)).rejects.toMatchObject(code('ADVISER_ONLY'))
  await givenDelegate(portal, investor, second, holder)
  await expect(prepareSubscription(second, typed)).rejects.toMatchObject(code('ADVISER_ONLY'))
  await givenDelegate(portal, investor, adviser, holder, { kind: 'adviser', categories: ['Statements'] })
  const id = await prepareSubscription(adviser, typed)
  expect((await getPendingForPerson(investor, investor.id)).subscriptions).toMatchObject([{ id, isPrepared: true }])
  expect((await getOwnSubscriptions(adviser)).subscriptions[0]).toMatchObject({
    id,
    isAdvised: true,
    holder: 'Iris Vestor',
  })
  await expect(chooseTerms(adviser, id, terms)).rejects.toMatchObject(code('NOT_FOUND'))
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'terms', turn: 'you' })
  await chooseTerms(investor, id, terms)
  expect(await stateOf(portal, id)).toBe('accreditation')
  expect(await getSubscription(people.admin, id)).toMatchObject({
    preparedBy: 'Ada Viser',
    person: { id: investor.id },
  })
})

test('it is withdrawn by its investor, or rejected with a reason that they read, and ends there', async ({
  portal,
  people,
  second,
}) => {
  const { admin, investor } = people
  const offering = await givenOffering(portal, people)
  const id = await startSubscription(investor, { offering, ...terms })
  await expect(withdrawSubscription(second, id)).rejects.toMatchObject(code('NOT_FOUND'))
  await withdrawSubscription(investor, id)
  await expect(chooseTerms(investor, id, terms)).rejects.toMatchObject(code('SUBSCRIPTION_STATE'))
  const other = await startSubscription(investor, { offering, ...terms })
  expect(other).not.toBe(id)
  await rejectSubscription(admin, other, { reason: 'The offering is full.' })
  expect(await getOwnSubscription(investor, other)).toMatchObject({
    state: 'rejected',
    reason: 'The offering is full.',
  })
  const reopen = queryAs(portal, admin.id, "update subscriptions set state = 'started' where id = $1", [other])
  await expect(reopen).rejects.toThrow(/does not take this step/)
})
