import { href } from 'react-router'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalKind, ApprovalKinds } from '../../approvals/server/approval-kind.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { categoryWords } from '../categories.ts'
import { methodWords } from '../methods.ts'
import { lockAccreditation } from './accreditation.ts'
import { approve, insertReview, requireOpened } from './review.ts'
import { type ApproveContent, approveKind } from './second-reviewer.ts'

const approval: ApprovalKind<ApproveContent> = {
  title: 'Accreditation',
  link: ({ subjectId }) => href('/profile/admin/accreditation/:id', { id: subjectId }),
  describe: ({ holder, method, category, amount, checked, evidence }) => {
    const { cite } = categoryWords[category as keyof typeof categoryWords]
    return [
      `${holder} is accredited under Rule ${cite}, for a note of ${amount}.`,
      `Verified: ${methodWords[method as keyof typeof methodWords].title.toLowerCase()}, with ${evidence.length === 1 ? 'one document' : `${evidence.length} documents`}.`,
      ...checked.map(text => `The first reviewer checked: ${text}`),
    ]
  },
  apply: async (tx, actor, { subjectId, content: { round } }) => {
    const row = await lockAccreditation(tx, subjectId)
    if (row.state !== 'in_review' || row.round !== round) throw new PortalError('APPROVAL_GONE')
    const holder = await findHolderFacts(tx, row.holderId)
    await requireOpened(tx, subjectId)
    // Unless they ticked the checklist themselves, on the review page.
    await insertReview(tx, actor, row, 'approved', [])
    await approve(tx, actor, row, holder)
  },
}

/** The second review of a verification. */
export const accreditationApprovals: ApprovalKinds = {
  [approveKind]: approval,
}
