import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeMail, deliverMail, openMail } from '../../server/mail/mailer.ts'
import { readConfig } from '../../server/platform/config.ts'
import { openSeal, seal } from '../../server/platform/seal.ts'
import { testSecret } from '../helpers/cluster.ts'

/** Everything a mail server that offers no STARTTLS was told in plain text. */
let heard: string[] = []
let server: SMTPServer
let port: number

beforeEach(async () => {
  heard = []
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _, done) {
      heard.push(`${username}:${password}`)
      done(null, { user: username })
    },
    onData(stream, _, done) {
      stream.on('data', chunk => heard.push(String(chunk)))
      stream.on('end', () => done())
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  port = (server.server.address() as { port: number }).port
})
afterEach(async () => {
  await closeMail()
  await new Promise<void>(resolve => server.close(() => resolve()))
})

/** Sends a code through a mail server at this address, which is the test's own. */
async function sendCode(address: string) {
  const config = readConfig({ SMTP_URL: address, DATA_DIR: '/nowhere' })
  openSeal(testSecret)
  await openMail(config, async () => undefined)
  const message = { to: 'investor@example.com', subject: 'Your code', text: '123456', html: '123456' }
  await deliverMail({ sealed: seal('mail', message) })
}

// Every system connects to itself at 0.0.0.0, but it isn't a loopback address.
test.for([
  'smtp://mailer:secret@0.0.0.0',
  'smtp://mailer:secret@0.0.0.0?requireTLS=false&ignoreTLS=true',
  'smtp://mailer:secret@0.0.0.0?opportunisticTLS=true',
])('neither password nor code is sent in plain text: %s', async address => {
  const url = address.replace('0.0.0.0', `0.0.0.0:${port}`)
  await expect(sendCode(url)).rejects.toThrow(/STARTTLS|TLS/i)
  expect(heard).toEqual([])
})

test('a mail server on this machine, or one that SMTP_URL trusts, gets mail without encryption', async () => {
  await sendCode(`smtp://mailer:secret@127.0.0.1:${port}`)
  expect(heard.join('')).toContain('123456')
  await closeMail()
  heard = []
  await sendCode(`smtp://mailer:secret@0.0.0.0:${port}?insecure=1`)
  expect(heard.join('')).toContain('123456')
})
