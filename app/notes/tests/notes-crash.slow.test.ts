import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { randomFrom } from '../../../tests/crash/random.ts'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { givenAccreditedHolder, givenNote, givenSignedNote } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { requestFunding } from '../server/funding.ts'
import { requestPayment } from '../server/payments.ts'

const program = new URL('note-process.ts', import.meta.url).pathname
const notes = 12

test('a process that is killed while it approves leaves nothing half done, and nothing is done twice', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const { owner } = portal
  const random = randomFrom(1)
  const colleague = await portal.newPerson(`colleague@${domain}`, { isAdmin: true })
  const people = { admin, colleague, investor }
  const holderId = await givenAccreditedHolder(portal, people)
  const requested: string[] = []
  for (let i = 0; i < notes; i++) {
    const funded = await givenNote(portal, people, '2026-06-15', { holderId })
    const payment = { day: '2026-08-17', confirmedDay: '2026-08-17', amount: 3_666_66n, reference: `ACH ${i}` }
    requested.push(await requestPayment(admin, funded.id, payment))
    const signed = await givenSignedNote(portal, people, { holderId })
    const wire = { amount: 200_000_00n, reference: `WIRE ${i}`, originator: 'Iris Vestor' }
    const funds = { day: '2026-06-15', confirmedDay: '2026-06-15', ...wire }
    requested.push(await requestFunding(admin, signed.id, funds))
  }

  const approved: string[] = []
  let kills = 0
  for (let remaining = requested; remaining.length > 0; ) {
    const child = approve(portal, colleague, remaining)
    // Somewhere between the first and the fourth approval from here on, and within one of them.
    const last = kills < 6 ? approved.length + random.between(1, 4) : Number.POSITIVE_INFINITY
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('approved ')) continue
      approved.push(line.slice('approved '.length))
      if (approved.length < last) continue
      await new Promise(resolve => setTimeout(resolve, random.between(0, 12)))
      child.kill('SIGKILL')
      kills++
      break
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    if (child.exitCode !== null) expect(child.exitCode).toBe(0)
    const { rows } = await owner.query(
      'select id from approvals where id = any ($1) and decision is null order by asked_at',
      [requested],
    )
    remaining = rows.map(({ id }) => id)
  }

  expect(kills).toBeGreaterThan(2)
  const { rows } = await owner.query(
    `select a.id, a.kind, a.decision,
      (select count(*)::int from ledger_entries e where e.approval_id = a.id) as entries,
      (select count(*)::int from audit_log l where l.details ->> 'approval_id' = a.id::text) as audited
    from approvals a where a.id = any ($1)`,
    [requested],
  )
  // The payment settles two lines; funds are one entry.
  for (const { id, kind, decision, entries, audited } of rows)
    expect({ id, decision, entries, audited }).toEqual({
      ...{ id, decision: 'approved', entries: kind === 'payment.record' ? 2 : 1, audited: 1 },
    })
  expect(approved.every(id => requested.includes(id))).toBe(true)
  expect(await verifyLedger(owner)).toMatchObject({ findings: [] })
  // One notice for each: of the initially funded notes, and of everything approved since.
  const { rows: notices } = await owner.query(
    'select kind, count(*)::int as notices from notices where user_id = $1 and note_id is not null group by 1 order by 1',
    [investor.id],
  )
  expect(notices).toEqual([
    { kind: 'note-funded', notices: 2 * notes },
    { kind: 'note-paid', notices: notes },
  ])
})

function approve(portal: SharedPortal, actor: object, approvals: readonly string[]) {
  const env = {
    ...{ DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, AUTH_SECRET: testSecret },
    ...{ SMTP_URL: portal.mailbox.url, MAIL_FROM: 'desk@larkstone.example' },
  }
  const tasks = approvals.map(id => `approve ${id}`)
  const values = [env, actor, tasks].map(value => JSON.stringify(value))
  return spawn(process.execPath, [program, ...values], { stdio: ['ignore', 'pipe', 'inherit'] })
}
