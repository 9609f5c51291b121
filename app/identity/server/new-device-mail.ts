import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { mailTime } from '../../../server/mail/layout.ts'
import { alwaysSent, button, factsOf, letter } from '../../../server/mail/letter.ts'
import { siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/** Where and when someone signed in, as far as the server can tell. */
interface SignIn {
  at: Date
  ip: string
  /** A description, see `app/identity/server/device-name.ts`. */
  device: string
  /** What they signed in with. */
  by: 'code' | 'passkey'
}

/** What a person should do if it wasn't them, besides signing out everywhere. */
const then = {
  code:
    'Then change the password of your e-mail account, because the person who signed in has read your e-mail, and call ' +
    `us at ${fund.phone}.`,
  passkey:
    'Then remove your passkeys there, because the person who signed in has one of them or the device that keeps it, ' +
    `and call us at ${fund.phone}.`,
} as const

/** Notifies a person of a sign-in from a browser we haven't seen before. It can't be turned off. */
export function newDeviceMail(to: string, { at, ip, device, by }: SignIn): Message {
  const how = by === 'passkey' ? 'with one of your passkeys, ' : ''
  const when = mailTime(at)
  const parts = [
    `Someone signed in to your portal ${how}from a browser we haven’t seen before.`,
    factsOf([
      ['When', when],
      ['Device', device],
      ['IP address', ip.replace(/^::ffff:/, '')],
    ]),
    'If that was you, you don’t need to do anything. A browser that clears its cookies counts as new each time.',
    'If it wasn’t you, sign out everywhere in your settings right away:',
    button(siteOrigin() + href('/profile/settings'), 'Sign out everywhere'),
    then[by],
    alwaysSent,
  ]
  return letter({ to }, 'New sign-in to your documents', parts, { preview: `${when}, ${device}.` })
}
