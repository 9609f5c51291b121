import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { formatDay } from '../../../rules/days.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Database } from '../../../server/database/types.ts'
import { portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { HolderFacts } from '../../holders/server/holder-facts.ts'

/* Mail about taxes can't be turned off. It names no holder, amount, document or digit; what there is to know is in the portal. */

/** What members hear about their tax form. */
export type TaxMail = 'form-returned' | 'form-accepted' | 'first-notice' | 'second-notice'

const subjects: Record<TaxMail, string> = {
  'form-returned': 'We need your tax form again',
  'form-accepted': 'Your tax form is on file',
  'first-notice': 'Please check your tax number',
  'second-notice': 'We need proof of your tax number',
}

const paragraphs: Record<TaxMail, string> = {
  'form-returned':
    'We’ve reviewed the tax form that you sent, and need it once more. You’ll find the reason in your portal.',
  'form-accepted':
    'We’ve reviewed your tax form and have it on file. If you didn’t send one, call us at once: two people at the fund have entered what it says.',
  'first-notice':
    'The IRS has notified us that the name and tax number we have for you don’t match its records. Please send us a new Form W-9. If we don’t hear from you, the law makes us withhold part of each payment. A letter with the details is on its way to you.',
  'second-notice':
    'The IRS has notified us a second time that the name and tax number we have for you don’t match its records. A new Form W-9 isn’t enough this time; your portal says what is. If we don’t hear from you, the law makes us withhold part of each payment. A letter with the details is on its way to you.',
}

/** E-mails the members of a holder, if the transaction commits. */
export async function mailMembers(
  tx: Transaction<Database>,
  { id, members }: Pick<HolderFacts, 'id' | 'members'>,
  what: TaxMail,
): Promise<void> {
  for (const { userId, right } of members) {
    if (right === 'viewer') continue
    const path = withQuery(href('/profile/tax'), { holder: id })
    const words = { subject: subjects[what], paragraphs: [paragraphs[what]] }
    await queueMail(tx, portalLetter({ person: userId }, { ...words, path, action: 'Open your tax page' }))
  }
}

/** Notifies the office of a form to review. */
export async function mailOffice(tx: Transaction<Database>): Promise<void> {
  const path = withQuery(href('/profile/admin/tax'), { show: 'review' })
  const mail = portalLetter(
    { to: fund.emails.office },
    {
      subject: 'A tax form to review',
      paragraphs: ['An investor submitted a tax form. It needs review.'],
      path,
      action: 'Open the queue',
    },
  )
  await queueMail(tx, mail)
}

/**
 * Confirms a consent to paperless tax forms, or its withdrawal, in writing and with its day, as Publication 1179, section 4.6,
 * demands of a withdrawal.
 * @param personId the person who gave or withdrew it
 */
export async function mailConsent(
  tx: Transaction<Database>,
  personId: string,
  what: 'given' | 'withdrawn',
): Promise<void> {
  const day = formatDay(fundDay())
  const path = href('/profile/tax')
  const given = [
    `On ${day} you agreed to get tax forms in your portal instead of on paper. We’ll e-mail you when one is there.`,
    'You can withdraw this at any time, on the same page.',
  ]
  const withdrawn = [
    `We’ve received your withdrawal of paperless tax forms. It counts from ${day}: forms that we send from now on come on paper, to the postal address we have for you.`,
    'Forms that we sent before stay in your portal as they are.',
  ]
  const alarm = `If you didn’t ask for this, call us: ${fund.phone}.`
  const words =
    what === 'given'
      ? { subject: 'Your tax forms are paperless now', paragraphs: [...given, alarm] }
      : { subject: 'You’ll get your tax forms on paper', paragraphs: [...withdrawn, alarm] }
  await queueMail(tx, portalLetter({ person: personId }, { ...words, path, action: 'Open your tax page' }))
}
