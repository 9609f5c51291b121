import { expect } from 'vitest'
import { actAsJobs } from '../../server/database/act-as.ts'
import { enqueue, enqueueAll } from '../../server/jobs/jobs.ts'
import { sendMail } from '../../server/mail/mailer.ts'
import { seal } from '../../server/platform/seal.ts'
import { eventually } from '../helpers/eventually.ts'
import { slowOf } from '../helpers/lane.ts'
import { allSent, runPendingJobs, test } from '../helpers/shared-portal.ts'

const slow = slowOf(test)

const message = (to: string) => ({
  sealed: seal('mail', { to, subject: 'A statement is ready', text: 'It is in your documents.', html: '' }),
})

test('more mail than fits in one batch is sent without a delay', async ({ portal, domain }) => {
  const { mailbox } = portal
  await actAsJobs(async tx => {
    for (let i = 0; i < 35; i++) await enqueue(tx, 'send-mail', message(`person${i}@${domain}`))
  })
  const here = () => mailbox.messages.filter(({ to }) => to.endsWith(`@${domain}`)).map(({ to }) => to)
  await eventually('all mail', () => here().length === 35, 5000)
  expect(new Set(here()).size).toBe(35)
})

slow('a message whose process died while sending it is sent by another process', async ({ portal, investor }) => {
  const { mailbox, owner } = portal
  mailbox.refusing = true
  await actAsJobs(tx => enqueue(tx, 'send-mail', message(investor.email)))
  await eventually('the first attempt', async () => {
    const { rows } = await owner.query("select from jobs.job where name = 'send-mail' and state = 'retry'")
    return rows.length === 1
  })
  // As the dead process left it: active, without a heartbeat since. Earlier results stay.
  await owner.query(`update jobs.job set state = 'active', started_on = now() - interval '11 seconds',
    heartbeat_on = now() - interval '11 seconds' where name = 'send-mail' and state = 'retry'`)
  mailbox.refusing = false
  await eventually('the message', () => mailbox.count(investor.email) === 1)
})

test('mail that a slow mail server drops in the middle arrives once, and whole, when it works again', async ({
  portal,
  domain,
}) => {
  const { mailbox, owner } = portal
  const people = [1, 2, 3].map(number => `dropped${number}@${domain}`)
  // The first may be retried before the first attempt of the last.
  const tried = async () =>
    (
      await owner.query(
        "select from jobs.job where name = 'send-mail' and state <> 'completed' and (state = 'retry' or retry_count > 0)",
      )
    ).rowCount
  Object.assign(mailbox, { dropping: true, delay: 300 })
  await actAsJobs(tx => enqueueAll(tx, 'send-mail', people.map(message)))
  await eventually('the first attempts', async () => (await tried()) === people.length)
  expect(mailbox.messages.filter(({ to }) => to.endsWith(domain))).toEqual([])
  mailbox.dropping = false
  await runPendingJobs(portal, 'send-mail')
  await allSent(portal)
  mailbox.delay = 0
  for (const person of people) {
    expect(mailbox.allTo(person).map(({ text }) => text)).toEqual(['It is in your documents.\n'])
  }
})

// Part of `npm run test:faults`.
slow(
  'a mail server that takes a minute for a message is given up before the queue tries again',
  async ({ portal: { mailbox, owner }, domain }) => {
    mailbox.delay = 58_000
    await sendMail({ to: `slow@${domain}`, subject: 'Slow', text: 'Slow', html: 'Slow' })
    const failure = await eventually(
      'the failure',
      async () =>
        (await owner.query('select reason from mail_failures where recipient = $1', [`slow@${domain}`])).rows[0],
    )
    mailbox.delay = 0
    // It was silent for half a minute.
    expect(failure.reason).toBe('Timeout')
  },
)
