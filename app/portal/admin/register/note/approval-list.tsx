import { approvalDecisions } from '../../../../../rules/holders.ts'
import type { StoryApproval } from '../../../../../server/register/note-story.ts'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { adminPages } from '../../../addresses.ts'
import linkStyle from '../../person-link.module.css'
import style from '../register.module.css'

/** Acts about a note that take two people: what was asked for, in words, by whom, and what was decided. */
export function ApprovalList({ approvals, title }: { approvals: StoryApproval[]; title: string }) {
  if (approvals.length === 0) return null
  return (
    <section className={style.section}>
      <h3>{title}</h3>
      <ul className={style.approvals}>
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
                  <Link to={adminPages.approvals} className={linkStyle.link}>
                    Approvals
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
