import { href } from 'react-router'
import { Badge } from '../../shell/ui/badge.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { ConversationSummary, VisitorSummary } from '../server/conversations.ts'
import style from './inbox-row.module.css'
import { counterpartName, kindWords } from './words.ts'

/** One conversation of the inbox; all of it leads to the conversation. */
export function InboxRow({ conversation }: { conversation: ConversationSummary }) {
  const { id, visitor, subject, excerpt, isUnread, lastMessageAt, lastFromFund, lastSender } = conversation
  return (
    <li className={classes('plain-list line-below', isUnread && style.unread)}>
      <Link to={href('/profile/admin/messages/:id', { id })} className={`stack gap-0-4 ${style.link}`}>
        <span className={style.name}>
          {isUnread && <span className="visually-hidden">New: </span>}
          {counterpartName(conversation)}
        </span>
        <span className={`quiet tabular ${style.kind}`}>
          {visitor ? <VisitorKind visitor={visitor} /> : 'Investor'}
        </span>
        <span className={`quiet tabular ${style.words}`}>
          {subject && <span className={style.subject}>{subject}. </span>}
          {lastFromFund && `${lastSender}: `}
          {excerpt}
        </span>
        <span className={`quiet tabular ${style.state}`}>
          <State conversation={conversation} />
        </span>
        <span className={`quiet tabular ${style.when}`}>
          <FormattedDate date={lastMessageAt} />
        </span>
      </Link>
    </li>
  )
}

function VisitorKind({ visitor }: { visitor: VisitorSummary }) {
  const { startsAt } = visitor
  return (
    <>
      {kindWords(visitor)}
      {startsAt && (
        <>
          {', '}
          <FormattedDate date={startsAt} time />
        </>
      )}
    </>
  )
}

function State({ conversation }: { conversation: ConversationSummary }) {
  const { awaitsAnswer, closedAt, answeredBy, visitor } = conversation
  if (visitor?.isCancelled) return <Badge tone="danger">Canceled</Badge>
  if (awaitsAnswer) return <Badge tone="warning">Unanswered</Badge>
  if (closedAt) return <Badge>Done</Badge>
  return answeredBy && `Answered by ${answeredBy}`
}
