import type { ApprovalKinds } from '../approvals/approval-kind.ts'
import { cancellationApprovals } from './cancel-note.ts'
import { defaultApprovals } from './default-and-cure.ts'
import { electionApprovals } from './elections.ts'
import { firstPaymentApprovals } from './first-payment.ts'
import { fundingApprovals } from './funding.ts'
import { repaymentApprovals } from './part-repayment.ts'
import { paymentApprovals } from './payments.ts'
import { payoffApprovals } from './payoff.ts'
import { renewalApprovals } from './renewal.ts'
import { reversalApprovals } from './reversals.ts'
import { signatureApprovals, signingApprovals } from './sign-note.ts'
import { transferApprovals } from './transfer.ts'
import { undoneFundingApprovals } from './undo-funding.ts'
import { undoneRenewalApprovals } from './undo-renewal.ts'
import { undoneTransferApprovals } from './undo-transfer.ts'

/** What needs two people about notes and their payments. */
export const noteApprovals: ApprovalKinds = {
  ...signatureApprovals,
  ...signingApprovals,
  ...fundingApprovals,
  ...firstPaymentApprovals,
  ...undoneFundingApprovals,
  ...cancellationApprovals,
  ...paymentApprovals,
  ...reversalApprovals,
  ...payoffApprovals,
  ...repaymentApprovals,
  ...transferApprovals,
  ...undoneTransferApprovals,
  ...defaultApprovals,
  ...renewalApprovals,
  ...undoneRenewalApprovals,
  ...electionApprovals,
}
