import type { AddressReport } from '../../../server/identity/email-change/email-report.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { digits, tokenIn } from '../../actions/fields.ts'
import type { SecretAnswer } from '../../actions/use-mailed-secret.ts'

const restoreCodeSent = 'Verification code sent to your old email'

/** The answer to the page's forms. */
export interface ReportAnswer extends SecretAnswer {
  report?: AddressReport
}

/** POST: the ways in which someone can undo a change of their e-mail address that they didn't make. */
export const action = defineActions<ReportAnswer, 'visitor'>({
  by: 'visitor',
  defaultIntent: 'show',
  refused: (_, { error }) => ({ error }),
  complete: async ({ client, operations, form }, answer) => {
    const token = tokenIn(form)
    return { ...answer, report: await operations.getAddressReport(client, token), token }
  },
  intents: {
    show: { run: () => undefined },
    lock: {
      run: async ({ client, operations, form }) => {
        await operations.reportAddressChange(client, tokenIn(form))
        // The account stays locked even if a code can't be sent right now.
        await operations.sendRestoreCode(client, tokenIn(form))
      },
      notice: restoreCodeSent,
    },
    again: {
      run: ({ client, operations, form }) => operations.sendRestoreCode(client, tokenIn(form)),
      notice: restoreCodeSent,
    },
    restore: {
      run: ({ client, operations, form }) => operations.restoreAddress(client, tokenIn(form), digits(form, 'code')),
    },
  },
})
