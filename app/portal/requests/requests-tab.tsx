import { type ReactNode, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { calls as settings } from '../../../content/calls.ts'
import { fund } from '../../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../../rules/call-times.ts'
import { noteLength } from '../../../rules/leads.ts'
import { requestsAtOnce } from '../../../rules/limits.ts'
import type { Requests } from '../../../server/requests.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import type { RequestsData } from '../admin/load.ts'
import { Pages } from '../admin/pages.tsx'
import { useHydrated } from '../hydrated.ts'
import { Trouble } from '../trouble.tsx'
import type { RequestAnswer } from './answer.ts'
import { CancelCall } from './cancel-call.tsx'
import style from './requests.module.css'

type Call = Requests['calls'][number]
type Message = Requests['messages'][number]

/**
 * What visitors left: calls they booked and messages, each to be answered and noted upon. Those that wait come first,
 * then the newest.
 */
export function RequestsTab({ requests, page, trouble }: RequestsData) {
  const { say, ...notice } = useNotice()
  const { calls, messages, total } = requests
  return (
    <div className={style.requests}>
      <Trouble trouble={trouble} />
      <section aria-labelledby="calls">
        <h2 id="calls">Calls</h2>
        {calls.length === 0 && !trouble && (
          <EmptyState
            level={3}
            title={total.calls === 0 ? 'No calls yet' : 'No more calls'}
            action={total.calls > 0 && <Button to={addressOf({ ...page, calls: 1 })}>First page</Button>}
          >
            {total.calls === 0 ? 'Calls that visitors book are listed here.' : 'The list is shorter than this page.'}
          </EmptyState>
        )}
        <ol>
          {calls.map(call => (
            <Entry key={call.id} kind="call" entry={call} onSaved={say} title={<CallTitle call={call} />}>
              <dd>{whenOf(call)}</dd>
            </Entry>
          ))}
        </ol>
        <Pages
          label="calls"
          page={page.calls}
          total={total.calls}
          size={requestsAtOnce}
          addressOf={calls => addressOf({ ...page, calls })}
        />
      </section>
      <section aria-labelledby="messages">
        <h2 id="messages">Messages</h2>
        {messages.length === 0 && !trouble && (
          <EmptyState
            level={3}
            title={total.messages === 0 ? 'No messages yet' : 'No more messages'}
            action={total.messages > 0 && <Button to={addressOf({ ...page, messages: 1 })}>First page</Button>}
          >
            {total.messages === 0
              ? 'Messages from the contact form are listed here.'
              : 'The list is shorter than this page.'}
          </EmptyState>
        )}
        <ol>
          {messages.map(message => (
            <Entry key={message.id} kind="message" entry={message} onSaved={say} title={titleOf(message)}>
              {message.amount_range && <dd>{message.amount_range}</dd>}
            </Entry>
          ))}
        </ol>
        <Pages
          label="messages"
          page={page.messages}
          total={total.messages}
          size={requestsAtOnce}
          addressOf={messages => addressOf({ ...page, messages })}
        />
      </section>
      <Notice {...notice} />
    </div>
  )
}

function addressOf({ calls, messages }: RequestsData['page']): string {
  const more = new URLSearchParams({
    ...(calls > 1 && { calls: String(calls) }),
    ...(messages > 1 && { messages: String(messages) }),
  })
  return `/profile?${new URLSearchParams({ tab: 'admin', list: 'requests' })}${String(more) && `&${more}`}`
}

type EntryProps = {
  kind: 'call' | 'message'
  entry: Call | Message
  title: ReactNode
  onSaved: (notice: string) => void
  children: ReactNode
}

function Entry({ kind, entry, title, onSaved, children }: EntryProps) {
  const fetcher = useFetcher<RequestAnswer>()
  const hydrated = useHydrated()
  const { id, name, email, phone, message, state, note, created_at } = entry
  const answer = fetcher.data
  useEffect(() => {
    if (answer?.notice) onSaved(answer.notice)
  }, [answer, onSaved])
  const busy = fetcher.state !== 'idle'
  const other = state === 'new' ? 'answered' : 'new'
  return (
    <li className={style.entry}>
      <div>
        <h3 id={`request-${id}`} tabIndex={-1}>
          {name}
        </h3>
        <p className={style.title}>
          {title} {state === 'new' ? <Badge tone="warning">New</Badge> : <Badge>Answered</Badge>}
        </p>
        <dl className={style.facts}>
          <dt className="visually-hidden">About it</dt>
          {children}
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
          {phone && (
            <dd>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
            </dd>
          )}
          <dd>
            Came <FormattedDate date={created_at} time />
          </dd>
        </dl>
        {message && <p className={style.message}>{message}</p>}
        {'starts_at' in entry && <CancelCall call={entry} when={whenOf(entry)} onCancelled={onSaved} />}
      </div>
      <fetcher.Form method="post" action={`/profile/requests/${kind}/${id}`} className={style.form}>
        <Banner>{answer?.error?.message}</Banner>
        <TextField
          label={
            <>
              Note<span className="visually-hidden"> on {name}</span>
            </>
          }
          name="note"
          rows={2}
          maxLength={noteLength}
          defaultValue={note ?? ''}
        />
        <input type="hidden" name="loaded_note" value={note ?? ''} />
        {hydrated && <input type="hidden" name="script" value="1" />}
        <div className={style.actions}>
          <Button type="submit" size="small" name="state" value={other} busy={busy}>
            {other === 'answered' ? 'Mark as answered' : 'Mark as new'}
          </Button>
          <Button type="submit" size="small" variant="link" name="state" value={state} busy={busy}>
            Save note
          </Button>
        </div>
      </fetcher.Form>
    </li>
  )
}

function CallTitle({ call }: { call: Call }) {
  const who = call.calendar === 'founder' ? ' with the founder' : ''
  return (
    <>
      {call.kind === 'phone' ? 'Phone call' : 'Video call'}
      {who} {call.cancelled_at && <Badge tone="danger">Cancelled</Badge>}
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
