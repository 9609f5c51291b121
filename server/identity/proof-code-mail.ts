import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import { codeLifetime } from '../../rules/limits.ts'
import { emailHtml, neverAskForCode } from '../mail/layout.ts'
import type { Message } from '../mail/message.ts'

/**
 * The message with the code that confirms a person who is signed in. It doesn't sign anyone in.
 * @param code six digits
 */
export function proofCodeMail(to: string, code: string): Message {
  const lives = `It works once and expires in ${codeLifetime / 60_000} minutes. It can’t be used to sign in.`
  const unasked =
    'If you didn’t request it, someone else is signed in as you. Sign in, then sign out everywhere in your settings. ' +
    neverAskForCode
  return {
    to,
    subject: `${code} confirms that it’s you at ${fund.shortName}`,
    text: `Your code to confirm that it’s you is\n\n${code}\n\n${lives}\n\n${unasked}\n\n${fund.name}\n`,
    html: emailHtml(
      `Your code to confirm that it’s you. ${lives}`,
      html`<p>Your code to confirm that it’s you is</p>
<p class="code">${code}</p>
<p>${lives}</p>
<p class="small">${unasked}</p>`,
    ).toString(),
  }
}
