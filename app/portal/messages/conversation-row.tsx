import type { ReactNode } from 'react'
import type { ConversationSummary } from '../../../server/messages/conversations.ts'
import { classes } from '../../ui/classes.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { Link } from '../../ui/link.tsx'
import style from './conversation-row.module.css'

type Props = {
  conversation: ConversationSummary
  address: string
  /** Who wrote last, before the beginning of that message; by default 'You' or the name of the fund's employee. */
  author?: ReactNode
}

/** One conversation in a list; all of it leads to the conversation. */
export function ConversationRow({ conversation, address, author }: Props) {
  const { subject, document, excerpt, isUnread, lastMessageAt, lastFromFund, lastSender } = conversation
  return (
    <li className={classes(style.row, isUnread && style.unread)}>
      <Link to={address} className={style.link}>
        <span className={style.subject}>
          {isUnread && <span className="visually-hidden">New: </span>}
          {subject}
        </span>
        <span className={style.when}>
          <FormattedDate date={lastMessageAt} />
        </span>
        <span className={style.excerpt}>
          <span className={style.author}>{author ?? (lastFromFund ? lastSender : 'You')}: </span>
          {excerpt}
        </span>
        {document && !subject?.includes(document.filename) && (
          <span className={style.document}>{document.filename}</span>
        )}
      </Link>
    </li>
  )
}
