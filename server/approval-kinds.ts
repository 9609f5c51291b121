import { accreditationApprovals } from './accreditation/accreditation-approvals.ts'
import type { ApprovalKinds } from './approvals/approval-kind.ts'
import { approvalsOf, isRequest } from './approvals/request-command.ts'
import { requestDelivery } from './deliveries/delivery-approval.ts'
import { identityApprovals } from './holders/identity-changes.ts'
import { holderApprovals } from './holders/member-changes.ts'
import { signatureApprovals, signingApprovals } from './notes/sign-note.ts'
import * as operations from './operations.ts'
import { permitApprovals } from './people/passkey-permit.ts'
import { rightApprovals } from './people/rights.ts'
import { profileApprovals } from './tax/profile-changes.ts'

/** Every act that needs two people, by the name that `approvals.kind` keeps: those of operations, and those within others. */
export const approvalKinds: ApprovalKinds = {
  ...rightApprovals,
  ...permitApprovals,
  ...holderApprovals,
  ...identityApprovals,
  ...accreditationApprovals,
  ...signatureApprovals,
  ...signingApprovals,
  ...profileApprovals,
  ...approvalsOf([...Object.values<unknown>(operations).filter(isRequest), requestDelivery]),
}
