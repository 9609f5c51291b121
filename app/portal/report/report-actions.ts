import { notices } from '../../../rules/notices.ts'
import type { AddressReport } from '../../../server/identity/email-change/email-report.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { digits } from '../../actions/fields.ts'
import { mailedSecret } from '../../actions/guards.ts'
import type { SecretAnswer } from '../../actions/use-mailed-secret.ts'

/** The answer to the page's forms. */
export interface ReportAnswer extends SecretAnswer {
  report?: AddressReport
}

/** POST: the ways in which someone can undo a change of their e-mail address that they didn't make. */
export const action = defineActions<ReportAnswer>()({
  guard: mailedSecret,
  defaultIntent: 'show',
  refused: (_, { error }) => ({ error }),
  complete: async ({ client, operations, token }, answer) => {
    const report = await operations.getAddressReport(client, token)
    return { ...answer, report, token }
  },
  intents: {
    show: { run: async () => {} },
    lock: {
      run: async ({ client, operations, token }) => {
        await operations.reportAddressChange(client, token)
        // The account stays locked even if a code can't be sent right now.
        await operations.sendRestoreCode(client, token)
      },
      notice: notices.restoreCodeSent,
    },
    again: {
      run: ({ client, operations, token }) => operations.sendRestoreCode(client, token),
      notice: notices.restoreCodeSent,
    },
    restore: {
      fields: { code: digits },
      run: ({ client, operations, token, fields }) => operations.restoreAddress(client, token, fields.code),
    },
  },
})
