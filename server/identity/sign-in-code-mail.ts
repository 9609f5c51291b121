import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import { codeLifetime } from '../../rules/limits.ts'
import { emailHtml, neverAskForCode } from '../mail/layout.ts'
import type { Message } from '../mail/message.ts'

/**
 * The message with a one-time code: in the subject, so that it can be read on a lock screen, and alone on a line, so
 * that phones offer to fill it in.
 * @param to the address that asked
 * @param code six digits
 */
export function signInCodeMail(to: string, code: string): Message {
  const minutes = codeLifetime / 60_000
  const lives = `It works once and expires in ${minutes} minutes.`
  const unasked =
    'If you didn’t request it, you can ignore this e-mail: no one can sign in without the code. If it happens again, ' +
    `call us at ${fund.phone}. ${neverAskForCode}`
  return {
    to,
    subject: `${code} is your ${fund.shortName} sign-in code`,
    text: `Your sign-in code is\n\n${code}\n\n${lives}\n\n${unasked}\n\n${fund.name}\n`,
    html: emailHtml(
      `Your sign-in code. ${lives}`,
      html`<p>Your sign-in code is</p>
<p class="code">${code}</p>
<p>${lives}</p>
<p class="small">${unasked}</p>`,
    ).toString(),
  }
}
