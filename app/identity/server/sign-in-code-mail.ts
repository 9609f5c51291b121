import { fund } from '../../../content/fund.ts'
import { codeLifetime } from '../../../rules/limits.ts'
import { neverAskForCode } from '../../../server/mail/layout.ts'
import { codeLine, letter, small } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'

/** The codes, and where the request for them came from, as far as the server can tell. */
interface RequestedCode {
  /** Six digits. */
  code: string
  /** Six digits more, for a browser that might be new to an account; undefined for one that isn't. */
  secondCode: string | undefined
  ip: string
  /** A description, see `app/identity/server/device-name.ts`. */
  device: string
}

/**
 * The message with a one-time code: in the subject, so that it can be read on a lock screen, and alone on a line, so
 * that phones offer to fill it in. It says which browser asked, so that a code that someone else requested is
 * recognized. Every browser that hasn't signed in with an address before gets a second code, too, whether or not the
 * address has an account.
 * @param to the address that asked
 */
export function signInCodeMail(to: string, { code, secondCode, ip, device }: RequestedCode): Message {
  const lives = `It works once, only in the browser that requested it, and expires in ${codeLifetime / 60_000} minutes.`
  const second = secondCode && [
    'Second code, only if the page asks for it because the browser is new to your account:',
    codeLine(secondCode, 'second'),
  ]
  const requested = `Requested with ${device}, IP address ${ip.replace(/^::ffff:/, '')}.`
  const ifUnexpected =
    'If that wasn’t you, don’t type the code anywhere or tell it to anyone: no one can sign in without it. If it ' +
    `happens again, call us at ${fund.phone}. ${neverAskForCode}`
  return letter(
    { to },
    `${code} is your ${fund.shortName} sign-in code`,
    ['Your sign-in code is', codeLine(code), lives, ...(second || []), requested, small(ifUnexpected)],
    { preview: `Your sign-in code. ${lives}` },
  )
}
