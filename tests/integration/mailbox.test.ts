import { once } from 'node:events'
import net from 'node:net'
import nodemailer from 'nodemailer'
import { expect, test } from 'vitest'
import { openMailbox } from '../helpers/mailbox.ts'

test('the test mail server survives a sender killed in the middle of a message', async () => {
  await using mailbox = await openMailbox()
  const killed = net.connect(Number(new URL(mailbox.url).port), '127.0.0.1')
  await once(killed, 'data')
  for (const line of ['EHLO killed', 'MAIL FROM:<fund@example.com>', 'RCPT TO:<lost@example.com>', 'DATA']) {
    killed.write(`${line}\r\n`)
    await once(killed, 'data')
  }
  killed.resetAndDestroy()

  await nodemailer
    .createTransport(mailbox.url)
    .sendMail({ from: 'fund@example.com', to: 'after@example.com', text: 'Still here.' })
  expect((await mailbox.to('after@example.com')).text).toContain('Still here.')
})
