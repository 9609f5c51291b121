import { expect } from 'vitest'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { givenSent, readEnvelopeAs } from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { runPendingJobs, test } from '../../../tests/helpers/shared-portal.ts'
import { countersign } from '../server/countersign.ts'
import { getEnvelopeToSign } from '../server/envelope.ts'
import { keepEnvelopes } from '../server/keep-envelopes.ts'
import { voidEnvelope } from '../server/send-envelope.ts'
import { declineEnvelope, signEnvelope } from '../server/sign-envelope.ts'

const envelopes = Number(process.env.ENVELOPES ?? 100)

test('signing, voiding, declining and expiring at once ends in one sealed file or none, and nothing stays pending', async ({
  portal,
  admin,
  investor,
}) => {
  const { owner } = portal
  const holder = await givenHolder(admin, investor)
  await consentToEsign(portal.owner, investor)
  const [proved, office] = [await withFreshProof(portal, investor), await withFreshProof(portal, admin)]
  const ids: string[] = []
  for (let n = 0; n < envelopes; n++) {
    const id = await givenSent(portal, admin, holder.id)
    await readEnvelopeAs(portal, investor, id)
    ids.push(id)
  }
  const work = ids.map(async (id, n) => {
    const { shown } = await getEnvelopeToSign(investor, id)
    const sign = () => signEnvelope(proved, id, { shown, confirmed: true, read: false, typedName: 'Iris Vestor' })
    const both = () => countersign(office, id, { typedName: 'Ada Ministrator' })
    const expire = async () => {
      await owner.query('update envelopes set expires_on = app.fund_day() - 1 where id = $1', [id])
      await keepEnvelopes()
    }
    const ends = [
      sign,
      () => voidEnvelope(admin, id, { reason: 'A mistake.' }),
      () => declineEnvelope(investor, id, { reason: 'No.' }),
      expire,
      () => sign().then(both),
    ]
    await Promise.allSettled([sign().then(both), ends[n % ends.length]?.()])
  })
  await Promise.all(work)
  // What is left: the fund signs, or the day passes.
  await Promise.allSettled(ids.map(id => countersign(office, id, { typedName: 'Ada Ministrator' })))
  await owner.query("update envelopes set expires_on = app.fund_day() - 1 where state = 'sent' and id = any ($1)", [
    ids,
  ])
  await keepEnvelopes()
  await eventually('no pending envelope', async () => {
    await runPendingJobs(portal, 'seal-file')
    const { rowCount } = await owner.query(
      "select from envelopes where id = any ($1) and state in ('sent', 'signed')",
      [ids],
    )
    return rowCount === 0
  })
  const { rows } = await owner.query(
    `select e.id, e.state, count(f.id)::int as files, count(d.id)::int as documents from envelopes e
      left join sealed_files f on f.kind = 'envelope' and f.subject_id = e.id left join documents d on d.id = f.document_id
    where e.id = any ($1) group by e.id`,
    [ids],
  )
  expect(rows).toHaveLength(envelopes)
  for (const { state, files, documents } of rows)
    expect([files, documents], state).toEqual(state === 'sealed' ? [1, 1] : [0, 0])
  expect(rows.some(({ state }) => state === 'sealed')).toBe(true)
})
