import { accreditationApprovals } from './accreditation/accreditation-approvals.ts'
import type { ApprovalKinds } from './approvals/approval-kind.ts'
import { paperApprovals } from './bulk-papers/request-release.ts'
import { deliveryApprovals } from './deliveries/delivery-approval.ts'
import { freezeApprovals } from './holders/freeze-holder.ts'
import { identityApprovals } from './holders/identity-changes.ts'
import { holderApprovals } from './holders/member-changes.ts'
import { noteApprovals } from './notes/note-approvals.ts'
import { permitApprovals } from './people/passkey-permit.ts'
import { rightApprovals } from './people/rights.ts'
import { importApprovals } from './register/import/register-import.ts'
import { statementApprovals } from './statements/release-run.ts'
import { depositApprovals } from './tax/deposits.ts'
import { furnishApprovals } from './tax/furnish-forms.ts'
import { profileApprovals } from './tax/profile-changes.ts'
import { filingApprovals } from './tax/record-filing.ts'

/** Every act that needs two people, by the name that `approvals.kind` keeps. */
export const approvalKinds: ApprovalKinds = {
  ...rightApprovals,
  ...permitApprovals,
  ...holderApprovals,
  ...freezeApprovals,
  ...identityApprovals,
  ...accreditationApprovals,
  ...noteApprovals,
  ...statementApprovals,
  ...importApprovals,
  ...profileApprovals,
  ...furnishApprovals,
  ...filingApprovals,
  ...depositApprovals,
  ...paperApprovals,
  ...deliveryApprovals,
}
