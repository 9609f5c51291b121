import { data } from 'react-router'
import { notices } from '../../../rules/messages.ts'
import type { AddressReport } from '../../../server/identity/email-change/email-report.ts'
import type { ServerContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, isPortalError, type Refusal } from '../errors.ts'

/** What the page of a replaced address is answered with. */
export interface ReportAnswer {
  /** The secret that was sent, for the forms that follow. */
  token?: string
  report?: AddressReport
  notice?: string
  error?: Refusal
}

/** Shows, locks, sends a code or gives back: `intent` show, lock, again or restore (with `code`), each with the `token`. */
export async function answerReport(request: Request, { client, operations }: ServerContext) {
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const token = field('token').trim()
  const intent = field('intent')
  const answer: ReportAnswer = {}
  let status = 200
  const refused = (error: unknown) => {
    answer.error ??= asRefusal(error, 'UNEXPECTED')
    status = isPortalError(error) ? error.status : 500
  }
  try {
    if (intent === 'lock') await operations.reportAddressChange(client, token)
    // The lock holds whether or not a code may be sent just now.
    if (intent === 'lock' || intent === 'again') {
      await operations.sendRestoreCode(client, token)
      answer.notice = notices.restoreCodeSent
    }
    if (intent === 'restore') await operations.restoreAddress(client, token, field('code').replaceAll(/\D/g, ''))
  } catch (error) {
    refused(error)
  }
  try {
    answer.report = await operations.getAddressReport(client, token)
    answer.token = token
  } catch (error) {
    refused(error)
  }
  // A page that runs scripts reads the answer, not its status.
  return data(answer, { status: field('script') ? 200 : status })
}
