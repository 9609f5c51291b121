import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'

/** A message that was written to a file because no mail server is set. */
export interface OutboxMessage {
  /** The file's name, which is its address too: `/outbox?message=…` */
  name: string
  /** UTC */
  sentAt: string
  to: string
  subject: string
  /** The plain-text part. */
  text: string
}

/** Reads the mail that went to files; handed to the pages only where `showsOutbox`, and the request came from this machine. */
export interface Outbox {
  /** @returns the newest messages first, `limit` at most */
  list(limit?: number): Promise<OutboxMessage[]>
  /** @throws PortalError NOT_FOUND */
  read(name: string): Promise<OutboxMessage>
}

/**
 * Whether its page may be there at all: no mail goes out, and the site is for this machine alone. With a proxy or an
 * address of its own it is for others, who would read every sign-in code.
 */
export function showsOutbox({ smtpUrl, loopback, trustProxy, origin }: Config): boolean {
  return (
    !smtpUrl && loopback && trustProxy === 0 && /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|$)/.test(origin)
  )
}

/** @param folder where the mailer writes its `.eml` files */
export function outboxIn(folder: string): Outbox {
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
