import { expect } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { readEnvelopeAs, agreement as scannedAgreement, signedAs } from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, withFreshProof } from '../../../tests/helpers/notes.ts'
import { givenDisclosure, openDisclosures } from '../../../tests/helpers/offerings.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { runPendingJobs, test } from '../../../tests/helpers/shared-portal.ts'
import {
  acknowledge,
  chosenTerms,
  fundSubscription,
  givenAgreement,
  givenReady,
  uploadRequested,
} from '../../../tests/helpers/subscriptions.ts'
import { countersign } from '../../signing/server/countersign.ts'
import { getEnvelope, getEnvelopeToSign } from '../../signing/server/envelope.ts'
import { keepEnvelopes } from '../../signing/server/keep-envelopes.ts'
import { requestPaperSignature } from '../../signing/server/paper-signature.ts'
import { voidEnvelope } from '../../signing/server/send-envelope.ts'
import { declineEnvelope } from '../../signing/server/sign-envelope.ts'
import { changeAgreement, makeAgreement, withdrawSubscription } from '../server/agreement.ts'
import { chooseHolder, chooseTerms } from '../server/choose.ts'
import { getSubscription } from '../server/office-subscriptions.ts'
import { getOwnSubscription } from '../server/own-subscriptions.ts'

const code = (refused: string) => ({ code: refused })
const stateOf = async (investor: Actor, id: string) => (await getOwnSubscription(investor, id)).state
const typedName = 'Ada Ministrator'

test('from the agreement to the confirmed note: signed, countersigned, wire shown, funded, issued', async ({
  portal,
  people,
}) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id, envelope } = await givenAgreement(portal, people)
  const sent = await getEnvelopeToSign(investor, envelope)
  expect(sent.readBack).toEqual(
    expect.arrayContaining([expect.objectContaining({ label: 'Amount', value: '$200,000' })]),
  )
  expect(sent.readBack[0]?.to).toBe(`/profile/subscribe/${id}`)
  // The terms are frozen, and two tabs make one agreement.
  await expect(chooseTerms(investor, id, chosenTerms)).rejects.toMatchObject(code('SUBSCRIPTION_STATE'))
  await expect(makeAgreement(investor, id, { shown: '' })).rejects.toMatchObject(code('SUBSCRIPTION_STATE'))
  const edit = queryAs(portal, investor.id, 'update subscriptions set amount_cents = 1 where id = $1', [id])
  await expect(edit).rejects.toThrow(/does not take this step/)
  await expect(countersign(admin, envelope, { typedName })).rejects.toMatchObject(code('ENVELOPE_TURN_FUND'))

  await signedAs(portal, investor, envelope)
  expect(await getOwnSubscription(investor, id)).toMatchObject({ state: 'signed', next: { turn: 'us' } })
  await countersign(admin, envelope, { typedName })
  const sold = await getOwnSubscription(investor, id)
  expect(sold).toMatchObject({ state: 'countersigned', next: { step: 'pay' }, wire: expect.any(String) })
  const { rows } = await portal.owner.query(
    `select n.state, n.principal_cents::text as cents, n.rate_bp, n.offering, app.last_signature(n.id)::text as signed,
      to_jsonb(n) @> (s.agreed - 'clauses') as agreed from notes n join subscriptions s on s.note_id = n.id where s.id = $1`,
    [id],
  )
  expect(rows).toEqual([
    { state: 'signed', cents: '20000000', rate_bp: 1100, offering: sold.offering, signed: fundDay(), agreed: true },
  ])
  await expect(withdrawSubscription(investor, id)).rejects.toMatchObject(code('SUBSCRIPTION_STATE'))
  await portal.owner.query(
    `insert into wire_views (opening_id, version_id, viewer_id) values ($1, app.wire_in_force(), $2)`,
    [sold.wire, investor.id],
  )
  expect(await stateOf(investor, id)).toBe('wire_shown')

  await fundSubscription(people, sold.noteId ?? '')
  await runPendingJobs(portal, 'keep-subscriptions')
  await runPendingJobs(portal, 'seal-file')
  await eventually('a confirmed subscription', async () => {
    await runPendingJobs(portal, 'seal-file')
    return (await stateOf(investor, id)) === 'confirmed'
  })
  const { rows: files } = await portal.owner.query(
    `select d.id, d.filename, f.original_sha256 from documents d join sealed_files f on f.document_id = d.id
    where f.holder_id = (select holder_id from subscriptions where id = $1) order by f.kind`,
    [id],
  )
  expect(files.map(({ filename }) => filename.replace(/LK-\S+\./, '#.'))).toEqual([
    'Confirmation #.pdf',
    'Subscription agreement.pdf',
    'Promissory note #.pdf',
  ])
  const [, agreement, note] = files
  expect(note.original_sha256).not.toBe(agreement.original_sha256)
  const cookie = await portal.sessionOf(investor)
  const textOf = async ({ id: file }: { id: string }) =>
    textOfPdf(Buffer.from(await (await portal.fetch(`/files/${file}`, { cookie })).arrayBuffer())).replaceAll(
      /\s+/g,
      ' ',
    )
  const text = await textOf(note)
  for (const said of ['$200,000', '11%', 'Certificate']) expect(text).toContain(said)
  expect(await textOf(agreement)).toContain('Prepared by Iris Vestor, in their own name')
})

test('no one signs with an unread supplement, and the fund never without accreditation', async ({ portal, people }) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id, envelope, offering, holder } = await givenAgreement(portal, people)
  await givenDisclosure(portal, admin, offering, 'First supplement')
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ step: 'disclosures' })
  await expect(signedAs(portal, investor, envelope)).rejects.toMatchObject(code('SUPPLEMENT_UNREAD'))
  const [seat] = (await getEnvelope(admin, envelope)).signers
  const scan = { signer: seat?.id ?? '', day: fundDay(), file: await scannedAgreement() }
  await expect(requestPaperSignature(admin, envelope, scan)).rejects.toMatchObject(code('SUPPLEMENT_UNREAD'))
  await openDisclosures(portal, investor, offering)
  await acknowledge(investor, id)
  await signedAs(portal, investor, envelope)
  const revoke = `update accreditations set state = 'revoked', revoked_at = now(), revoked_by = $2, reason = 'x' where holder_id = $1`
  await portal.owner.query(revoke, [holder, admin.id])
  await expect(countersign(admin, envelope, { typedName })).rejects.toMatchObject(code('NOT_ACCREDITED'))
  expect(await stateOf(investor, id)).toBe('signed')
  const { rows } = await portal.owner.query('select 1 from notes where holder_id = $1', [holder])
  expect(rows).toEqual([])
  const skip = queryAs(portal, admin.id, "update subscriptions set state = 'countersigned' where id = $1", [id])
  await expect(skip).rejects.toThrow(/does not take this step/)
})

test('an agreement that is changed, declined, withdrawn, voided or past its day ends, and its signatures with it', async ({
  portal,
  people,
}) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const { id, envelope } = await givenAgreement(portal, people)
  await signedAs(portal, investor, envelope)
  await changeAgreement(investor, id)
  expect(await stateOf(investor, id)).toBe('terms')
  await expect(countersign(admin, envelope, { typedName })).rejects.toMatchObject(code('ENVELOPE_CLOSED'))

  const again = async () => {
    const { holderId } = await getOwnSubscription(investor, id)
    await chooseTerms(investor, id, chosenTerms)
    await chooseHolder(investor, id, { holder: holderId ?? '' }).catch(() => {})
    await makeAgreement(investor, id, { shown: (await getOwnSubscription(investor, id)).shown })
    return (await getOwnSubscription(investor, id)).envelopeId ?? ''
  }
  await voidEnvelope(admin, await again(), { reason: 'A mistake' })
  expect(await stateOf(investor, id)).toBe('terms')
  await again()
  await keepEnvelopes(new Date(`${addDays(fundDay(), 31)}T18:00:00Z`))
  expect(await stateOf(investor, id)).toBe('lapsed')
  const declined = await again()
  await readEnvelopeAs(portal, investor, declined)
  await declineEnvelope(investor, declined, { reason: 'No longer' })
  expect(await stateOf(investor, id)).toBe('withdrawn')

  const other = await givenAgreement(portal, people)
  await withdrawSubscription(investor, other.id)
  await expect(signedAs(portal, investor, other.envelope)).rejects.toMatchObject(code('ENVELOPE_CLOSED'))
})

test('an IRA’s custodian signs after its owner, and the fund only with its direction letter', async ({
  portal,
  people,
  second: custodian,
}) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const title = { kind: 'sdira', custodianName: 'Equity Trust', legalName: 'Equity Trust FBO Iris Vestor IRA' } as const
  const { id: holder } = await givenHolder(admin, investor, title)
  await givenAccreditation(portal, holder, investor)
  const { id, shown } = await givenReady(portal, people, holder)
  await expect(makeAgreement(investor, id, { shown })).rejects.toMatchObject(code('SUBSCRIPTION_CUSTODIAN'))
  await givenDelegate(portal, investor, custodian, holder, { kind: 'custodian', categories: ['Agreements'] })
  await makeAgreement(investor, id, { shown })
  const envelope = (await getOwnSubscription(investor, id)).envelopeId ?? ''
  await signedAs(portal, investor, envelope)
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ turn: 'custodian' })
  await signedAs(portal, custodian, envelope, 'Second Person')
  expect(await getOwnSubscription(investor, id)).toMatchObject({ state: 'custodian_signed', next: { turn: 'you' } })
  await expect(countersign(admin, envelope, { typedName })).rejects.toMatchObject(code('SUBSCRIPTION_PAPERS'))
  const paper = { paper: 'Direction letter to the custodian' }
  expect((await getOwnSubscription(investor, id)).papers).toEqual([
    { ...paper, isHere: false, requestedFrom: investor.id },
  ])
  await uploadRequested(portal, investor)
  expect((await getSubscription(admin, id)).papers).toEqual([{ ...paper, isHere: true, requestedFrom: null }])
  // It is filed with the holder.
  const { rows } = await portal.owner.query(
    `select d.holder_id from documents d join document_requests r on r.fulfilled_document_id = d.id where r.holder_id = $1`,
    [holder],
  )
  expect(rows).toEqual([{ holder_id: holder }])
  expect((await getOwnSubscription(investor, id)).next).toMatchObject({ turn: 'us' })
  await countersign(admin, envelope, { typedName })
  expect(await stateOf(investor, id)).toBe('countersigned')
})
