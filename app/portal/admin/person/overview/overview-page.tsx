import { href } from 'react-router'
import { withQuery } from '../../../../../rules/url.ts'
import type { Actor } from '../../../../../server/access/actor.ts'
import type { AuditEntry } from '../../../../../server/audit/read-log.ts'
import type { WaitingForPerson } from '../../../../../server/document-requests/waiting-for-person.ts'
import type { Holdings } from '../../../../../server/holdings/holdings.ts'
import type { ConversationSummary } from '../../../../../server/messages/conversations.ts'
import type { Remark } from '../../../../../server/messages/remarks.ts'
import type { PersonFigures } from '../../../../../server/people/people-figures.ts'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { PersonDocumentsLink } from '../../../managing/person-documents-link.tsx'
import { ConversationRow } from '../../../messages/conversation-row.tsx'
import { useLiveUpdates } from '../../../use-live-updates.ts'
import { accountName, useAccount } from '../account.ts'
import { AboutPerson } from './about-person.tsx'
import { HeldByPerson } from './held-by-person.tsx'
import style from './overview.module.css'
import { Panel } from './panel.tsx'
import { PersonRemarks } from './person-remarks.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

export interface OverviewProps {
  me: Actor
  /** Undefined for people who act for no holder. */
  holdings: Holdings | undefined
  waiting: WaitingForPerson
  /** The newest ones. */
  conversations: ConversationSummary[]
  moreConversations: boolean
  remarks: Remark[]
  /** The newest ones of the log. */
  entries: AuditEntry[]
  figures: PersonFigures | undefined
}

/** One person on one page: what they hold and are paid next, what waits, their papers, messages, remarks and log. */
export function OverviewPage({ me, holdings, waiting, remarks, figures, entries, ...messages }: OverviewProps) {
  const account = useAccount()
  const { say, ...notice } = useNotice()
  useLiveUpdates(account.id)
  return (
    <div className={style.overview}>
      <div className={style.main}>
        <HeldByPerson holdings={holdings} />
        <WaitingPanel waiting={waiting} holdings={holdings} />
        <Messages {...messages} />
        <Panel title="Remarks">
          <p className={style.quiet}>Only administrators can read them.</p>
          <PersonRemarks personId={account.id} remarks={remarks} me={me} onNotice={say} />
        </Panel>
      </div>
      <div className={style.side}>
        <Panel title="Person">
          <AboutPerson account={account} lastSeen={figures?.last_seen ?? null} onNotice={say} />
        </Panel>
        <Papers me={me} figures={figures} />
        <Log entries={entries} />
      </div>
      <Notice {...notice} />
    </div>
  )
}

function Messages({ conversations, moreConversations }: Pick<OverviewProps, 'conversations' | 'moreConversations'>) {
  const account = useAccount()
  const name = accountName(account)
  const write = <Link to={withQuery(href('/profile/messages/new'), { user: account.id })}>New message</Link>
  return (
    <Panel title="Messages" all={account.erased_at ? undefined : write}>
      {conversations.length === 0 && <p className={style.quiet}>No messages yet.</p>}
      <ol className={style.messages}>
        {conversations.map(conversation => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            address={href('/profile/admin/messages/:id', { id: conversation.id })}
            author={conversation.lastFromFund ? conversation.lastSender : name}
          />
        ))}
      </ol>
      {moreConversations && (
        <p>
          <Link to={href('/profile/admin/people/:id/messages', { id: account.id })}>All messages</Link>
        </p>
      )}
    </Panel>
  )
}

/** How many there are; their names are behind the lock of another person's documents. */
function Papers({ me, figures }: Pick<OverviewProps, 'me' | 'figures'>) {
  const account = useAccount()
  const person = { id: account.id, email: account.email, fullName: account.full_name }
  const { documents = 0, newest_document: newest } = figures ?? {}
  return (
    <Panel
      title="Papers"
      all={
        !account.erased_at && (
          <Link to={withQuery(href('/profile/admin/deliver'), { to: `person:${account.id}` })}>Deliver</Link>
        )
      }
    >
      <p>
        {documents === 0 ? 'No documents yet' : documents === 1 ? '1 document' : `${documents} documents`}
        {newest && (
          <>
            , the newest of <FormattedDate date={newest} />
          </>
        )}
        .
      </p>
      <p>
        <PersonDocumentsLink me={me} person={person}>
          Open documents
        </PersonDocumentsLink>
      </p>
    </Panel>
  )
}

function Log({ entries }: Pick<OverviewProps, 'entries'>) {
  const { id } = useAccount()
  return (
    <Panel title="Log" all={<Link to={href('/profile/admin/people/:id/activity', { id })}>All activity</Link>}>
      {entries.length === 0 && <p className={style.quiet}>Nothing yet.</p>}
      <ol className={style.log}>
        {entries.map(({ id, what, subject, personId, address, who, at }) => (
          <li key={id}>
            <span>
              {what}
              {subject && !personId && address && (
                <>
                  : <Link to={address}>{subject}</Link>
                </>
              )}
            </span>
            <small>
              {who && `${who}, `}
              <FormattedDate date={at} time />
            </small>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
