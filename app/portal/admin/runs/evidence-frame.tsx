import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { Approval } from '../../../../server/approvals/approvals-list.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { useMe } from '../../use-me.ts'
import { ApprovalEntry } from '../approvals/approval-entry.tsx'
import approvals from '../approvals/approvals.module.css'
import counted from '../counted-page.module.css'
import { ListHead } from '../list-head.tsx'

type Props = {
  /** The run's page, which approvers don't see, and what the link to it says. */
  run: { to: string; name: string }
  approval?: Approval | undefined
  /** Shown where nothing is pending. */
  nothing: { head: string; title: string; text: string }
  /** The evidence, if there is any. */
  children: ReactNode
}

/** The evidence that the second person reviews before they approve, and below it the approval. */
export function EvidenceFrame({ run, approval, nothing, children }: Props) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  return (
    <div className={counted.page}>
      <p className="small">
        {me.isAdmin ? (
          <Link to={run.to}>{run.name}</Link>
        ) : (
          <Link to={href('/profile/admin/approvals')}>Approvals</Link>
        )}
      </p>
      {children || (
        <>
          <ListHead title={nothing.head} count={false} />
          <EmptyState title={nothing.title} level={2}>
            {nothing.text}
          </EmptyState>
        </>
      )}
      {approval && (
        <ol className={approvals.list} aria-label="The approval">
          <ApprovalEntry approval={{ ...approval, evidence: undefined }} onNotice={say} />
        </ol>
      )}
      <Notice {...notice} />
    </div>
  )
}
