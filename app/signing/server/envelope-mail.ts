import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import type { Database } from '../../../server/database/types.ts'
import { portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'

/* Mail about signing can't be turned off. It names no document, holder or amount, and leads to the portal's list. */

/** What signers hear. */
export type SignerMail = 'your-turn' | 'reminder' | 'signed-copy' | 'ended'

const words: Record<SignerMail, { subject: string; paragraph: string; action: string }> = {
  'your-turn': {
    subject: 'A document is ready for your signature',
    paragraph:
      'A document is ready for your signature. You’ll read and sign it in your portal; it takes a few minutes.',
    action: 'Read and sign',
  },
  reminder: {
    subject: 'A document still needs your signature',
    paragraph:
      'A reminder: a document in your portal still needs your signature. If you don’t want to sign it, you can say so there.',
    action: 'Read and sign',
  },
  'signed-copy': {
    subject: 'Your signed copy',
    paragraph:
      'Everyone has signed, and the document is sealed. Your copy is in your portal: download it and keep it, so that you have it without us, too.',
    action: 'Open your signed copy',
  },
  ended: {
    subject: 'A document no longer needs your signature',
    paragraph:
      'A document that you were asked to sign was withdrawn, or not everyone agreed to sign it, or its last day has passed. There’s nothing for you to do. Your portal says which.',
    action: 'Open your signing page',
  },
}

/** E-mails people who sign, if the transaction commits. */
export async function mailSigners(
  tx: Transaction<Database>,
  userIds: readonly (string | null)[],
  what: SignerMail,
): Promise<void> {
  const { subject, paragraph, action } = words[what]
  for (const person of new Set(userIds))
    if (person)
      await queueMail(
        tx,
        portalLetter({ person }, { subject, paragraphs: [paragraph], path: href('/profile/signing'), action }),
      )
}

/** Notifies the office of an envelope that waits for the fund, or that ended. */
export async function mailOfficeOfEnvelope(tx: Transaction<Database>, what: 'countersign' | 'declined'): Promise<void> {
  const paragraph =
    what === 'declined'
      ? 'Someone declined to sign a document. Their reason is in the office.'
      : 'Everyone has signed a document for an investor. It needs the fund’s signature.'
  const subject = what === 'declined' ? 'A signature was declined' : 'A document to countersign'
  const path = href('/profile/admin/envelopes')
  await queueMail(
    tx,
    portalLetter({ to: fund.emails.office }, { subject, paragraphs: [paragraph], path, action: 'Open the envelopes' }),
  )
}
