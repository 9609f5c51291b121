import { codeLifetime } from '../../../rules/limits.ts'
import { sendMailNow } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/**
 * E-mails a code while the person who requested it waits: until the mail server has taken it, or five seconds (spec
 * decisions, 'Verification code sent to your email'). Each request sends one message, to known and unknown addresses
 * alike, so the wait reveals nothing about them.
 * @param undo takes back what was stored for this code, so that the person can ask for another right away
 * @throws PortalError SEND_CODE_FAILED where the mail server refuses the message or can't be reached
 */
export async function sendCodeMail(message: Message, undo: () => Promise<unknown>): Promise<void> {
  try {
    await sendMailNow(message, Date.now() + codeLifetime)
  } catch (error) {
    log.warn('a code could not be sent', { reason: error instanceof Error ? error.message : String(error) })
    await undo()
    throw new PortalError('SEND_CODE_FAILED', { cause: error })
  }
}
