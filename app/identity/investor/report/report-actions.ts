import { tokenIn } from '../../../shell/actions/fields.ts'
import type { SecretAnswer } from '../../../shell/actions/use-mailed-secret.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import * as reportCommands from '../../email-report.commands.ts'
import type { AddressReport } from '../../server/email-change/email-report.ts'

/** The answer to the page's forms. */
export interface ReportAnswer extends SecretAnswer {
  report?: AddressReport
}

/** POST: the ways in which someone can undo a change of their e-mail address that they didn't make. */
export const action = commandActions([...Object.values(reportCommands)], {
  byDefault: 'email_report.show',
  refused: (_, { error }) => ({ error }),
  async complete({ client, operations, form }, answer): Promise<ReportAnswer> {
    const token = tokenIn(form)
    return { ...answer, report: await operations.getAddressReport(client, token), token }
  },
  run: {
    // The answer is completed with it.
    'email_report.show': () => ({}),
    'email_report.lock': async ({ client, operations }, { token }) => {
      await operations.reportAddressChange(client, token)
      // The account stays locked even if a code can't be sent right now.
      await operations.sendRestoreCode(client, token)
    },
    'email_report.send_code': ({ client, operations }, { token }) => operations.sendRestoreCode(client, token),
    'email_report.restore': ({ client, operations }, { token, code }) => operations.restoreAddress(client, token, code),
  },
})
