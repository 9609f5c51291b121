import { accreditationApprovals } from '../app/accreditation/server/accreditation-approvals.ts'
import type { ApprovalKind, ApprovalKinds } from '../app/approvals/server/approval-kind.ts'
import { isRequest } from '../app/approvals/server/request-command.ts'
import { requestDelivery } from '../app/deliveries/server/delivery-approval.ts'
import { identityApprovals } from '../app/holders/server/identity-changes.ts'
import { holderApprovals } from '../app/holders/server/member-changes.ts'
import { messageApprovals } from '../app/messages/server/write-message.ts'
import { signatureApprovals, signingApprovals } from '../app/notes/server/sign-note.ts'
import { permitApprovals } from '../app/people/server/passkey-permit.ts'
import { rightApprovals } from '../app/people/server/rights.ts'
import * as operations from './operations.ts'

/** Every command that needs two people, by the name stored in `approvals.kind`: operations, and steps within operations. */
export const approvalKinds: ApprovalKinds = joinKinds([
  ...Object.values<unknown>(operations)
    .filter(isRequest)
    .map(({ approvals }) => approvals),
  requestDelivery.approvals,
  ...[rightApprovals, permitApprovals, holderApprovals, identityApprovals],
  ...[accreditationApprovals, signatureApprovals, signingApprovals, messageApprovals],
])

function joinKinds(sets: readonly ApprovalKinds[]): ApprovalKinds {
  const joined: Record<string, ApprovalKind> = {}
  for (const [name, kind] of sets.flatMap(Object.entries<ApprovalKind>)) {
    if (Object.hasOwn(joined, name)) throw new Error(`two kinds of approval have the name ${name}`)
    joined[name] = kind
  }
  return joined
}
