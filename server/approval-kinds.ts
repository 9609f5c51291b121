import { accreditationApprovals } from './accreditation/accreditation-approvals.ts'
import type { ApprovalKinds } from './approvals/approval-kind.ts'
import { approvalsOf } from './approvals/request-command.ts'
import { requestPaperRelease } from './bulk-papers/request-release.ts'
import { deliveryApprovals } from './deliveries/delivery-approval.ts'
import { requestFreeze, requestUnfreeze } from './holders/freeze-holder.ts'
import { identityApprovals } from './holders/identity-changes.ts'
import { holderApprovals } from './holders/member-changes.ts'
import { noteApprovals } from './notes/note-approvals.ts'
import { permitApprovals } from './people/passkey-permit.ts'
import { rightApprovals } from './people/rights.ts'
import { requestImport } from './register/import/register-import.ts'
import { requestRelease } from './statements/release-run.ts'
import { requestDeposit, requestDepositReversal } from './tax/deposits.ts'
import { requestFurnishing } from './tax/furnish-forms.ts'
import { profileApprovals } from './tax/profile-changes.ts'
import { requestFiling } from './tax/record-filing.ts'

/** Every act that needs two people, by the name that `approvals.kind` keeps. */
export const approvalKinds: ApprovalKinds = {
  ...rightApprovals,
  ...permitApprovals,
  ...holderApprovals,
  ...identityApprovals,
  ...accreditationApprovals,
  ...noteApprovals,
  ...profileApprovals,
  ...approvalsOf([
    requestFreeze,
    requestUnfreeze,
    requestRelease,
    requestFurnishing,
    requestFiling,
    requestDeposit,
    requestDepositReversal,
    requestPaperRelease,
    requestImport,
  ]),
  ...deliveryApprovals,
}
