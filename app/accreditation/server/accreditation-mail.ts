import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Database } from '../../../server/database/types.ts'
import { portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import type { HolderFacts } from '../../holders/server/holder-facts.ts'

/** What members hear about a verification. */
export type AccreditationMail =
  | 'received'
  | 'more-needed'
  | 'approved'
  | 'rejected'
  | 'needed-for-renewal'
  | 'ends-soon'

const subjects: Record<AccreditationMail, string> = {
  received: 'We received your accreditation',
  'more-needed': 'We need something more for your accreditation',
  approved: 'Your accreditation is approved',
  rejected: 'About your accreditation',
  'needed-for-renewal': 'Before you renew: your accreditation',
  'ends-soon': 'Your accreditation ends soon',
}

const paragraphs: Record<AccreditationMail, string> = {
  received: 'Thank you. We have what you sent about your accreditation, and will notify you once we’ve reviewed it.',
  'more-needed':
    'We’ve reviewed what you sent about your accreditation, and need something more. You’ll find what it is in your portal.',
  approved: 'We’ve reviewed and approved your accreditation. There’s nothing else for you to do.',
  rejected:
    'We couldn’t approve your accreditation. You’ll find the details in your portal; call us if you have questions.',
  'needed-for-renewal':
    'One of your notes matures soon. Should you want to renew it, the law asks us to verify once more that you’re an accredited investor. It takes a few minutes, and can be done now.',
  'ends-soon':
    'One of your notes matures soon, and your accreditation ends before that. Should you want to renew the note, please bring your accreditation up to date first.',
}

/** E-mails the members of a holder, if the transaction commits. */
export async function mailMembers(
  tx: Transaction<Database>,
  { id, members }: { id: string; members: readonly Pick<HolderFacts['members'][number], 'userId' | 'right'>[] },
  what: AccreditationMail,
): Promise<void> {
  const recipients = members.filter(({ right }) => right !== 'viewer')
  const investment = what === 'approved' ? await findInvestment(tx, id) : undefined
  const words = investment
    ? {
        paragraphs: ['We’ve reviewed and approved your accreditation. The investment that you started can go on.'],
        path: href('/profile/subscribe/:id', { id: investment }),
        action: 'See what comes next',
      }
    : {
        paragraphs: [paragraphs[what]],
        // People who are members of several holders land on the right one.
        path: withQuery(href('/profile/accreditation'), { holder: id }),
        action: 'Open your accreditation',
      }
  for (const { userId } of recipients)
    await queueMail(tx, portalLetter({ person: userId }, { subject: subjects[what], ...words }))
}

/** @returns the id of a holder's investment that waits for its verification, if there is one */
async function findInvestment(tx: Transaction<Database>, holderId: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('state', 'in', ['holder', 'accreditation'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** Notifies the office of a verification to review. */
export async function mailOffice(tx: Transaction<Database>): Promise<void> {
  const mail = portalLetter(
    { to: fund.emails.office },
    {
      subject: 'An accreditation to review',
      paragraphs: ['An investor submitted documents to verify that they’re accredited. They need review.'],
      path: href('/profile/admin/accreditation'),
      action: 'Open the queue',
    },
  )
  await queueMail(tx, mail)
}
