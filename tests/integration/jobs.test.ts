import { expect, test } from 'vitest'
import { actAsJobs } from '../../server/database/act-as.ts'
import { enqueue } from '../../server/jobs/jobs.ts'
import { seal } from '../../server/platform/seal.ts'
import { eventually } from '../helpers/eventually.ts'
import { testPortal } from '../helpers/portal.ts'

const message = (to: string) => ({
  sealed: seal('mail', { to, subject: 'A statement is ready', text: 'It is in your documents.', html: '' }),
})

test('more mail than one batch takes goes out without a wait', async () => {
  await using portal = await testPortal()
  const { mailbox } = portal
  await actAsJobs(async tx => {
    for (let i = 0; i < 35; i++) await enqueue(tx, 'send-mail', message(`person${i}@example.com`))
  })
  await eventually('all mail', () => mailbox.messages.length === 35, 5000)
  expect(new Set(mailbox.messages.map(({ to }) => to)).size).toBe(35)
})

test('a message whose process died while it was being sent is sent by another', { timeout: 60_000 }, async () => {
  await using portal = await testPortal()
  const { mailbox, owner } = portal
  mailbox.refusing = true
  await actAsJobs(tx => enqueue(tx, 'send-mail', message('investor@example.com')))
  await eventually('the first try', async () => {
    const { rows } = await owner.query("select from jobs.job where name = 'send-mail' and state = 'retry'")
    return rows.length === 1
  })
  // As the dead process left it: taken, and silent ever since.
  await owner.query(`update jobs.job set state = 'active', started_on = now() - interval '11 seconds',
    heartbeat_on = now() - interval '11 seconds' where name = 'send-mail'`)
  mailbox.refusing = false
  await eventually('the message', () => mailbox.messages.length === 1, 40_000)
})
