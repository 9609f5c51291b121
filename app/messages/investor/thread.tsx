import { useState } from 'react'
import { classes } from '../../shell/ui/classes.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { Conversation, ConversationMessage } from '../server/conversation.ts'
import style from './thread.module.css'

type Props = {
  conversation: Pick<Conversation, 'messages' | 'readAt' | 'readByOtherAt'>
  /** The name of who wrote, by default as it was then. */
  nameOf?: (message: ConversationMessage) => string
  /** @returns where an attached document opens */
  documentAddress: (id: string) => string
  /** Below the last message, if the reader's side wrote it and the other has not read it; with `read`, if it has. */
  sent: string
  read: string
  /** The side of the reader. */
  isFund?: boolean
}

/** The messages of a conversation, oldest first. Those that are new to the reader come after a line that says so. */
export function Thread({ conversation, nameOf, documentAddress, sent, read, isFund = false }: Props) {
  const { messages, readByOtherAt } = conversation
  // As it was when the page was opened: by now everything is marked as read.
  const [readAt] = useState(conversation.readAt)
  const isOther = ({ fromFund }: ConversationMessage) => fromFund !== isFund
  const firstNew = messages.find(message => isOther(message) && (!readAt || message.createdAt > readAt))
  const last = messages.at(-1)
  return (
    <ol className="stack gap-5">
      {messages.map(message => (
        <li
          key={message.id}
          className={classes(`stack narrow gap-2 column-44 ${style.message}`, !isOther(message) && style.own)}
        >
          {message === firstNew && messages.length > 1 && (
            <p className={`stack center gap-3 fine strong ${style.new}`}>New</p>
          )}
          <article>
            <header className={`quiet cluster baseline gap-0-3 tabular ${style.head}`}>
              <h3>{nameOf?.(message) ?? message.senderName}</h3>
              <FormattedDate date={message.createdAt} time />
            </header>
            <p className="as-written above-1">{message.body}</p>
            <Attachments message={message} documentAddress={documentAddress} />
          </article>
          {message === last && !isOther(message) && (
            <p className={`quiet ${style.state}`}>
              {readByOtherAt && readByOtherAt >= message.createdAt ? read : sent}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function Attachments({ message, documentAddress }: Pick<Props, 'documentAddress'> & { message: ConversationMessage }) {
  const { attachments } = message
  if (attachments.length === 0) return null
  return (
    <ul className={`quiet stack line-above above-3 ${style.attachments}`} aria-label="Attached documents">
      {attachments.map((document, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments never change their order, and a deleted one has no id
        <li key={index}>
          {document ? (
            <Link to={documentAddress(document.id)}>{document.filename}</Link>
          ) : (
            'A document that was deleted'
          )}
        </li>
      ))}
    </ul>
  )
}
