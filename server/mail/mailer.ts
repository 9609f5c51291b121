import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { fund } from '../../content/fund.ts'
import { actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { enqueue, withdraw } from '../jobs/jobs.ts'
import type { Config } from '../platform/config.ts'
import { isLoopbackHost } from '../platform/loopback.ts'
import { seal, unseal } from '../platform/seal.ts'
import { forgetMailFailure, isDeliveredAgain, markDeliveredAgain, recordMailFailure } from './mail-failures.ts'
import type { Message } from './message.ts'

interface Mailer {
  from: string
  /** The site's origin, for links. */
  origin: string
  addressOf: AddressOf
  deliver(mail: SendMailOptions): Promise<void>
  close(): void
}

/**
 * Finds where mail to a person goes, by `user_profiles.id`; undefined where the person is gone or has no known address.
 */
type AddressOf = (personId: string) => Promise<string | undefined>

let mailer: Mailer | undefined

/**
 * Prepares mail: over SMTP where `SMTP_URL` is set, else to files in the folder `outbox` of the data folder.
 * @param addressOf for messages to a person rather than an address
 */
export async function openMail(config: Config, addressOf: AddressOf): Promise<void> {
  if (mailer) throw new Error('mail is open already')
  const from = config.mailFrom ?? `${fund.name} <${fund.emails.office}>`
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl) : await outboxTransport(outboxFolder(config))
  mailer = { from, origin: config.origin, addressOf, ...transport }
}

/** Closes the mailer once `sendMailNow` has finished its messages. */
export async function closeMail(): Promise<void> {
  await Promise.all(underway)
  mailer?.close()
  mailer = undefined
}

/** @returns the site's origin, for links in mail that isn't sent during a request */
export function siteOrigin(): string {
  if (!mailer) throw new Error('mail has not been started')
  return mailer.origin
}

/** @returns the folder where mail is saved when no mail server is set */
export function outboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox')
}

/**
 * Queues a message: it is sent after the response, retried for days while the mail server is unreachable, and encrypted
 * while it waits, because it may contain a code.
 */
export function sendMail(message: Message): Promise<void> {
  return actAsJobs(tx => queueMail(tx, message))
}

/**
 * The same as part of a transaction: the message is sent only if the transaction commits.
 * @param id the local part of its Message-ID, by which mail clients recognize a message that arrives twice (because the
 *   connection broke after the mail server accepted it and before it said so)
 */
export async function queueMail(tx: Transaction<Database>, message: Message, id: string = randomUUID()): Promise<void> {
  await enqueue(tx, 'send-mail', sealMail(message, id))
}

/** @returns a message as the queue stores it, encrypted; for `queueMail`, and for commands that run beside the site */
export function sealMail(message: Message, id: string = randomUUID()): { sealed: string } {
  const host = fund.emails.office.split('@')[1]
  return { sealed: seal('mail', { ...message, messageId: `<${id}@${host}>` }) }
}

/** How long `sendMailNow` waits for the mail server, in milliseconds. */
const mailTimeoutMs = 5000
/** When the queue sends a message again that was slow, in seconds: once the first attempt has timed out. */
const slowRetryDelay = 60
/**
 * How long one attempt to send a message may take, in milliseconds, however slowly the mail server goes on: less than
 * the queue allows a job (`expireInSeconds`), since after that it would send the message a second time meanwhile.
 */
const longestAttempt = 45_000
const tooSlow = `The mail server took longer than ${longestAttempt / 1000} s`
/** Messages that `sendMailNow` sends at once; more wait for a turn. */
const mostUnderway = 10
/** What `sendMailNow` is sending; none of them rejects. */
const underway = new Set<Promise<void>>()

/**
 * Sends a message while its reader waits for it, ahead of the queue. Where that takes longer than `timeoutMs`, this puts
 * it in the queue and returns; it leaves the queue if it is sent meanwhile.
 * @param usefulUntil when to give up, in milliseconds since 1970
 * @throws Error of the mail server that refuses it or can't be reached; it isn't sent again then
 */
export async function sendMailNow(message: Message, usefulUntil: number, timeoutMs = mailTimeoutMs): Promise<void> {
  const job = sealMail({ ...message, usefulUntil })
  const until = performance.now() + timeoutMs
  const timeout = sleep(timeoutMs, 'slow', { ref: false })
  while (underway.size >= mostUnderway && performance.now() < until) await Promise.race([...underway, timeout])
  if (underway.size >= mostUnderway) return actAsJobs(tx => enqueue(tx, 'send-mail', job))
  const attempt = deliverMail(job)
  let queued: Promise<void> | undefined
  // Otherwise the queue would send it again, in whichever process.
  const leaveQueue = async () => queued?.then(() => actAsJobs(tx => withdraw(tx, 'send-mail', job)))
  const ended: Promise<void> = attempt
    .then(leaveQueue)
    .catch(() => {})
    .finally(() => underway.delete(ended))
  underway.add(ended)
  if ((await Promise.race([attempt, timeout])) !== 'slow') return
  queued = actAsJobs(tx => enqueue(tx, 'send-mail', job, slowRetryDelay))
  await queued
}

/**
 * The handler of the queue `send-mail`.
 * @param job `again` for one attempt that an administrator requested; the queue's own attempts go on where it fails
 */
export async function deliverMail({ sealed, again = false }: { sealed: string; again?: boolean }): Promise<void> {
  if (!mailer) throw new Error('mail has not been started')
  const { invitation, person, unsubscribe, usefulUntil, ...message } = unseal<Message>('mail', sealed)
  if (usefulUntil && usefulUntil < Date.now()) return
  const to = person ? await mailer.addressOf(person) : message.to
  // The person is gone, or has no known address.
  if (!to) return
  const id = usefulUntil ? undefined : message.messageId?.slice(1).split('@')[0]
  if (id && (await isDeliveredAgain(id))) return
  const icalEvent = invitation && { ...invitation, filename: 'call.ics' }
  const headers = {
    // RFC 3834: vacation responders shouldn't reply.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
  try {
    await mailer.deliver({ from: mailer.from, ...message, to, headers, icalEvent })
  } catch (error) {
    // The queue logs the error and tries again, whether or not this can be recorded.
    if (id) await recordMailFailure({ id, person, recipient: to, sealed }, error).catch(() => {})
    if (again) return
    throw error
  }
  if (id) await (again ? markDeliveredAgain(id) : forgetMailFailure(id))
}

/**
 * Mail contains sign-in codes, so it leaves this machine encrypted or not at all: a server that offers no STARTTLS gets
 * nothing, unless SMTP_URL says `?insecure=1`.
 */
function smtpTransport(smtpUrl: string): Pick<Mailer, 'deliver' | 'close'> {
  const url = new URL(smtpUrl)
  const insecure = url.searchParams.get('insecure') === '1'
  // Nodemailer's own settings would take precedence over ours.
  for (const name of ['insecure', 'requireTLS', 'ignoreTLS', 'opportunisticTLS']) url.searchParams.delete(name)
  const transport = createTransport({
    url: url.href,
    requireTLS: url.protocol === 'smtp:' && !insecure && !isLoopbackHost(url.hostname),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  })
  return {
    deliver: async mail => {
      const signal = AbortSignal.timeout(longestAttempt)
      // Nodemailer's types are older than this option.
      const options: SendMailOptions & { signal: AbortSignal } = { ...mail, signal }
      await transport.sendMail(options).catch(error => {
        throw signal.aborted ? new Error(tooSlow, { cause: error }) : error
      })
    },
    close: () => transport.close(),
  }
}

async function outboxTransport(folder: string): Promise<Pick<Mailer, 'deliver' | 'close'>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    deliver: async mail => {
      const { message } = await transport.sendMail({ ...mail, date: new Date() })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`
      // Renamed when complete, so that readers of the folder never see part of a message.
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
