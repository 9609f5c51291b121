import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import type { Database } from '../../../server/database/types.ts'
import { button, letter, withPhone } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'
import { maskedNumber } from '../holders.ts'
import { findHolderFacts } from './holder-facts.ts'

/** What has changed, in words; of the account's number, the ends. */
interface Change {
  what: readonly string[]
  account?: { from: string | null; to: string } | undefined
  /** The person it is about, who is notified, too. */
  also?: string
}

/**
 * Notifies a holder's members except viewers, and all administrators and approvers, if the transaction commits:
 * otherwise a theft could go unnoticed.
 */
export async function mailIdentityChange(tx: Transaction<Database>, holderId: string, change: Change): Promise<void> {
  const facts = await findHolderFacts(tx, holderId)
  const members = facts.members.filter(({ right }) => right !== 'viewer').map(({ userId }) => userId)
  const acting = [...new Set([...members, ...(change.also ? [change.also] : [])])]
  const { rows } = await sql<{ approvers: string[] }>`select app.deciders() as approvers`.execute(tx)
  const page = href('/profile/admin/holders/:id', { id: holderId })
  for (const person of acting) await queueMail(tx, mail(person, change, href('/profile/notes')))
  for (const person of rows[0]?.approvers ?? [])
    if (!acting.includes(person)) await queueMail(tx, mail(person, change, page))
}

export function mail(person: string, { what, account }: Change, path: string): Message {
  const fact = `Two people at ${fund.shortName} have changed the details of a holder: ${what.join(', ')}.`
  const number = account
    ? `The account at the custodian was ${account.from ? maskedNumber(account.from) : 'not entered'}, and is ${maskedNumber(account.to)} now.`
    : ''
  const alarm = `If you don’t know of this, call us at once: ${fund.phone}.`
  const subject = account ? 'The account that a holder is paid to has changed' : 'A holder’s details have changed'
  const parts = [fact, number, alarm, button(siteOrigin() + path, 'Open the portal')]
  return letter({ person }, subject, parts, { signature: withPhone })
}
