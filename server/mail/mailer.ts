import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { fund } from '../../content/fund.ts'
import type { Config } from '../config.ts'
import { actAsJobs } from '../database/connection.ts'
import type { Database } from '../database/types.ts'
import { enqueue } from '../jobs.ts'
import { seal, unseal } from '../seal.ts'
import type { Message } from './message.ts'

interface Mailer {
  from: string
  deliver(mail: SendMailOptions): Promise<void>
  close(): void
}

let mailer: Mailer | undefined

/**
 * Makes mail ready: over SMTP where `SMTP_URL` is set, else as files in the folder `outbox` of the data folder.
 */
export async function openMail(config: Config): Promise<void> {
  const from = config.mailFrom ?? `${fund.name} <${fund.emails.office}>`
  mailer = config.smtpUrl ? bySmtp(config.smtpUrl, from) : await toOutbox(outboxFolder(config), from)
}

export function closeMail(): void {
  mailer?.close()
  mailer = undefined
}

/** @returns where mail goes that no mail server takes */
export function outboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox')
}

/**
 * Hands a message to the queue: it is sent after the answer, tried again for hours where the mail server is away,
 * and waits sealed, since it may carry a code.
 */
export function sendMail(message: Message): Promise<void> {
  return actAsJobs(tx => queueMail(tx, message))
}

/** The same as part of a transaction: the message goes out if and only if the transaction is kept. */
export async function queueMail(tx: Transaction<Database>, message: Message): Promise<void> {
  const host = fund.emails.office.split('@')[1]
  const messageId = `<${randomBytes(16).toString('hex')}@${host}>`
  await enqueue(tx, 'send-mail', { sealed: seal('mail', { ...message, messageId }) })
}

/** The handler of the queue `send-mail`. */
export async function deliverMail({ sealed }: { sealed: string }): Promise<void> {
  if (!mailer) throw new Error('mail has not been opened')
  const { invitation, ...message } = unseal<Message>('mail', sealed)
  const icalEvent = invitation && { ...invitation, filename: 'call.ics' }
  await mailer.deliver({ from: mailer.from, ...message, icalEvent })
}

function bySmtp(url: string, from: string): Mailer {
  const transport: Transporter = createTransport(url, {
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  } as never)
  return {
    from,
    deliver: async mail => {
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}

async function toOutbox(folder: string, from: string): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    from,
    deliver: async mail => {
      const { message } = await transport.sendMail({ ...mail, date: new Date() })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`
      // Whole or not at all: whoever reads the folder never meets half a message.
      const file = await open(join(folder, `.${name}`), 'wx', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    close: () => transport.close(),
  }
}
