import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { eventually } from './eventually.ts'

/** A real SMTP server that stores the messages it receives, by recipient. */
export interface Mailbox extends AsyncDisposable {
  /** Value for `SMTP_URL`. */
  url: string
  /** All messages received, oldest first. */
  messages: { to: string; mail: Email }[]
  /** Messages to an address, oldest first. */
  allTo(address: string): Email[]
  /** Number of messages to an address, for `after` below. */
  count(address: string): number
  /** Waits until there are more than `after` messages to an address. @returns the newest */
  to(address: string, after?: number): Promise<Email>
  /** Waits for a code in a message to an address, after `after` others. @returns the newest code */
  code(address: string, after?: number): Promise<string>
  /** The same, with all codes in that message: the second one, too, in mail to a browser that may be new. */
  codes(address: string, after?: number): Promise<string[]>
  /** While true, every message is refused with a temporary error, as if the mail server had problems. */
  refusing: boolean
  /** While true, the connection ends in the middle of every message. */
  dropping: boolean
  /** Milliseconds until a message is accepted. */
  delay: number
}

export async function openMailbox(): Promise<Mailbox> {
  const messages: { to: string; mail: Email }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      if (mailbox.dropping) return dropConnection(server, session.id)
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', async () => {
        if (mailbox.delay) await new Promise(resolve => setTimeout(resolve, mailbox.delay))
        if (mailbox.refusing) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        for (const { address } of session.envelope.rcptTo) messages.push({ to: address.toLowerCase(), mail })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A killed sender resets its connection: its queue sends again later, and other senders are not affected.
  server.on('error', () => undefined)
  const { port } = server.server.address() as { port: number }
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refusing: false,
    dropping: false,
    delay: 0,
    allTo: address => messages.filter(({ to }) => to === address.toLowerCase()).map(({ mail }) => mail),
    count: address => mailbox.allTo(address).length,
    to: (address, after = 0) => eventually(`mail to ${address}`, () => mailbox.allTo(address).slice(after).at(-1)),
    code: async (address, after) => (await mailbox.codes(address, after))[0] ?? '',
    codes: (address, after = 0) =>
      eventually(`a code to ${address}`, () =>
        mailbox
          .allTo(address)
          .slice(after)
          .map(({ text }) => (text ?? '').match(/^\d{6}$/gm) ?? [])
          .findLast(codes => codes.length > 0),
      ),
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
  return mailbox
}

/** smtp-server's types omit properties of its connections. */
function dropConnection(server: SMTPServer, id: string): void {
  const { connections } = server as unknown as { connections: Set<{ id: string; _socket: Socket }> }
  for (const connection of connections) if (connection.id === id) connection._socket.destroy()
}
