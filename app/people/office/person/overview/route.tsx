import { href } from 'react-router'
import { countOf } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { Actor } from '../../../../../server/access/actor.ts'
import { ConversationRow } from '../../../../messages/investor/conversation-row.tsx'
import type { Remark } from '../../../../messages/server/remarks.ts'
import { CommandForm } from '../../../../shell/commands/command-form.tsx'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { useLiveUpdates } from '../../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../../shell/portal/use-me.ts'
import { FormattedDate } from '../../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../../shell/ui/notice.tsx'
import { LineList } from '../../../../today/office/line-list.tsx'
import { remarkOnPersonCommand } from '../../../person.commands.ts'
import { PersonDocumentsLink } from '../../managing/person-documents-link.tsx'
import { accountName, useAccount } from '../account.ts'
import { AboutPerson } from './about-person.tsx'
import { HeldByPerson } from './held-by-person.tsx'
import { loadOverview, type Overview } from './load-overview.ts'
import style from './overview.module.css'
import { Panel } from './panel.tsx'
import { linesForOffice, linesForPerson } from './pending-lines.ts'
import { SharedAccess } from './shared-access.tsx'

export const loader = loadOne(loadOverview)

export default showOne<typeof loader>(OverviewPage)

/** One person on one page: holdings and next payment, pending items, documents, messages, remarks and log. */
function OverviewPage(overview: Overview) {
  const me = useMe()
  const { remarks, entries } = overview
  const account = useAccount()
  const { say, ...notice } = useNotice()
  useLiveUpdates(account.id)
  return (
    <div className={`stack pad-above-5 gap-6-8 ${style.overview}`}>
      <div className="stack top shrink gap-6">
        <SharedAccess shares={overview.shares} onNotice={say} />
        {(overview.holdings || account.acceptedAt) && <HeldByPerson {...overview} />}
        <PendingPanel {...overview} />
        <Messages {...overview} />
        <Panel title="Remarks">
          <p className="quiet">Only administrators can read them.</p>
          <PersonRemarks personId={account.id} remarks={remarks} me={me} onNotice={say} />
        </Panel>
      </div>
      <div className="stack top shrink gap-6">
        <Panel title="Person">
          <AboutPerson account={account} lastSeen={overview.lastSeen} onNotice={say} />
        </Panel>
        <DocumentsSummary me={me} documents={overview.documents} />
        <Log entries={entries} />
      </div>
      <Notice {...notice} />
    </div>
  )
}

function Messages({ conversations, moreConversations }: Pick<Overview, 'conversations' | 'moreConversations'>) {
  const account = useAccount()
  const name = accountName(account)
  const write = <Link to={withQuery(href('/profile/messages/new'), { user: account.id })}>New message</Link>
  return (
    <Panel title="Messages" all={isOpen(account) && write}>
      {conversations.length === 0 && <p className="quiet">No messages yet.</p>}
      <ol className="plain-list">
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

/** Whether a person can receive anything: not once their access is closed. */
const isOpen = ({ disabledAt, erasedAt }: ReturnType<typeof useAccount>) => !disabledAt && !erasedAt

/** The number of documents; their names are behind the lock of another person's documents. */
function DocumentsSummary({ me, documents: inShort }: Pick<Overview, 'documents'> & { me: Actor }) {
  const account = useAccount()
  const { id, email, fullName, isAdmin } = account
  const { documents, unread, lastAddedAt, lastOpenedAt } = inShort
  return (
    <Panel
      title="Documents"
      all={
        isOpen(account) &&
        !isAdmin && <Link to={withQuery(href('/profile/admin/deliver'), { to: `person:${id}` })}>Deliver</Link>
      }
    >
      <p>
        {documents === 0 ? 'No documents yet' : countOf(documents, 'document')}
        {lastAddedAt && (
          <>
            , the newest of <FormattedDate date={lastAddedAt} />
          </>
        )}
        .{unread > 0 && ` ${countOf(unread, 'document')} not opened yet.`}
        {lastOpenedAt && (
          <>
            {' '}
            They last opened one on <FormattedDate date={lastOpenedAt} />.
          </>
        )}
      </p>
      <p>
        <PersonDocumentsLink me={me} person={{ id, email, fullName }}>
          Open documents
        </PersonDocumentsLink>
      </p>
    </Panel>
  )
}

/** Without the subjects: names of documents are behind the lock. */
function Log({ entries }: Pick<Overview, 'entries'>) {
  const { id } = useAccount()
  return (
    <Panel title="Log" all={<Link to={href('/profile/admin/people/:id/activity', { id })}>All activity</Link>}>
      {entries.length === 0 && <p className="quiet">Nothing yet.</p>}
      <ol className={`stack gap-2 plain-list ${style.log}`}>
        {entries.map(({ id, what, who, at }) => (
          <li key={id}>
            <span>{what}</span>
            <small className="quiet">
              {who && `${who}, `}
              <FormattedDate date={at} time />
            </small>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Pending items about a person, on the fund's side and on theirs, each with its link in the office. */
function PendingPanel(overview: Overview) {
  const account = useAccount()
  const ours = linesForOffice(account, overview)
  const theirs = linesForPerson(account, overview)
  return (
    <>
      <Panel title="Waiting for us">
        {ours.length > 0 ? <LineList lines={ours} /> : <p className="quiet">Nothing to do.</p>}
      </Panel>
      <Panel title="Waiting for them">
        {theirs.length > 0 ? <LineList lines={theirs} /> : <p className="quiet">Nothing to do.</p>}
      </Panel>
    </>
  )
}

type Props = { me: Actor; personId: string; remarks: Remark[]; onNotice: (notice: string) => void }

/** Administrators' internal remarks about a person, oldest first, and a form to add one. */
function PersonRemarks({ personId, remarks, onNotice }: Props) {
  return (
    <>
      {remarks.length > 0 && (
        <ol className={`plain-list stack ${style.remarks}`}>
          {remarks.map(({ id, authorName, body, createdAt }) => (
            <li key={id}>
              <p className="as-written">{body}</p>
              <p className="quiet">
                {authorName}, <FormattedDate date={createdAt} time />
              </p>
            </li>
          ))}
        </ol>
      )}
      <CommandForm
        command={remarkOnPersonCommand}
        action={href('/profile/people/:id', { id: personId })}
        className="stack gap-3 below-3 column-36"
        isEmptied
        onDone={onNotice}
      />
    </>
  )
}
