import { mailTime } from '../../../server/mail/layout.ts'
import { letter } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'

/** What the last hour's attempts add up to. */
interface Guessing {
  at: Date
  tries: number
  addresses: number
}

/** To the fund, at most once an hour: someone is guessing sign-in codes for many addresses. */
export function signInAlarmMail(to: string, { at, tries, addresses }: Guessing): Message {
  const what = `Within an hour, ${tries} wrong sign-in codes were typed for ${addresses} e-mail addresses. Someone is probably guessing.`
  const parts = [
    mailTime(at),
    what,
    'The site is slowing down every browser that an investor hasn’t signed in with before. Investors on their usual ' +
      'browsers don’t notice.',
    'You don’t need to do anything. If investors call because they can’t sign in on a new browser, ask them to use one ' +
      'they have used before, or to wait as the page says.',
    'The log lists every attempt with its network address, as “sign_in.code_failed”.',
  ]
  return letter({ to }, 'Someone is guessing sign-in codes', parts, { preview: what })
}
