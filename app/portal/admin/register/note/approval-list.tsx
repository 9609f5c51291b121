import { href } from 'react-router'
import { approvalDecisions } from '../../../../../rules/holders.ts'
import type { StoryApproval } from '../../../../../server/register/story-statements.ts'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import linkStyle from '../../person-link.module.css'
import style from '../register.module.css'
import own from './note.module.css'

/** Acts about a note that take two people: what was asked for, in words, by whom, and what was decided. */
export function ApprovalList({ approvals }: { approvals: StoryApproval[] }) {
  return (
    <ul className={`plain-list stack gap-3 ${own.approvals}`}>
      {approvals.map(({ id, lines, summary, askedAt, askedBy, isOwn, decision, decidedAt, decidedBy, reason }) => (
        <li key={id}>
          {(lines.length > 0 ? lines : [summary]).join(' ')}
          <span className={style.fact}>
            {isOwn ? 'You asked' : `${askedBy} asked`} on <FormattedDate date={askedAt} time />
            {decidedAt && decision && (
              <>
                ; {approvalDecisions[decision].toLowerCase()}
                {decidedBy && ` by ${decidedBy}`} on <FormattedDate date={decidedAt} time />
              </>
            )}
            {reason && `: ${reason}`}
            {!decision && (
              <>
                .{' '}
                <Link to={href('/profile/admin/approvals')} className={linkStyle.link}>
                  Approvals
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
