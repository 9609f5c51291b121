import { expect } from 'vitest'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, givenNote } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { forgetRuns, untilPrepared } from '../../../tests/helpers/statements.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { prepareRun } from '../../statements/server/prepare-run.ts'
import { requestRelease } from '../../statements/server/release-run.ts'
import { startDueRuns } from '../../statements/server/start-runs.ts'
import { delegatePresets } from '../delegates.ts'
import { getHolderDelegates } from '../server/holder-delegates.ts'
import { getShared } from '../server/shared-with-me.ts'

const test = testOnPortal({}, true)

test('a custodian who joined after the run reads the year-end letter, and the office sees whether they received it', async ({
  portal,
  people,
  second: custodian,
}) => {
  await forgetRuns(portal)
  const { admin, colleague, investor } = people
  const holder = await givenHolder(admin, investor, { kind: 'sdira', custodianName: 'Lone Star Trust Company' })
  await givenAccreditation(portal, holder.id, investor)
  await givenNote(portal, people, '2025-10-15', { holderId: holder.id })
  await startDueRuns('2026-01-06')
  const { rows } = await portal.owner.query("select id from statement_runs where kind = 'custodian_letter'")
  const run: string = rows[0].id
  await prepareRun({ run }, '2026-01-06')
  await untilPrepared(admin, run)

  const cookie = await portal.sessionOf(admin)
  const page = async () => (await portal.fetch(`/profile/admin/holders/${holder.id}`, { cookie })).text()
  expect(await page()).not.toContain('Nothing received')
  const granted = { kind: 'custodian', ...delegatePresets.custodian }
  await givenDelegate(portal, investor, custodian, holder.id, granted)
  expect((await getShared(custodian)).holders[0]?.documents).toEqual([])
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')
  const [letter, ...others] = (await getShared(custodian)).holders[0]?.documents ?? []
  expect(others).toEqual([])
  expect(letter?.filename).toMatch(/^Year-end valuation/)
  expect(letter?.csv_id).toBeTruthy()

  expect(await getHolderDelegates(admin, holder.id)).toMatchObject([{ kind: 'custodian', lastReadAt: null }])
  expect(await page()).toContain('Nothing received')
  await incrementViewCount(custodian, letter?.id ?? '')
  expect(await getHolderDelegates(admin, holder.id)).toMatchObject([{ kind: 'custodian', documentsRead: 1 }])
  expect(await page()).not.toContain('Nothing received')
  const theirs = await portal.sessionOf(custodian)
  for (const id of [letter?.id, letter?.csv_id])
    expect((await portal.fetch(`/files/${id}?download=1`, { cookie: theirs })).status).toBe(200)
})
