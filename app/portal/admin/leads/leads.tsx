import { type ReactNode, useRef } from 'react'
import { calls as settings } from '../../../../content/calls.ts'
import { fund } from '../../../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../../../rules/dates.ts'
import { requestsAtOnce } from '../../../../rules/limits.ts'
import type { Requests } from '../../../../server/leads/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { adminPages, withQuery } from '../../addresses.ts'
import type { Refusal } from '../../errors.ts'
import { useRowFocus } from '../../row-focus.ts'
import { Trouble } from '../../trouble.tsx'
import { Pages } from '../pages.tsx'
import { CancelCall } from './cancel-call.tsx'
import { Entry } from './lead-entry.tsx'
import style from './leads.module.css'

type Call = Requests['calls'][number]
type Message = Requests['messages'][number]
/** Which page of each kind is shown, from 1. */
type PageNumbers = { calls: number; messages: number }
type Props = { requests: Requests; page: PageNumbers; trouble?: Refusal }

/**
 * What visitors left: calls they booked and messages, each to be answered and noted upon. Those that wait come first,
 * then the newest.
 */
export function Leads({ requests, page, trouble }: Props) {
  const { say, ...notice } = useNotice()
  const { calls, messages, total } = requests
  return (
    <div className={style.leads}>
      <Trouble trouble={trouble} />
      <List
        title="Calls"
        what="calls"
        none="Calls that visitors book will appear here."
        page={page}
        total={total}
        ids={calls.map(({ id }) => id)}
        trouble={Boolean(trouble)}
      >
        {calls.map(call => (
          <Entry
            key={call.id}
            kind="call"
            entry={call}
            onSaved={say}
            title={<CallTitle call={call} />}
            more={<CancelCall call={call} when={whenOf(call)} onCancelled={say} />}
          >
            <dd>{whenOf(call)}</dd>
          </Entry>
        ))}
      </List>
      <List
        title="Messages"
        what="messages"
        none="Messages from the contact form will appear here."
        page={page}
        total={total}
        ids={messages.map(({ id }) => id)}
        trouble={Boolean(trouble)}
      >
        {messages.map(message => (
          <Entry key={message.id} kind="message" entry={message} onSaved={say} title={titleOf(message)}>
            {message.amount_range && <dd>{message.amount_range}</dd>}
          </Entry>
        ))}
      </List>
      <Notice {...notice} />
    </div>
  )
}

type ListProps = {
  page: PageNumbers
  title: string
  what: 'calls' | 'messages'
  /** Said where there has never been one. */
  none: string
  total: Requests['total']
  ids: string[]
  trouble: boolean
  children: ReactNode
}

function List({ title, what, none, page, total, ids, trouble, children }: ListProps) {
  const list = useRef<HTMLElement>(null)
  const focus = useRowFocus(list, ids)
  const empty = total[what] === 0
  return (
    <section aria-labelledby={what} ref={list} tabIndex={-1} {...focus}>
      <h2 id={what}>{title}</h2>
      {ids.length === 0 && !trouble && (
        <EmptyState
          level={3}
          title={`No ${empty ? '' : 'more '}${what}${empty ? ' yet' : ''}`}
          action={!empty && <Button to={addressOf({ ...page, [what]: 1 })}>First page</Button>}
        >
          {empty ? none : 'There’s nothing on this page of the list.'}
        </EmptyState>
      )}
      <ol>{children}</ol>
      <Pages
        label={what}
        page={page[what]}
        total={total[what]}
        size={requestsAtOnce}
        addressOf={number => addressOf({ ...page, [what]: number })}
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

/** In the fund's hours, whoever reads. */
function whenOf({ starts_at, ends_at }: Call): string {
  const { timeZone, zones } = settings
  const hour = (time: Date) => hourIn(timeZone, time, fund.language)
  return `${dayIn(timeZone, starts_at, fund.language)}, ${hour(starts_at)} to ${hour(ends_at)}, ${zoneLabel(timeZone, zones)} time`
}
