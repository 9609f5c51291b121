import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { agreement } from '../../../content/agreement.ts'
import { fund } from '../../../content/fund.ts'
import type { Database } from '../../../server/database/types.ts'
import { type PortalLetter, portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** What investors hear about a subscription: no amount, no name. That it's their turn to sign, the envelope says. */
export const subscriptionMails = {
  prepared: (id: string): PortalLetter => ({
    subject: 'Your adviser has prepared an investment',
    paragraphs: [
      'Your adviser has prepared an investment for you to check. Nothing is binding: you confirm or change it, and only you can sign it.',
    ],
    path: href('/profile/subscribe/:id', { id }),
    action: 'Check it',
  }),
  reminder: (id: string): PortalLetter => ({
    subject: 'Your investment is waiting for you',
    paragraphs: ['An investment that you started is waiting for your next step. Your portal says what comes next.'],
    path: href('/profile/subscribe/:id', { id }),
    action: 'See what comes next',
  }),
  lapsing: (id: string): PortalLetter => ({
    subject: `Your quote ends in ${agreement.lapsingDays} days`,
    paragraphs: [
      `The quote of an investment that you started ends in ${agreement.lapsingDays} days. After that, you can ask for the rate of that day.`,
    ],
    path: href('/profile/subscribe/:id', { id }),
    action: 'See what comes next',
  }),
  remark: (id: string): PortalLetter => ({
    subject: 'A remark on an investment',
    paragraphs: ['Someone left a remark on an investment. You can read and answer it in the portal.'],
    path: href('/profile/subscribe/:id', { id }),
    action: 'Read it',
  }),
  rejected: (id: string): PortalLetter => ({
    subject: 'We couldn’t accept your investment',
    paragraphs: ['We couldn’t accept an investment that you started. Your portal says why. Nothing is binding.'],
    path: href('/profile/subscribe/:id', { id }),
    action: 'Read why',
  }),
  confirmed: (id: string): PortalLetter => ({
    subject: 'Your note is issued',
    paragraphs: [
      'Your funds arrived, and your note is issued. The signed note and our confirmation are in your portal.',
    ],
    path: href('/profile/subscribe/:id', { id }),
    action: 'Open the portal',
  }),
} as const

/**
 * E-mails those who act for its holder, or who began it while it has none, if the transaction commits.
 * @returns their ids
 */
export async function mailInvestor(
  tx: Transaction<Database>,
  { id, holderId, personId }: Pick<SubscriptionRow, 'id' | 'holderId' | 'personId'>,
  about: keyof typeof subscriptionMails,
): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select m.user_id as person from holder_members m
    where m.holder_id = ${holderId} and m.ended_at is null and m.member_right <> 'viewer'`.execute(tx)
  const people = holderId ? rows.map(({ person }) => person) : [personId]
  await mailPeople(tx, people, id, about)
  return people
}

/** @returns the ids of the others who hear of what a person has prepared or remarked */
export async function notifiedOf(tx: Transaction<Database>, id: string): Promise<string[]> {
  const { rows } = await sql<{ people: string[] }>`select app.notified_of_subscription(${id}) as people`.execute(tx)
  return rows[0]?.people ?? []
}

/** Notifies the office of a remark. */
export async function mailOfficeOfRemark(tx: Transaction<Database>, id: string): Promise<void> {
  const path = href('/profile/admin/subscriptions/:id', { id })
  await queueMail(tx, portalLetter({ to: fund.emails.office }, { ...subscriptionMails.remark(id), path }))
}

/** @param people ids */
export async function mailPeople(
  tx: Transaction<Database>,
  people: readonly string[],
  id: string,
  about: keyof typeof subscriptionMails,
): Promise<void> {
  for (const person of people) await queueMail(tx, portalLetter({ person }, subscriptionMails[about](id)))
}
