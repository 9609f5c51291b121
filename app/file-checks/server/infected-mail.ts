import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { button, letter } from '../../../server/mail/letter.ts'
import { siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/**
 * To the person who uploaded an infected file. Like all mail about documents it doesn't name the file; their list does.
 * @param person `user_profiles.id`
 */
export function infectedMailToUploader(person: string): Message {
  return letter({ person }, 'We removed a file you uploaded', [
    `Our malware scanner found something harmful in a file you uploaded to ${fund.shortName}, so we removed the file. No one can open it. Your list of documents says which file it was:`,
    button(siteOrigin() + href('/profile'), 'Open your documents'),
    'Have the computer it came from checked for malware before you upload the file again.',
    `If you think this is a mistake, call us at ${fund.phone}.`,
  ])
}

/** To an administrator. */
export function infectedMailToAdministrator(
  to: string,
  { email, filename, signature }: { email: string; filename: string; signature: string },
): Message {
  return letter({ to }, 'An uploaded file contained malware', [
    `${email} uploaded “${filename}”. The malware scanner found ${signature} in it, so the file was removed and no one can open it. We’ve notified the person who uploaded it.`,
    'If it was scanned only after it had been in the portal for a while, its history shows who opened it before. The audit log has the details.',
  ])
}
