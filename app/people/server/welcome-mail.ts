import { fund } from '../../../content/fund.ts'
import { plainName } from '../../../rules/plain-name.ts'
import { neverAskForCode } from '../../../server/mail/layout.ts'
import { button, letter, small, withPhone } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'

/**
 * Welcomes an invited person. It has no code and no secret: as always, anyone who can read mail to this address can
 * sign in with it.
 * @param name as the administrator entered it
 * @param address of the sign-in page
 */
export function welcomeMail(to: string, name: string | null, address: string): Message {
  const called = plainName(name)
  const hello = called ? `Welcome, ${called}.` : 'Welcome.'
  const opened = `${fund.name} has set up an investor portal for you: your notes, agreements and statements, in one place.`
  const how = `Sign in with this e-mail address, ${to}. There’s no password; each time you sign in, we’ll e-mail you a code.`
  const ifUnexpected =
    `If you weren’t expecting this, call us at ${fund.phone}. ${neverAskForCode} We won’t e-mail you again unless you ` +
    'sign in.'
  return letter(
    { to },
    `Your ${fund.shortName} investor portal is ready`,
    [hello, opened, how, button(address, 'Sign in to your portal'), small(ifUnexpected)],
    { preview: opened, signature: withPhone },
  )
}
