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
  for (const { userId } of recipients) {
    // People who are members of several holders land on the right one.
    const path = withQuery(href('/profile/accreditation'), { holder: id })
    const words = { subject: subjects[what], paragraphs: [paragraphs[what]] }
    await queueMail(tx, portalLetter({ person: userId }, { ...words, path, action: 'Open your accreditation' }))
  }
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
