import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { formatDay } from '../../../rules/days.ts'
import type { Database } from '../../../server/database/types.ts'
import { portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'

/**
 * Confirms a consent to electronic records and signatures, or its withdrawal, in writing and with its day. It can't be
 * turned off.
 * @param personId the person who gave or withdrew it
 */
export async function mailEsignConsent(
  tx: Transaction<Database>,
  personId: string,
  what: 'given' | 'withdrawn',
): Promise<void> {
  const day = formatDay(fundDay())
  const alarm = `If you didn’t ask for this, call us: ${fund.phone}.`
  const words = {
    given: {
      subject: 'You can sign in your portal now',
      paragraphs: [
        `On ${day} you agreed to sign documents in your portal, and to get them there instead of on paper.`,
        'You can withdraw this at any time, on the same page, and ask for a paper copy of anything you’ve signed.',
        alarm,
      ],
    },
    withdrawn: {
      subject: 'You’ll sign on paper from now on',
      paragraphs: [
        `We’ve received your withdrawal of electronic records and signatures. It counts from ${day}: what there is to sign from now on comes on paper, to the postal address we have for you.`,
        'What you signed before stays valid, and stays in your portal.',
        alarm,
      ],
    },
  }[what]
  const path = href('/profile/signing/consent')
  await queueMail(tx, portalLetter({ person: personId }, { ...words, path, action: 'Open the page' }))
}
