import { type ReactNode, useRef } from 'react'
import { calls as settings } from '../../../../content/call-offers.ts'
import { fund } from '../../../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../../../rules/dates.ts'
import { leadsPerPage } from '../../../../rules/limits.ts'
import type { Leads } from '../../../../server/leads/manage-leads.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { adminPages, withQuery } from '../../addresses.ts'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import { useRowFocus } from '../../use-row-focus.ts'
import { Pagination } from '../pagination.tsx'
import { CancelCallButton } from './cancel-call-button.tsx'
import { LeadEntry } from './lead-entry.tsx'
import style from './leads-page.module.css'

type Call = Leads['calls'][number]
type Message = Leads['messages'][number]
/** Which page of each list is shown, from 1. */
type PageNumbers = { calls: number; messages: number }
type Props = { requests: Leads; page: PageNumbers; loadError?: Refusal }

/**
 * Calls that visitors booked and messages they sent, each to be answered and annotated. Unanswered ones come first, then
 * the newest.
 */
export function LeadsPage({ requests, page, loadError }: Props) {
  const { say, ...notice } = useNotice()
  const { calls, messages, total } = requests
  return (
    <div className={style.leads}>
      <LoadError error={loadError} />
      <LeadList
        title="Calls"
        kind="calls"
        emptyText="Calls that visitors book will appear here."
        page={page}
        total={total}
        ids={calls.map(({ id }) => id)}
        loadError={Boolean(loadError)}
      >
        {calls.map(call => (
          <LeadEntry
            key={call.id}
            kind="call"
            entry={call}
            onSaved={say}
            title={<CallTitle call={call} />}
            actions={<CancelCallButton call={call} when={whenOf(call)} onCancelled={say} />}
          >
            <dd>{whenOf(call)}</dd>
          </LeadEntry>
        ))}
      </LeadList>
      <LeadList
        title="Messages"
        kind="messages"
        emptyText="Messages from the contact form will appear here."
        page={page}
        total={total}
        ids={messages.map(({ id }) => id)}
        loadError={Boolean(loadError)}
      >
        {messages.map(message => (
          <LeadEntry key={message.id} kind="message" entry={message} onSaved={say} title={titleOf(message)}>
            {message.amount_range && <dd>{message.amount_range}</dd>}
          </LeadEntry>
        ))}
      </LeadList>
      <Notice {...notice} />
    </div>
  )
}

type LeadListProps = {
  page: PageNumbers
  title: string
  kind: 'calls' | 'messages'
  /** Shown when there has never been one. */
  emptyText: string
  total: Leads['total']
  ids: string[]
  loadError: boolean
  children: ReactNode
}

function LeadList({ title, kind, emptyText, page, total, ids, loadError, children }: LeadListProps) {
  const list = useRef<HTMLElement>(null)
  const focus = useRowFocus(list, ids)
  const empty = total[kind] === 0
  return (
    <section aria-labelledby={kind} ref={list} tabIndex={-1} {...focus}>
      <h2 id={kind}>{title}</h2>
      {ids.length === 0 && !loadError && (
        <EmptyState
          level={3}
          title={`No ${empty ? '' : 'more '}${kind}${empty ? ' yet' : ''}`}
          action={!empty && <Button to={addressOf({ ...page, [kind]: 1 })}>First page</Button>}
        >
          {empty ? emptyText : 'There’s nothing on this page of the list.'}
        </EmptyState>
      )}
      <ol>{children}</ol>
      <Pagination
        label={kind}
        page={page[kind]}
        total={total[kind]}
        size={leadsPerPage}
        addressOf={number => addressOf({ ...page, [kind]: number })}
      />
    </section>
  )
}

function addressOf({ calls, messages }: PageNumbers): string {
  const field = (page: number) => (page > 1 ? String(page) : undefined)
  return withQuery(adminPages.leads, { calls: field(calls), messages: field(messages) })
}

function CallTitle({ call }: { call: Call }) {
  const who = call.calendar === 'founder' ? ' with the founder' : ''
  return (
    <>
      {call.kind === 'phone' ? 'Phone call' : 'Video call'}
      {who} {call.cancelled_at && <Badge tone="danger">Canceled</Badge>}
    </>
  )
}

function titleOf({ topic }: Message): string {
  return topic === 'consultation' ? 'Would like a consultation' : 'Has a question'
}

/** In the fund's time zone, wherever the reader is. */
function whenOf({ starts_at, ends_at }: Call): string {
  const { timeZone, zones } = settings
  const hour = (time: Date) => hourIn(timeZone, time, fund.language)
  return `${dayIn(timeZone, starts_at, fund.language)}, ${hour(starts_at)} to ${hour(ends_at)}, ${zoneLabel(timeZone, zones)} time`
}
