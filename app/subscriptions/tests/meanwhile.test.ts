import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { readEnvelopeAs, agreement as scannedAgreement, signedAs } from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, givenAccreditedHolder, givenNote, withFreshProof } from '../../../tests/helpers/notes.ts'
import { givenDisclosure, givenOffering, openDisclosures } from '../../../tests/helpers/offerings.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, runPendingJobs, test } from '../../../tests/helpers/shared-portal.ts'
import {
  acknowledge,
  chosenTerms,
  fundSubscription,
  givenAgreement,
  givenReady,
  uploadRequested,
} from '../../../tests/helpers/subscriptions.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestFundingReversal } from '../../notes/server/undo-funding.ts'
import { sealFile } from '../../sealing/server/sealed-files.ts'
import { countersign } from '../../signing/server/countersign.ts'
import { getEnvelope } from '../../signing/server/envelope.ts'
import { requestPaperSignature } from '../../signing/server/paper-signature.ts'
import { voidEnvelope } from '../../signing/server/send-envelope.ts'
import { getPendingWork } from '../../today/server/pending-work.ts'
import { changeAgreement, makeAgreement, withdrawSubscription } from '../server/agreement.ts'
import { chooseHolder, chooseTerms, prepareSubscription, startSubscription, wantHolder } from '../server/choose.ts'
import { keepSubscriptions } from '../server/keep-subscriptions.ts'
import { closeOffering } from '../server/offerings.ts'
import { getSubscription, rejectSubscription } from '../server/office-subscriptions.ts'
import { getOwnSubscription } from '../server/own-subscriptions.ts'

/* What changes between two steps of a subscription. */

const code = (refused: string) => ({ code: refused })
const typedName = 'Ada Ministrator'

test('an agreement is sent from its maker’s own folder, with the fund last', async ({ portal, people, second }) => {
  const { investor } = people
  const { id, holder } = await givenReady(portal, people)
  const send = (change: object, rate = 'rate_bp') => {
    const made = {
      ...{ id: randomUUID(), kind: 'agreement', subject_id: id, holder_id: holder, title: 'An agreement' },
      ...{ expires_on: addDays(fundDay(), 30), original_sha256: 'a'.repeat(64), pages: [{ width: 612, height: 792 }] },
      ...{ fields: [], read_back: [] },
      document: {
        ...{ user_id: investor.id, filename: 'a.pdf', file_path: `${investor.id}/${Date.now()}.pdf`, file_size: 1 },
        retain_until: addDays(fundDay(), 30),
      },
      signers: [
        { turn: 1, role: 'holder', user_id: investor.id, capacity: 'Iris Vestor' },
        { turn: 2, role: 'fund', user_id: null, capacity: 'The fund' },
      ],
      ...change,
    }
    const agreed = `update subscriptions set state = 'agreement', agreed = jsonb_build_object('holder_id', holder_id, 'principal_cents',
      amount_cents, 'term_months', term_months, 'payout', payout, 'rate_bp', ${rate}) where id = '${id}'`
    return queryAs(
      portal,
      investor.id,
      [agreed, `select app.send_agreement('${JSON.stringify(made)}'::jsonb)`].join('; '),
    )
  }
  const elsewhere = { user_id: second.id, filename: 'a.pdf', file_path: `${second.id}/1.pdf`, file_size: 1 }
  await expect(send({ document: elsewhere })).rejects.toThrow(/as it is made/)
  await expect(send({ signers: [{ turn: 1, role: 'holder', user_id: investor.id, capacity: 'x' }] })).rejects.toThrow(
    /signs an agreement last/,
  )
  // What is frozen is what was quoted.
  await expect(send({}, '9000')).rejects.toThrow(/agreed_as_quoted/)
  await send({})
})

test('a quote and a frozen agreement stay, whatever the tiers are by now', async ({ portal, people }) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id } = await givenReady(portal, people)
  // As if the tier had paid 13.37% on the day of the quote.
  await portal.owner.query('update subscriptions set rate_bp = 1337 where id = $1', [id])
  await makeAgreement(investor, id, { shown: (await getOwnSubscription(investor, id)).shown })
  const { envelopeId } = await getOwnSubscription(investor, id)
  await signedAs(portal, investor, envelopeId ?? '')
  await countersign(admin, envelopeId ?? '', { typedName })
  const { noteId } = await getOwnSubscription(investor, id)
  await fundSubscription(people, noteId ?? '')
  const { rows } = await portal.owner.query('select rate_bp, state from notes where id = $1', [noteId])
  expect(rows).toMatchObject([{ rate_bp: 1337 }])
  expect((await getOwnSubscription(investor, id)).state).toBe('received')
})

test('who has signed, or whose turn it is, hears of a change and of a withdrawal', async ({
  portal,
  people,
  second,
}) => {
  const { admin, investor } = people
  const members = [investor, second].map(({ id: userId }) => ({ userId, right: 'owner' as const }))
  const couple = { kind: 'joint_tic', legalName: 'Iris and Second', signingRule: 'all', members } as const
  const { id: holder } = await givenHolder(admin, investor, couple)
  await givenAccreditation(portal, holder, investor)
  const { id, envelope, offering } = await givenAgreement(portal, people, holder)
  const heard = () =>
    portal.mailbox.allTo(second.email).filter(({ subject }) => subject === 'A document no longer needs your signature')
  // Not asked yet, so nothing to hear of.
  await changeAgreement(investor, id)
  await allSent(portal)
  expect(heard()).toHaveLength(0)
  await chooseTerms(investor, id, chosenTerms)
  await makeAgreement(investor, id, { shown: (await getOwnSubscription(investor, id)).shown })
  const again = (await getOwnSubscription(investor, id)).envelopeId ?? ''
  expect(again).not.toBe(envelope)
  await signedAs(portal, investor, again)
  await openDisclosures(portal, second, offering)
  await acknowledge(second, id)
  await signedAs(portal, second, again, 'Second Person')
  await changeAgreement(investor, id)
  await eventually('the mail', () => heard().length === 1)
  await chooseTerms(investor, id, chosenTerms)
  await makeAgreement(investor, id, { shown: (await getOwnSubscription(investor, id)).shown })
  await signedAs(portal, investor, (await getOwnSubscription(investor, id)).envelopeId ?? '')
  await withdrawSubscription(investor, id)
  await eventually('the second mail', () => heard().length === 2)
})

test('a rejection reaches the investor, and each signer once', async ({ portal, people }) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id } = await givenAgreement(portal, people)
  await rejectSubscription(admin, id, { reason: 'The offering is full.' })
  expect(await getOwnSubscription(investor, id)).toMatchObject({ state: 'rejected', reason: 'The offering is full.' })
  const subjects = () => portal.mailbox.allTo(investor.email).map(({ subject }) => subject)
  await eventually('the mail', () => subjects().includes('We couldn’t accept your investment'))
  await allSent(portal)
  expect(subjects()).not.toContain('A document no longer needs your signature')
})

test('a supplement published between a scan and its approval has to be read first', async ({ portal, people }) => {
  const { investor, colleague } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id, envelope, offering } = await givenAgreement(portal, people)
  const [seat] = (await getEnvelope(admin, envelope)).signers
  const scan = { signer: seat?.id ?? '', day: fundDay(), file: await scannedAgreement() }
  const requested = await requestPaperSignature(admin, envelope, scan)
  await givenDisclosure(portal, admin, offering, 'First supplement')
  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject(code('SUPPLEMENT_UNREAD'))
  await openDisclosures(portal, investor, offering)
  await acknowledge(investor, id)
  await decideApproval(colleague, requested, 'approved')
  expect((await getOwnSubscription(investor, id)).state).toBe('signed')
})

test('a signature and a withdrawal at the same moment have one winner', async ({ portal, people }) => {
  const { investor } = people
  const { id, envelope } = await givenAgreement(portal, people)
  await readEnvelopeAs(portal, investor, envelope)
  const [signed, withdrawn] = await Promise.allSettled([
    signedAs(portal, investor, envelope),
    withdrawSubscription(investor, id),
  ])
  expect(withdrawn.status).toBe('fulfilled')
  if (signed.status === 'rejected') expect(signed.reason).toMatchObject(code('ENVELOPE_CLOSED'))
  expect((await getOwnSubscription(investor, id)).state).toBe('withdrawn')
})

test('an agreement that is voided goes back to its terms, beside another one begun meanwhile', async ({
  portal,
  people,
}) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id, envelope, offering } = await givenAgreement(portal, people)
  const other = await startSubscription(investor, { offering, ...chosenTerms })
  expect(other).not.toBe(id)
  await voidEnvelope(admin, envelope, { reason: 'A mistake' })
  expect((await getOwnSubscription(investor, id)).state).toBe('terms')
  expect(await startSubscription(investor, { offering, ...chosenTerms })).toBe(other)
  await expect(changeAgreement(investor, id)).rejects.toMatchObject(code('SUBSCRIPTION_STATE'))
})

test('while its holder is frozen or its offering closed, nothing goes on, with the reason', async ({
  portal,
  people,
}) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id, offering, holder, shown } = await givenReady(portal, people)
  await portal.owner.query('update holders set frozen_at = now() where id = $1', [holder])
  await expect(makeAgreement(investor, id, { shown })).rejects.toMatchObject(code('HOLDER_FROZEN'))
  await expect(chooseTerms(investor, id, chosenTerms)).rejects.toMatchObject(code('HOLDER_FROZEN'))
  await portal.owner.query('update holders set frozen_at = null where id = $1', [holder])
  await closeOffering(admin, offering)
  const { next } = await getOwnSubscription(investor, id)
  expect(next).toMatchObject({ turn: 'none', sentence: expect.stringContaining('isn’t open') })
  await expect(makeAgreement(investor, id, { shown })).rejects.toMatchObject(code('OFFERING_CLOSED'))
  await withdrawSubscription(investor, id)
})

test('a member who left since the signature keeps the fund from countersigning', async ({ portal, people, second }) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const members = [investor, second].map(({ id: userId }) => ({ userId, right: 'manager' as const }))
  const company = { kind: 'llc', legalName: 'Vestor LLC', signingRule: 'one', members } as const
  const { id: holder } = await givenHolder(admin, investor, company)
  await givenAccreditation(portal, holder, investor)
  const { envelope } = await givenAgreement(portal, people, holder)
  await signedAs(portal, investor, envelope)
  await uploadRequested(portal, investor)
  await portal.owner.query('update holder_members set ended_at = now() where holder_id = $1 and user_id = $2', [
    holder,
    investor.id,
  ])
  await expect(countersign(admin, envelope, { typedName })).rejects.toMatchObject(code('NOTE_SIGNER'))
})

test('new money joins a maturing note only while that is owed or renewed', async ({ portal, people }) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id: renews } = await givenNote(portal, people, addDays(fundDay(), -300))
  const settle = (state: string) =>
    portal.owner.query('update notes set state = $2, closed_at = now(), closed_on = app.fund_day() where id = $1', [
      renews,
      state,
    ])
  const { id, shown, offering } = await givenReady(portal, people, undefined, renews)
  await portal.owner.query('alter table notes disable trigger user')
  try {
    await settle('paid')
    await expect(startSubscription(investor, { offering, renews, ...chosenTerms })).rejects.toMatchObject(
      code('SUBSCRIPTION_RENEWAL'),
    )
    await expect(makeAgreement(investor, id, { shown })).rejects.toMatchObject(code('SUBSCRIPTION_RENEWAL'))
    await settle('renewed')
    await portal.owner.query('alter table notes enable trigger user')
    await makeAgreement(investor, id, { shown })
    const { envelopeId } = await getOwnSubscription(investor, id)
    await signedAs(portal, investor, envelopeId ?? '')
    await portal.owner.query('alter table notes disable trigger user')
    await settle('paid')
    await portal.owner.query('alter table notes enable trigger user')
    await expect(countersign(admin, envelopeId ?? '', { typedName })).rejects.toMatchObject(
      code('SUBSCRIPTION_RENEWAL'),
    )
  } finally {
    await portal.owner.query('alter table notes enable trigger user')
  }
})

test('the note of funds that were undone isn’t sealed', async ({ portal, people }) => {
  const { investor, colleague } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id, envelope } = await givenAgreement(portal, people)
  await signedAs(portal, investor, envelope)
  await countersign(admin, envelope, { typedName })
  const { noteId } = await getOwnSubscription(investor, id)
  await fundSubscription(people, noteId ?? '')
  await runPendingJobs(portal, 'keep-subscriptions')
  await eventually('a confirmed subscription', async () => {
    await runPendingJobs(portal, 'seal-file')
    return (await getOwnSubscription(investor, id)).state === 'confirmed'
  })
  await decideApproval(
    colleague,
    await requestFundingReversal(admin, noteId ?? '', { reason: 'Another day' }),
    'approved',
  )
  expect((await getOwnSubscription(investor, id)).state).toBe('wire_shown')
  // As if neither file had been sealed before.
  const { rows } = await portal.owner.query(
    `select f.id from sealed_files f join ledger_entries e on e.id = f.subject_id where e.note_id = $1`,
    [noteId],
  )
  expect(rows).toHaveLength(2)
  await portal.owner.query('alter table sealed_files disable trigger user')
  await portal.owner.query(
    `update sealed_files f set state = 'sealing', original_sha256 = null, sha256 = null, level = null, certificate_id = null,
      sealed_at = null from ledger_entries e where e.id = f.subject_id and e.note_id = $1`,
    [noteId],
  )
  await portal.owner.query('alter table sealed_files enable trigger user')
  for (const { id: file } of rows) await sealFile({ file })
  const { rows: after } = await portal.owner.query('select state from sealed_files where id = any ($1)', [
    rows.map(each => each.id),
  ])
  expect(after).toEqual([{ state: 'dropped' }, { state: 'dropped' }])
})

test('a member takes over what an adviser prepared, also once it has lapsed', async ({ portal, people, second }) => {
  const { admin, investor } = people
  const offering = await givenOffering(portal, people)
  const holder = await givenAccreditedHolder(portal, people)
  await givenDelegate(portal, investor, second, holder, { kind: 'adviser', categories: ['Statements'] })
  const id = await prepareSubscription(second, { offering, holder, ...chosenTerms })
  await portal.owner.query('update subscriptions set quoted_through = app.fund_day() - 1 where id = $1', [id])
  await keepSubscriptions()
  expect((await getOwnSubscription(investor, id)).state).toBe('lapsed')
  await chooseTerms(investor, id, chosenTerms)
  expect(await getSubscription(admin, id)).toMatchObject({ person: { id: investor.id }, state: 'accreditation' })
})

test('a holder that the office has added is chosen, and it’s the investor’s turn', async ({ portal, people }) => {
  const { admin, investor } = people
  const { id } = await givenReady(portal, people)
  await chooseTerms(investor, id, chosenTerms)
  await portal.owner.query(`update subscriptions set state = 'terms', holder_id = null where id = $1`, [id])
  const waiting = async () => (await getPendingWork(admin)).subscriptions
  const before = await waiting()
  await wantHolder(investor, id, { kind: 'llc', name: 'Vestor Family LLC' })
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'holder', turn: 'us' })
  expect(await waiting()).toBe(before + 1)
  const members = [{ userId: investor.id, right: 'manager' as const }]
  const { id: holder } = await givenHolder(admin, investor, { kind: 'llc', legalName: 'Vestor Family, LLC', members })
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'holder', turn: 'you' })
  expect(await waiting()).toBe(before)
  await chooseHolder(investor, id, { holder })
})
