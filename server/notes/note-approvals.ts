import type { ApprovalKinds } from '../approvals/approval-kind.ts'
import { approvalsOf } from '../approvals/request-command.ts'
import { requestCancellation } from './cancel-note.ts'
import { requestCure, requestDefault } from './default-and-cure.ts'
import { requestLateElection } from './elections.ts'
import { requestFirstPayment } from './first-payment.ts'
import { requestFunding } from './funding.ts'
import { requestPartRepayment } from './part-repayment.ts'
import { requestPayment } from './payments.ts'
import { requestPayoff } from './payoff.ts'
import { requestRenewal } from './renewal.ts'
import { requestReversal } from './reversals.ts'
import { signatureApprovals, signingApprovals } from './sign-note.ts'
import { requestTransfer } from './transfer.ts'
import { requestFundingReversal } from './undo-funding.ts'
import { requestRenewalReversal } from './undo-renewal.ts'
import { requestTransferReversal } from './undo-transfer.ts'

export const noteApprovals: ApprovalKinds = {
  ...signatureApprovals,
  ...signingApprovals,
  ...approvalsOf([
    requestFunding,
    requestFirstPayment,
    requestFundingReversal,
    requestCancellation,
    requestPayment,
    requestReversal,
    requestPayoff,
    requestPartRepayment,
    requestTransfer,
    requestTransferReversal,
    requestDefault,
    requestCure,
    requestRenewal,
    requestRenewalReversal,
    requestLateElection,
  ]),
}
