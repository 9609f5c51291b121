import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import { grouped } from '../../rules/number.ts'
import { emailHtml, mailTime } from '../mail/layout.ts'
import type { Message } from '../mail/message.ts'
import type { SignedHead } from './signed-head.ts'

/** The daily proof of the audit log, for the fund to keep. */
export function auditHeadMail(to: string, head: SignedHead): Message {
  const proof = JSON.stringify(head)
  const when = mailTime(new Date(head.at))
  const about = `This is today’s proof of the audit log, which had ${grouped(head.position)} entries on ${when}.`
  const keep =
    'Keep this message. If anyone changes, removes or adds an entry from before, even someone with full access to the database, the log will no longer match it.'
  const check = 'To check, save this message as a file and run on the server:'
  const command = 'npm run audit -- verify --head FILE'
  return {
    to,
    subject: `${fund.shortName}: proof of the audit log`,
    text: [about, keep, check, `  ${command}`, proof, ''].join('\n\n'),
    html: emailHtml(
      about,
      html`<p>${about}</p>
<p>${keep}</p>
<p>${check}<br><code>${command}</code></p>
<p class="small" style="overflow-wrap:anywhere"><code>${proof}</code></p>`,
    ).toString(),
  }
}
