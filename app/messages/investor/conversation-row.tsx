import type { ReactNode } from 'react'
import { titleOf } from '../../documents/documents.ts'
import { classes } from '../../shell/ui/classes.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { ConversationSummary } from '../server/conversations.ts'
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
    <li className={classes('plain-list line-below', isUnread && style.unread)}>
      <Link to={address} className={`stack gap-1-4 ${style.link}`}>
        <span className={`breakable ${style.subject}`}>
          {isUnread && <span className="visually-hidden">New: </span>}
          {subject}
        </span>
        <span className={`quiet tabular ${style.when}`}>
          <FormattedDate date={lastMessageAt} />
        </span>
        <span className={`small breakable ${style.excerpt}`}>
          <span className={style.author}>{author ?? (lastFromFund ? lastSender : 'You')}: </span>
          {shortened(excerpt)}
        </span>
        {document && !subject?.includes(document.filename) && (
          <span className={`small breakable ${style.document}`}>{titleOf(document.filename)}</span>
        )}
      </Link>
    </li>
  )
}

/** Characters of a message that a list shows. */
const excerptLength = 110

/** @returns the beginning of a text, to the end of a word */
function shortened(text: string): string {
  if (text.length <= excerptLength) return text
  return `${text.slice(0, excerptLength).replace(/\s+\S{0,20}$/, '')}…`
}
