import { expect } from 'vitest'
import { recordReason } from '../../../content/retention.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { enterCoveredPerson } from '../../../server/sample/covered-persons.ts'
import { givenSent, signedAs } from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { occurrencesOf } from '../../../tests/helpers/occurrences.ts'
import { givenDisclosure, givenOffering, openDisclosures } from '../../../tests/helpers/offerings.ts'
import { runPendingJobs, test } from '../../../tests/helpers/shared-portal.ts'
import { acknowledge, chosenTerms } from '../../../tests/helpers/subscriptions.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { checkNames } from '../../sanctions/server/check-names.ts'
import { addSanctionsList } from '../../sanctions/server/lists.ts'
import { xmlOf } from '../../sanctions/tests/ofac-files.ts'
import { countersign } from '../../signing/server/countersign.ts'
import { startSubscription, wantHolder } from '../../subscriptions/server/choose.ts'
import { draftOffering } from '../../subscriptions/server/offerings.ts'
import { disablePerson } from '../server/account-access.ts'
import { erasePerson } from '../server/erasure.ts'

const name = 'Elena Quillfeather'
const from = { ip: '203.0.113.77', userAgent: 'Elena’s telephone' }

test('erasing a signer keeps what was signed, sold and compared, and takes the rest; before that it is theirs to download', async ({
  portal,
  people,
  domain,
}) => {
  const { owner } = portal
  const { admin, colleague } = people
  const elena = { ...(await portal.newPerson(`elena@${domain}`, { fullName: name })), from }
  const { id: holder } = await givenHolder(admin, elena, { legalName: name })
  const envelope = await givenSent(portal, admin, holder)
  await signedAs(portal, elena, envelope, name)
  await countersign(await withFreshProof(portal, admin), envelope, { typedName: 'Ada Ministrator' })
  const sealed = await eventually('a sealed file', async () => {
    await runPendingJobs(portal, 'seal-file')
    const { rows } = await owner.query('select sealed_document_id as id from envelopes where id = $1', [envelope])
    return rows[0].id as string | null
  })
  const offering = await givenOffering(portal, { admin, colleague, investor: elena })
  const subscription = await startSubscription(elena, { offering, ...chosenTerms })
  await wantHolder(elena, subscription, { kind: 'llc', name: 'Quillfeather Farms LLC' })
  await openDisclosures(portal, elena, offering)
  await acknowledge(elena, subscription)
  await enterCoveredPerson(owner, admin, name, 'promoter', await withFreshProof(portal, elena), fundDay())
  await owner.query(
    `with opened as (insert into wire_openings (holder_id, subject_id, reference, six_words)
        values ($1, gen_random_uuid(), 'LK-1', 'one two three four five six') returning id)
      insert into wire_views (opening_id, version_id, viewer_id, ip_address)
        select id, app.wire_in_force(), $2, $3 from opened`,
    [holder, elena.id, from.ip],
  )
  const published = fundDay().replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
  const list = new File([xmlOf([{ uid: '1', last: 'NOWHERE', type: 'Entity' }], published)], 'SDN.XML')
  await addSanctionsList(admin, { kind: 'sdn', file: list, anyway: true })
  await checkNames()

  const answer = await portal.fetch('/files/everything', { cookie: await portal.sessionOf(elena) })
  const files = new Map(
    (await unzip(Buffer.from(await answer.arrayBuffer()))).map(file => [file.name, file.content.toString()]),
  )
  const read = (file: string) => JSON.parse(files.get(file) ?? 'null')
  expect(read('signatures.json')).toMatchObject([{ typed_name: name, state: 'signed', ip: from.ip, proof: 'sign-in' }])
  expect(read('subscriptions.json')).toMatchObject({
    subscriptions: [{ amount_cents: '20000000', wanted_name: 'Quillfeather Farms LLC' }],
    disclosures_read: [{ title: 'Memorandum' }],
  })
  expect(read('wire-instructions.json')).toMatchObject([{ reference: 'LK-1', ip: from.ip }])
  expect(read('questionnaires.json')).toMatchObject([{ name, capacity: 'promoter', typed_name: name }])
  // An administrator's archive has nothing of hers.
  const other = await portal.fetch('/files/everything', { cookie: await portal.sessionOf(admin) })
  expect((await other.arrayBuffer().then(bytes => unzip(Buffer.from(bytes)))).map(String).join()).not.toContain('LK-1')

  await disablePerson(admin, elena.id, { reason: 'She asked for it' })
  await erasePerson(admin, elena.id, { openNote: false, confirmation: elena.email })

  expect(await occurrencesOf(portal, elena.email)).toEqual([])
  expect((await occurrencesOf(portal, 'Quillfeather')).sort()).toEqual([
    'public.covered_persons.name',
    'public.covered_questionnaires.text',
    'public.covered_questionnaires.typed_name',
    'public.envelope_signers.capacity',
    'public.envelope_signers.typed_name',
    'public.holders.legal_name',
    'public.sanctions_checks.name',
  ])
  // The address of a signature is evidence of it; that of a look at something isn't.
  expect((await occurrencesOf(portal, from.ip)).sort()).toEqual([
    'public.covered_questionnaires.ip',
    'public.envelope_signers.ip',
    'public.esign_consents.ip',
  ])
  const { rows: documents } = await owner.query(
    'select retain_until > app.fund_day() as kept from documents where id = $1',
    [sealed],
  )
  expect(documents).toEqual([{ kept: true }])
  const { rows: kept } = await owner.query(
    `select (select count(*)::int from disclosure_receipts where user_id = $1) as receipts,
      (select count(*)::int from wire_views where viewer_id = $1) as views,
      (select count(*)::int from subscriptions where person_id = $1) as subscriptions`,
    [elena.id],
  )
  expect(kept).toEqual([{ receipts: 1, views: 1, subscriptions: 1 }])
})

test('a disclosure stays after its years when the administrator who published it is erased', async ({
  portal,
  admin,
  colleague,
}) => {
  const offering = await draftOffering(admin, { name: `Old offering ${admin.id}`, kinds: ['individual'] as never })
  const document = await givenDisclosure(portal, admin, offering)
  await portal.owner.query('alter table documents disable trigger user')
  await portal.owner.query(
    `update documents set created_at = now() - interval '30 years', retain_until = app.fund_day() - 1 where id = $1`,
    [document],
  )
  await portal.owner.query('alter table documents enable trigger user')
  await portal.owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  await disablePerson(colleague, admin.id, { reason: 'Left' })
  const { plan } = await erasePerson(colleague, admin.id, { openNote: false, confirmation: admin.email })
  expect(plan).toMatchObject({ documents: 0, kept: [{ reason: recordReason, documents: 1 }] })
})
