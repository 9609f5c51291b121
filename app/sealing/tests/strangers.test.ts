import { expect, onTestFinished } from 'vitest'
import { signedByMinimum } from '../../../tests/helpers/accreditation.ts'
import { signedAs } from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { checkedByStrangers, openAuthority } from '../../../tests/helpers/seals.ts'
import { runPendingJobs, test } from '../../../tests/helpers/shared-portal.ts'
import { fundSubscription, givenReady } from '../../../tests/helpers/subscriptions.ts'
import { countersign } from '../../signing/server/countersign.ts'
import { makeAgreement } from '../../subscriptions/server/agreement.ts'
import { getOwnSubscription } from '../../subscriptions/server/own-subscriptions.ts'
import { openSealing } from '../server/seal-certificates.ts'
import { fileOf } from './test-kind.ts'

test('strangers find nothing wrong with an agreement, a note, its confirmation and a statement of accreditation, as investors get them', async ({
  portal,
  people,
}) => {
  await using authority = await openAuthority()
  openSealing({ ...portal.config, tsaUrl: authority.url, tsaRoots: authority.rootFile })
  onTestFinished(() => openSealing(portal.config))
  const { owner } = portal
  const { admin, investor } = people
  const { id, shown } = await givenReady(portal, people)
  await makeAgreement(investor, id, { shown })
  const { envelopeId } = await getOwnSubscription(investor, id)
  await signedAs(portal, investor, envelopeId ?? '')
  await countersign(await withFreshProof(portal, admin), envelopeId ?? '', { typedName: 'Ada Ministrator' })
  const { noteId, wire } = await getOwnSubscription(investor, id)
  const view = 'insert into wire_views (opening_id, version_id, viewer_id) values ($1, app.wire_in_force(), $2)'
  await owner.query(view, [wire, investor.id])
  await fundSubscription(people, noteId ?? '')
  const { id: another } = await givenHolder(admin, investor, { legalName: 'Iris Vestor Trust' })
  await signedByMinimum(portal, investor, another)

  const sealed = await eventually('four sealed files', async () => {
    await runPendingJobs(portal, 'keep-subscriptions')
    await runPendingJobs(portal, 'seal-file')
    const { rows } = await owner.query<{ kind: string; document_id: string; level: string }>(
      "select kind, document_id, level from sealed_files where state = 'sealed' order by kind",
    )
    return rows.length === 4 && rows
  })
  expect(sealed.map(({ kind, level }) => [kind, level])).toEqual([
    ['accreditation', 'B-T'],
    ['confirmation', 'B-T'],
    ['envelope', 'B-T'],
    ['note', 'B-T'],
  ])
  for (const { kind, document_id } of sealed)
    await checkedByStrangers(await fileOf(portal, document_id), authority).catch(error => {
      throw new Error(`${kind}: ${error.message}`)
    })
})
