import { fund } from '../../../content/fund.ts'
import { codeLifetime } from '../../../rules/limits.ts'
import { neverAskForCode } from '../../../server/mail/layout.ts'
import { codeLine, letter, small } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'

/**
 * The message with the code that confirms a person who is signed in. It doesn't sign anyone in.
 * @param code six digits
 */
export function proofCodeMail(to: string, code: string): Message {
  const lives = `It works once and expires in ${codeLifetime / 60_000} minutes. It can’t be used to sign in.`
  const ifUnexpected =
    'If you didn’t request it, someone else is signed in as you. Sign in, then sign out everywhere in your settings. ' +
    neverAskForCode
  return letter(
    { to },
    `${code} confirms that it’s you at ${fund.shortName}`,
    ['Your code to confirm that it’s you is', codeLine(code), lives, small(ifUnexpected)],
    { preview: `Your code to confirm that it’s you. ${lives}` },
  )
}
