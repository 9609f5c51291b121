import { expect } from 'vitest'
import { addDays, formatDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import {
  agreement,
  givenDraft,
  givenSent,
  readEnvelopeAs,
  signedAs,
  statesOf,
} from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { runPendingJobs, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestFreeze } from '../../holders/server/freeze-holder.ts'
import { countersign, countersignBatch } from '../server/countersign.ts'
import { getEnvelope, getEnvelopeToSign, getOwnEnvelopes } from '../server/envelope.ts'
import { getEnvelopes } from '../server/envelopes-list.ts'
import { keepEnvelopes } from '../server/keep-envelopes.ts'
import { requestPaperSignature } from '../server/paper-signature.ts'
import { describeEnvelope, placeField, prepareEnvelope, removeField, seatSigners } from '../server/prepare-envelope.ts'
import { remindSigner, sendEnvelope, voidEnvelope } from '../server/send-envelope.ts'
import { declineEnvelope, reportDrawn, signEnvelope } from '../server/sign-envelope.ts'

/** @returns the sealed file's bytes, once it is sealed */
async function sealedBytes(portal: SharedPortal, admin: Parameters<typeof getEnvelope>[0], id: string) {
  await runPendingJobs(portal, 'seal-file')
  const document = await eventually('a sealed envelope', async () => {
    const { sealedDocumentId, seal } = await getEnvelope(admin, id)
    if (seal?.problem) throw new Error(seal.problem)
    return sealedDocumentId
  })
  const cookie = await portal.sessionOf(admin)
  return new Uint8Array(await (await portal.fetch(`/files/${document}`, { cookie })).arrayBuffer())
}

test('an agreement is signed by the holder, then by the fund, and sealed with who signed on which day', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenHolder(admin, investor, { legalName: 'Doe Family LLC', kind: 'llc' })
  const id = await givenDraft(admin, holder.id)
  await describeEnvelope(admin, id, { title: 'Note purchase agreement', readBack: 'Term: 12 months' })
  expect(await getOwnEnvelopes(investor)).toEqual([])
  await expect(getEnvelopeToSign(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // It reaches an investor in the fund's name: the database asks for proof, too.
  const expiresOn = addDays(fundDay(), 30)
  const leaveOpen = "update auth.sessions set created_at = created_at - interval '1 hour' where user_id = $1"
  await portal.owner.query(leaveOpen, [admin.id])
  await expect(sendEnvelope(admin, id, { expiresOn })).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  const forged =
    "update envelopes set state = 'sent', expires_on = current_date + 9, sent_at = now(), sent_by = $2 where id = $1"
  await expect(queryAs(portal, admin.id, forged, [id, admin.id])).rejects.toMatchObject({ code: 'PROOF' })
  await sendEnvelope(await withFreshProof(portal, admin), id, { expiresOn })
  const sent = await getEnvelopeToSign(investor, id)
  // A page for the signatures was added, which everyone reads.
  expect(sent.pages).toHaveLength(3)
  expect(sent.signers.map(({ capacity }) => capacity)[0]).toBe('Doe Family LLC, by Iris Vestor, Owner')
  expect(sent.readBack).toEqual([{ label: 'Term', value: '12 months' }])
  const mail = await portal.mailbox.to(investor.email)
  expect(mail.text).not.toContain('Note purchase')
  await signedAs(portal, investor, id)
  expect(await statesOf(admin, id)).toEqual(['sent', 'signed', 'waiting'])
  await countersign(await withFreshProof(portal, admin), id, { typedName: 'Ada Ministrator' })
  const bytes = await sealedBytes(portal, admin, id)
  const text = textOfPdf(bytes).replaceAll(/\s+/g, ' ')
  for (const said of [
    'Iris Vestor',
    'Ada Ministrator',
    'Certificate',
    sent.sha256.slice(0, 20),
    'Principal: $200,000.00',
    // The account, besides the typed name.
    investor.email,
    admin.email,
  ])
    expect(text).toContain(said)
  const { signers, events } = await getEnvelope(admin, id)
  expect(signers.map(({ signedOn }) => signedOn)).toEqual([fundDay(), fundDay()])
  expect(events.map(({ what }) => what)).toEqual(['draft', 'sent', 'viewed', 'signed', 'signed', 'completed', 'sealed'])
  const { rows } = await portal.owner.query(
    'select filename, category, holder_id from documents where holder_id = $1 and not unreleased',
    [holder.id],
  )
  expect(rows).toEqual([{ filename: 'Note purchase agreement.pdf', category: 'Agreements', holder_id: holder.id }])
  expect(await getOwnEnvelopes(investor)).toMatchObject([{ state: 'sealed', isMyTurn: false }])
})

test('a signature takes consent, fresh proof, every page, and the document as it was shown', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const holder = await givenHolder(admin, investor)
  const id = await givenSent(portal, admin, holder.id)
  const { shown } = await getEnvelopeToSign(investor, id)
  const signature = { shown, confirmed: true, read: false, typedName: 'Iris Vestor' }
  await expect(signEnvelope(investor, id, signature)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  const proved = await withFreshProof(portal, investor)
  await expect(signEnvelope(proved, id, signature)).rejects.toMatchObject({ code: 'ESIGN_CONSENT_NEEDED' })
  await consentToEsign(portal.owner, investor)
  await expect(signEnvelope(proved, id, signature)).rejects.toMatchObject({ code: 'ENVELOPE_UNREAD' })
  // Said, but no byte was served.
  await expect(signEnvelope(proved, id, { ...signature, read: true })).rejects.toMatchObject({
    code: 'ENVELOPE_UNREAD',
  })
  await reportDrawn(investor, id, { page: ['1', '2', '3', '99'] })
  await expect(signEnvelope(proved, id, signature)).rejects.toMatchObject({ code: 'ENVELOPE_UNREAD' })
  await readEnvelopeAs(portal, investor, id)
  await expect(signEnvelope(proved, id, { ...signature, shown: 'other' })).rejects.toMatchObject({
    code: 'ENVELOPE_CHANGED',
  })
  await expect(signEnvelope(proved, id, { ...signature, typedName: 'X' })).rejects.toMatchObject({
    code: 'ENVELOPE_NAME',
  })
  await expect(signEnvelope(proved, id, { ...signature, typedName: '山田 太郎' })).rejects.toMatchObject({
    code: 'ENVELOPE_LETTERS',
  })
  // Another person, and an administrator, who never signs for an investor.
  for (const other of [second, admin]) {
    const attempt = signEnvelope(await withFreshProof(portal, other), id, signature)
    await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await signEnvelope(proved, id, signature)
  await expect(signEnvelope(proved, id, signature)).rejects.toMatchObject({ code: 'ENVELOPE_SIGNED' })
})

test('people sign in their order, and the fund last', async ({ portal, admin, investor, second }) => {
  const members = [investor, second].map(({ id }) => ({ userId: id, right: 'trustee' as const }))
  const holder = await givenHolder(admin, investor, { kind: 'revocable_trust', signingRule: 'all', members })
  const id = await givenSent(portal, admin, holder.id)
  const [first, next] = (await getOwnEnvelopes(investor))[0]?.isMyTurn ? [investor, second] : [second, investor]
  await expect(signedAs(portal, next, id)).rejects.toMatchObject({ code: 'ENVELOPE_TURN' })
  const office = await withFreshProof(portal, admin)
  await expect(countersign(office, id, { typedName: 'Ada' })).rejects.toMatchObject({ code: 'ENVELOPE_TURN_FUND' })
  expect((await getOwnEnvelopes(next))[0]).toMatchObject({ isMyTurn: false })
  await signedAs(portal, first, id)
  expect((await getOwnEnvelopes(next))[0]).toMatchObject({ isMyTurn: true })
  await signedAs(portal, next, id, 'Second Person')
  expect(await statesOf(admin, id)).toEqual(['sent', 'signed', 'signed', 'waiting'])
})

test('two signatures take two people, and never one person for both sides', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const holder = await givenHolder(admin, investor, {
    kind: 'llc',
    members: [investor, colleague].map(({ id }) => ({ userId: id, right: 'manager' as const })),
  })
  const id = await givenDraft(admin, holder.id)
  const seats = { seat: [investor.id, investor.id], turn: ['1', '2'], capacity: ['One', 'Two'] }
  await expect(seatSigners(admin, id, seats)).rejects.toMatchObject({ code: 'ENVELOPE_SAME_PERSON' })
  const fundFirst = { seat: ['fund', investor.id], turn: ['1', '2'], capacity: ['Fund', 'One'] }
  await expect(seatSigners(admin, id, fundFirst)).rejects.toMatchObject({ code: 'ENVELOPE_SEATS' })
  const greek = { seat: [investor.id], turn: ['1'], capacity: ['山'] }
  await expect(seatSigners(admin, id, greek)).rejects.toMatchObject({ code: 'ENVELOPE_LETTERS' })
  await seatSigners(admin, id, { seat: [colleague.id, 'fund'], turn: ['1', '2'], capacity: ['LLC, by Cole', 'Fund'] })
  await sendEnvelope(await withFreshProof(portal, admin), id, { expiresOn: fundDay() })
  await signedAs(portal, colleague, id, 'Cole League')
  const both = countersign(await withFreshProof(portal, colleague), id, { typedName: 'Cole League' })
  await expect(both).rejects.toMatchObject({ code: 'ENVELOPE_OWN_SEAT' })
})

test('a custodian’s delegate signs its seat, while it sees the holder’s agreements', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const holder = await givenHolder(admin, investor, { kind: 'sdira', custodianName: 'Lone Star Trust' })
  const granted = { kind: 'custodian' as const, categories: ['Agreements' as const] }
  await givenDelegate(portal, investor, second, holder.id, granted)
  const id = await givenSent(portal, admin, holder.id)
  expect((await getEnvelope(admin, id)).signers.map(({ role }) => role)).toEqual(['holder', 'custodian', 'fund'])
  await signedAs(portal, investor, id)
  await signedAs(portal, second, id, 'Second Person')
  expect(await statesOf(admin, id)).toEqual(['sent', 'signed', 'signed', 'waiting'])
})

test('declined, voided and expired envelopes can no longer be signed', async ({ portal, admin, investor }) => {
  const holder = await givenHolder(admin, investor)
  const [declined, voided, expired] = [
    await givenSent(portal, admin, holder.id),
    await givenSent(portal, admin, holder.id),
    await givenSent(portal, admin, holder.id),
  ]
  await declineEnvelope(investor, declined, { reason: 'The rate is wrong.' })
  expect((await getEnvelope(admin, declined)).reason).toBe('The rate is wrong.')
  await voidEnvelope(admin, voided, { reason: 'Another one follows.' })
  await portal.owner.query('update envelopes set expires_on = app.fund_day() - 1 where id = $1', [expired])
  await expect(signedAs(portal, investor, expired)).rejects.toMatchObject({ code: 'ENVELOPE_EXPIRED' })
  // Before the job has ended it, too.
  expect(await getEnvelopeToSign(investor, expired)).toMatchObject({ state: 'expired', nextTurn: null })
  await keepEnvelopes()
  const states = [declined, voided, expired].map(async id => (await getEnvelope(admin, id)).state)
  expect(await Promise.all(states)).toEqual(['declined', 'voided', 'expired'])
  for (const id of [declined, voided, expired])
    await expect(signedAs(portal, investor, id)).rejects.toMatchObject({ code: 'ENVELOPE_CLOSED' })
  await expect(voidEnvelope(admin, declined, { reason: 'Again.' })).rejects.toMatchObject({ code: 'ENVELOPE_MOVED' })
  const cookie = await portal.sessionOf(investor)
  expect((await portal.fetch(`/files/envelopes/${declined}`, { cookie })).status).toBe(404)
  expect((await getOwnEnvelopes(investor)).filter(({ isMyTurn }) => isMyTurn)).toEqual([])
})

test('several are countersigned together under a control number, all or none', async ({ portal, admin, investor }) => {
  const holder = await givenHolder(admin, investor)
  const ids = [await givenSent(portal, admin, holder.id), await givenSent(portal, admin, holder.id)]
  for (const id of ids) await signedAs(portal, investor, id)
  const unsigned = await givenSent(portal, admin, holder.id)
  const waiting = (await getEnvelopes(admin, { show: 'fund' })).envelopes.map(({ id }) => id)
  expect(waiting).toEqual(expect.arrayContaining(ids))
  expect(waiting).not.toContain(unsigned)
  const office = await withFreshProof(portal, admin)
  const typedName = 'Ada Ministrator'
  const miscounted = countersignBatch(office, { id: ids, control: '3', typedName })
  await expect(miscounted).rejects.toMatchObject({ code: 'ENVELOPE_CONTROL' })
  const early = countersignBatch(office, { id: [...ids, unsigned], control: '3', typedName })
  await expect(early).rejects.toMatchObject({ code: 'ENVELOPE_TURN_FUND' })
  expect(await statesOf(admin, ids[0] ?? '')).toEqual(['sent', 'signed', 'waiting'])
  expect(await countersignBatch(office, { id: ids, control: '2', typedName })).toBe(2)
  const { rows } = await portal.owner.query(
    'select count(distinct batch_id)::int as batches, count(*)::int as signatures from envelope_signers where batch_id is not null and envelope_id = any ($1)',
    [ids],
  )
  expect(rows).toEqual([{ batches: 1, signatures: 2 }])
})

test('a field is placed, changed and removed by its id, and never outside its page', async ({ admin, investor }) => {
  const holder = await givenHolder(admin, investor)
  const id = await givenDraft(admin, holder.id)
  const field = { turn: '1', what: 'signature' as const, page: '2', left: '1', top: '9', width: '3', height: '0.25' }
  const placedFields = async () => (await getEnvelope(admin, id)).fields
  await placeField(admin, id, field)
  const [placed] = await placedFields()
  expect(placed).toMatchObject({ turn: 1, what: 'signature', page: 2, x: 72, y: 648, width: 216, height: 18 })
  const own = placed?.id ?? ''
  await placeField(admin, id, { ...field, field: own, left: '2.5', page: '1', height: '0.5' })
  expect(await placedFields()).toEqual([{ ...placed, x: 180, page: 1, height: 36 }])
  for (const wrong of [
    { left: '-1' },
    { left: '6' },
    { top: '10.9' },
    { width: '0.2' },
    { height: '0' },
    { page: '3' },
    { left: 'one' },
  ])
    await expect(placeField(admin, id, { ...field, field: own, ...wrong })).rejects.toMatchObject({
      code: 'ENVELOPE_PLACE',
    })
  // Another tab still shows a signer who was removed.
  await expect(placeField(admin, id, { ...field, turn: '9' })).rejects.toMatchObject({ code: 'ENVELOPE_MOVED' })
  await removeField(admin, id, { field: own })
  // As another tab still shows it.
  await expect(removeField(admin, id, { field: own })).rejects.toMatchObject({ code: 'ENVELOPE_MOVED' })
  await expect(placeField(admin, id, { ...field, field: own })).rejects.toMatchObject({ code: 'ENVELOPE_MOVED' })
  expect(await placedFields()).toEqual([])
})

test('a signature on paper counts once a second person approves its scan', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  const id = await givenSent(portal, admin, holder.id)
  const [seat] = (await getEnvelope(admin, id)).signers
  const day = addDays(fundDay(), -3)
  const paper = { signer: seat?.id ?? '', day, file: await agreement() }
  const tomorrow = requestPaperSignature(admin, id, { ...paper, day: addDays(fundDay(), 1) })
  await expect(tomorrow).rejects.toMatchObject({ code: 'PAPER_DAY' })
  await expect(requestPaperSignature(admin, id, { ...paper, day: '2026-02-31' })).rejects.toMatchObject({
    code: 'NOTE_DAY_INVALID',
  })
  const approval = await requestPaperSignature(admin, id, paper)
  await expect(decideApproval(admin, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  // The database asks the same of the person who writes the row.
  const forged = queryAs(
    portal,
    admin.id,
    "update envelope_signers set state = 'signed', typed_name = 'X', signed_on = current_date, paper_document_id = (select document_id from envelopes where id = $1) where envelope_id = $1 and turn = 1",
    [id],
  )
  expect((await forged).rowCount).toBe(0)
  await decideApproval(colleague, approval, 'approved')
  expect((await getEnvelope(admin, id)).signers[0]).toMatchObject({
    state: 'signed',
    isHandwritten: true,
    typedName: 'Iris Vestor',
  })
  await countersign(await withFreshProof(portal, admin), id, { typedName: 'Ada Ministrator' })
  const text = textOfPdf(await sealedBytes(portal, admin, id)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('a scan of the signed paper')
  // The day on the paper, not the one on which the fund accepted it; and no account.
  const [ofHolder, ofFund] = text.split('Signed on paper, by')[1]?.split('Signed, by typing the name') ?? []
  expect(ofHolder).toContain(`Day ${formatDay(day)}, as beside the signature`)
  expect(ofHolder).not.toContain(investor.email)
  expect(ofFund).toContain(`Day ${formatDay(fundDay())}; `)
  expect(ofFund).not.toContain('Signed, by typing the name')
})

test('what is signed is listed apart from what is sealed, and its signers hear that a seal has failed', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  const id = await givenSent(portal, admin, holder.id)
  expect(await getEnvelopeToSign(investor, id)).toMatchObject({ isSealDelayed: false })
  await portal.owner.query("update envelopes set state = 'signed', closed_at = now() where id = $1", [id])
  const failed =
    "insert into sealed_files (kind, subject_id, holder_id, state, problem) values ('envelope', $1, $2, 'failed', 'Why.')"
  await portal.owner.query(failed, [id, holder.id])
  const listed = async (show: 'signed' | 'sealed') =>
    (await getEnvelopes(admin, { show })).envelopes.some(envelope => envelope.id === id)
  expect([await listed('signed'), await listed('sealed')]).toEqual([true, false])
  const shown = await getEnvelopeToSign(investor, id)
  expect(shown).toMatchObject({ isSealDelayed: true })
  expect(JSON.stringify(shown)).not.toContain('Why.')
})

test('a frozen holder signs nothing, and a draft asks for what it lacks', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  const id = await givenSent(portal, admin, holder.id)
  const draft = await givenDraft(admin, holder.id)
  const far = { turn: '1', what: 'name' as const, page: '1', left: '20', top: '1', width: '3', height: '0.25' }
  await expect(placeField(admin, draft, far)).rejects.toMatchObject({ code: 'ENVELOPE_PLACE' })
  await placeField(admin, draft, { ...far, left: '1' })
  const impossible = sendEnvelope(await withFreshProof(portal, admin), draft, { expiresOn: '2027-02-31' })
  await expect(impossible).rejects.toMatchObject({ code: 'ENVELOPE_DAY' })
  const past = sendEnvelope(await withFreshProof(portal, admin), draft, { expiresOn: addDays(fundDay(), -1) })
  await expect(past).rejects.toMatchObject({ code: 'ENVELOPE_DAY' })
  const empty = prepareEnvelope(admin, {
    holder: holder.id,
    title: 'A',
    kind: 'document',
    file: new File([], ''),
    document: '',
  })
  await expect(empty).rejects.toMatchObject({ code: 'ENVELOPE_FILE' })
  await expect(remindSigner(admin, draft)).rejects.toMatchObject({ code: 'ENVELOPE_MOVED' })
  await remindSigner(admin, id)
  await expect(remindSigner(admin, id)).rejects.toMatchObject({ code: 'ENVELOPE_REMINDED' })
  await decideApproval(colleague, await requestFreeze(admin, holder.id, { reason: 'dispute' }), 'approved')
  await expect(signedAs(portal, investor, id)).rejects.toMatchObject({ code: 'HOLDER_FROZEN' })
})
