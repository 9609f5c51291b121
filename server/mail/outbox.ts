import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'
import { outboxFolder } from './mailer.ts'

/** A message saved to a file because no mail server is set. */
export interface OutboxMessage {
  /** The file's name, also used in its address: `/outbox?message=…` */
  name: string
  /** UTC */
  sentAt: string
  to: string
  subject: string
  /** The plain-text part. */
  text: string
}

/** Reads the saved messages. Pages get it only where `canShowOutbox` and the request came from this machine. */
export interface Outbox {
  /** @returns the newest messages first, at most `limit` */
  list(limit?: number): Promise<OutboxMessage[]>
  read(name: string): Promise<OutboxMessage>
}

/**
 * Whether the outbox page may exist at all: no mail is sent out, and only this machine can reach the site. Behind a
 * proxy or with a public address, other people could read every sign-in code.
 */
export function canShowOutbox({
  smtpUrl,
  loopback,
  trustProxy,
  origin,
}: Pick<Config, 'smtpUrl' | 'loopback' | 'trustProxy' | 'origin'>): boolean {
  return (
    !smtpUrl && loopback && trustProxy === 0 && /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|$)/.test(origin)
  )
}

/** @returns whether mail reaches no one: it isn't sent, and no page shows it */
export function hasNoRecipient(config: Parameters<typeof canShowOutbox>[0]): boolean {
  return !config.smtpUrl && !canShowOutbox(config)
}

/** @returns where the site's mail goes, in a sentence for its operator */
export function mailDestination(config: Config): string {
  if (config.smtpUrl) return 'E-mail is sent through the server in SMTP_URL'
  const shown = canShowOutbox(config) ? `; read it at ${config.origin}/outbox` : ''
  return `E-mail is saved in ${outboxFolder(config)}${shown}`
}

/** @param folder where the mailer saves its `.eml` files */
export function openOutbox(folder: string): Outbox {
  const read = async (name: string): Promise<OutboxMessage> => {
    if (!/^[\w-][\w.-]*\.eml$/.test(name)) throw new PortalError('NOT_FOUND')
    const source = await readFile(join(folder, name)).catch(() => {
      throw new PortalError('NOT_FOUND')
    })
    const mail = await PostalMime.parse(source)
    return {
      name,
      sentAt: mail.date ?? '',
      to: (mail.to ?? []).map(person => person.address).join(', '),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
    }
  }
  return {
    read,
    list: async (limit = 50) => {
      const names = (await readdir(folder)).filter(name => /^\w.*\.eml$/.test(name))
      return Promise.all(names.sort().reverse().slice(0, limit).map(read))
    },
  }
}
