import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { eventually } from './eventually.ts'

/** A real SMTP server that keeps what it is given, by recipient. */
export interface Mailbox extends AsyncDisposable {
  /** For SMTP_URL. */
  url: string
  /** Everything that came, oldest first. */
  messages: { to: string; mail: Email }[]
  /** What has come to an address, oldest first. */
  allTo(address: string): Email[]
  /** How many messages have come to an address, for `after` below. */
  count(address: string): number
  /** Waits for the newest message to an address that came after `after` others. */
  to(address: string, after?: number): Promise<Email>
  /** Waits for a sign-in code to an address and reads it as its reader would. */
  code(address: string, after?: number): Promise<string>
  /** While true, every message is refused for now, as by a mail server in trouble. */
  refusing: boolean
}

export async function openMailbox(): Promise<Mailbox> {
  const messages: { to: string; mail: Email }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', async () => {
        if (mailbox.refusing) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        for (const { address } of session.envelope.rcptTo) messages.push({ to: address.toLowerCase(), mail })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A sender that is killed resets its connection: its queue sends again, and the others go on.
  server.on('error', () => undefined)
  const { port } = server.server.address() as { port: number }
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refusing: false,
    allTo: address => messages.filter(({ to }) => to === address.toLowerCase()).map(({ mail }) => mail),
    count: address => mailbox.allTo(address).length,
    to: (address, after = 0) => eventually(`mail to ${address}`, () => mailbox.allTo(address).slice(after).at(-1)),
    code: (address, after = 0) =>
      eventually(`a code to ${address}`, () =>
        mailbox
          .allTo(address)
          .slice(after)
          .map(({ text }) => /^\d{6}$/m.exec(text ?? '')?.[0])
          .findLast(code => code !== undefined),
      ),
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
  return mailbox
}
