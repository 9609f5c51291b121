import { fund } from '../../../content/fund.ts'
import { grouped } from '../../../rules/number.ts'
import { mailTime } from '../../../server/mail/layout.ts'
import { letter, typewritten } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'
import type { SignedHead } from './signed-head.ts'

/** The daily proof of the audit log, for the fund to keep. */
export function auditHeadMail(to: string, head: SignedHead): Message {
  const when = mailTime(new Date(head.at))
  const about = `This is today’s proof of the audit log, which had ${grouped(head.position)} entries on ${when}.`
  const keep =
    'Keep this message. If anyone changes, removes or adds an entry from before, even someone with full access to the database, the log will no longer match it.'
  const check = 'To check, save this message as a file and run on the server:'
  const parts = [
    about,
    keep,
    check,
    typewritten('npm run audit -- verify --head FILE'),
    typewritten(JSON.stringify(head)),
  ]
  return letter({ to }, `${fund.shortName}: proof of the audit log`, parts, { signature: '' })
}
