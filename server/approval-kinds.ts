import { accreditationApprovals } from './accreditation/accreditation-approvals.ts'
import type { ApprovalKind, ApprovalKinds } from './approvals/approval-kind.ts'
import { isRequest } from './approvals/request-command.ts'
import { requestDelivery } from './deliveries/delivery-approval.ts'
import { identityApprovals } from './holders/identity-changes.ts'
import { holderApprovals } from './holders/member-changes.ts'
import { signatureApprovals, signingApprovals } from './notes/sign-note.ts'
import * as operations from './operations.ts'
import { permitApprovals } from './people/passkey-permit.ts'
import { rightApprovals } from './people/rights.ts'

/** Every command that needs two people, by the name stored in `approvals.kind`: operations, and steps within operations. */
export const approvalKinds: ApprovalKinds = joinKinds([
  ...Object.values<unknown>(operations)
    .filter(isRequest)
    .map(({ approvals }) => approvals),
  requestDelivery.approvals,
  ...[rightApprovals, permitApprovals, holderApprovals, identityApprovals],
  ...[accreditationApprovals, signatureApprovals, signingApprovals],
])

function joinKinds(sets: readonly ApprovalKinds[]): ApprovalKinds {
  const joined: Record<string, ApprovalKind> = {}
  for (const [name, kind] of sets.flatMap(Object.entries<ApprovalKind>)) {
    if (Object.hasOwn(joined, name)) throw new Error(`two kinds of approval have the name ${name}`)
    joined[name] = kind
  }
  return joined
}
