import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { ownMoney, signedBy, uploadedEvidence } from '../../../tests/helpers/accreditation.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { fileDocuments } from '../../documents/server/holder-documents.ts'
import { endAccreditations } from '../server/end-accreditations.ts'
import { addEvidence, removeEvidence } from '../server/evidence.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { returnAccreditation } from '../server/review.ts'
import { saveAccreditation } from '../server/start.ts'

/** Ages documents' last changes by days. */
async function age({ owner }: SharedPortal, days: number, ...ids: string[]) {
  const older =
    "update documents set evidence_changed_at = evidence_changed_at - $1 * interval '1 day' where id = any ($2)"
  await owner.query(older, [days, ids])
}

async function remaining({ owner }: SharedPortal, ...ids: string[]) {
  const { rows } = await owner.query('select id from documents where id = any ($1)', [ids])
  return ids.filter(id => rows.some(row => row.id === id))
}

async function certificates({ owner }: SharedPortal, ...ids: string[]) {
  const { rows } = await owner.query(
    `select c.document_id, c.filename, c.kind, c.accreditation_id, c.sha256 is not null as has_hash, l.actor_role, l.subject_id
      from destruction_certificates c
        left join audit_log l on l.action = 'accreditation.evidence_destroyed' and l.details->>'document_id' = c.document_id::text
      where c.document_id = any ($1)`,
    [ids],
  )
  return ids.flatMap(id => rows.filter(row => row.document_id === id))
}

/** An unsent net worth. @returns the verification's id, and its documents */
async function describedNetWorth(portal: SharedPortal, admin: Actor, investor: Actor) {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'net_worth' })
  const add = async (kind: string) => {
    const documentId = await uploadedEvidence(portal, investor, [kind], `${kind}.pdf`)
    const added = await addEvidence(investor, id, { documentId, kind, datedOn: fundDay() })
    return { documentId, evidenceId: added.id }
  }
  return { holder, id, assets: await add('assets'), report: await add('credit_report') }
}

async function send(portal: SharedPortal, investor: Actor, holder: string, id: string) {
  const { verification } = await getOwnAccreditation(investor, holder)
  await signedBy(portal, investor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
}

test('what was never sent is destroyed 90 days after its last change, described or not, with a certificate', async ({
  portal,
  admin,
  investor,
}) => {
  const { holder, id, assets, report } = await describedNetWorth(portal, admin, investor)
  const undescribed = await uploadedEvidence(portal, investor, ['Form 1040'], '1040.pdf')
  const filed = await uploadedEvidence(portal, investor, ['A photograph'], 'photograph.pdf')
  await fileDocuments(admin, [filed], { category: 'Investment Documents' })
  const all = [assets.documentId, report.documentId, undescribed, filed]
  await age(portal, 89, ...all)
  await endAccreditations()
  expect(await remaining(portal, ...all)).toEqual(all)
  // Removing it, or filing it as evidence, is a change.
  await removeEvidence(investor, assets.evidenceId)
  await fileDocuments(admin, [filed], { category: 'Accreditation' })
  await age(portal, 2, ...all)
  await endAccreditations()
  await endAccreditations()
  expect(await remaining(portal, ...all)).toEqual([assets.documentId, filed])
  const certified = { has_hash: true, actor_role: 'system' }
  expect(await certificates(portal, ...all)).toMatchObject([
    { ...certified, filename: 'credit_report.pdf', kind: 'credit_report', accreditation_id: id, subject_id: id },
    { ...certified, filename: '1040.pdf', kind: null, accreditation_id: null, subject_id: undescribed },
  ])

  // Destroyed evidence can be removed, and its certificate stays.
  const { verification } = await getOwnAccreditation(investor, holder)
  expect(verification?.evidence).toMatchObject([{ id: report.evidenceId, problem: 'EVIDENCE_GONE' }])
  await removeEvidence(investor, report.evidenceId)
  expect(await certificates(portal, report.documentId)).toHaveLength(1)
  await age(portal, 90, assets.documentId)
  await endAccreditations()
  expect(await remaining(portal, ...all)).toEqual([filed])
})

test('what waits for a review stays however long it takes; sent back, it counts from then', async ({
  portal,
  admin,
  investor,
}) => {
  const { holder, id, assets, report } = await describedNetWorth(portal, admin, investor)
  const all = [assets.documentId, report.documentId]
  await send(portal, investor, holder, id)
  await age(portal, 400, ...all)
  await endAccreditations()
  expect(await remaining(portal, ...all)).toEqual(all)
  await returnAccreditation(admin, id, { reason: 'Please add the second account.' })
  await endAccreditations()
  expect(await remaining(portal, ...all)).toEqual(all)
  await age(portal, 89, ...all)
  await send(portal, investor, holder, id)
  await age(portal, 2, ...all)
  await endAccreditations()
  expect(await remaining(portal, ...all)).toEqual(all)
  await returnAccreditation(admin, id, { reason: 'And its date.' })
  await age(portal, 91, ...all)
  await endAccreditations()
  expect(await remaining(portal, ...all)).toEqual([])
})

test('what is sent at the moment it is due stays', async ({ portal, admin, investor }) => {
  const { owner } = portal
  const { id, assets, report } = await describedNetWorth(portal, admin, investor)
  const all = [assets.documentId, report.documentId]
  await age(portal, 91, ...all)
  await owner.query('begin')
  await owner.query("update accreditations set state = 'submitted', submitted_at = now() where id = $1", [id])
  await owner.query('select from accreditations where id = $1 for update', [id])
  const destroyed = endAccreditations()
  await eventually('the job to wait', async () => {
    const { rowCount } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rowCount === 1
  })
  await owner.query('commit')
  await destroyed
  expect(await remaining(portal, ...all)).toEqual(all)
  expect(await certificates(portal, ...all)).toEqual([])
})

test('what the office has uploaded, or filed under a holder, is not destroyed, and nobody gives theirs another day', async ({
  portal,
  admin,
  investor,
}) => {
  const own = await uploadedEvidence(portal, investor, ['A letter'])
  const forged = "update documents set evidence_changed_at = '2099-01-01' where id = $1"
  await queryAs(portal, investor.id, forged, [own])
  const { rows } = await portal.owner.query(
    'select evidence_changed_at <= now() as is_true from documents where id = $1',
    [own],
  )
  expect(rows).toEqual([{ is_true: true }])
  await portal.owner.query('update documents set uploaded_by = $2 where id = $1', [own, admin.id])
  const { id: holderId } = await givenHolder(admin, investor)
  const filed = await uploadedEvidence(portal, investor, ['A trust agreement'])
  await fileDocuments(admin, [filed], { holderId })
  await age(portal, 91, own, filed)
  await endAccreditations()
  expect(await remaining(portal, own, filed)).toEqual([own, filed])
})
