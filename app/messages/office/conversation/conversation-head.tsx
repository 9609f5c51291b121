import { href } from 'react-router'
import { calls } from '../../../../content/call-offers.ts'
import { callZones } from '../../../../content/call-zones.ts'
import { fund } from '../../../../content/fund.ts'
import { theFounder } from '../../../../content/words.ts'
import { dayIn, hourIn, zoneLabel } from '../../../../rules/dates.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { Lead } from '../../../leads/server/manage-leads.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { PageName } from '../../../shell/office/page-name.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { closeConversationCommand, reopenConversationCommand } from '../../inbox.commands.ts'
import type { Conversation } from '../../server/conversation.ts'
import { counterpartName, kindWords } from '../words.ts'
import { CancelCallButton } from './cancel-call-button.tsx'
import style from './conversation-head.module.css'

type Props = {
  conversation: Conversation
  lead: Lead | null
  onDone: (notice: string) => void
}

/** What a conversation is about, who it is with, how else to reach them, and whether it is done. */
export function ConversationHead({ conversation, lead, onDone }: Props) {
  const { id, person, visitor, subject, document, awaitsAnswer, closedAt } = conversation
  const call = lead?.call
  return (
    <header className={`cluster apart ${style.head}`}>
      <div>
        <PageName name={subject ?? counterpartName(conversation)} id="conversation" tabIndex={-1} />
        <p className={`cluster center small tabular ${style.states}`}>
          {visitor && <span>{kindWords(visitor)}</span>}
          {call?.calendar === 'founder' && <span>with {theFounder}</span>}
          {call?.cancelledAt && <Badge tone="danger">Canceled</Badge>}
          {awaitsAnswer && <Badge tone="warning">Unanswered</Badge>}
          {closedAt && <Badge>Done</Badge>}
        </p>
        <ul className={`cluster center small muted tabular above-1 ${style.facts}`}>
          {call && <li>{whenOf(call)}</li>}
          {person && (
            <li>
              <Link to={href('/profile/admin/people/:id', { id: person.id })}>{counterpartName(conversation)}</Link>
            </li>
          )}
          {person && document && (
            <li>
              <Link to={withQuery(href('/profile/admin/people/:id', { id: person.id }), { document: document.id })}>
                {document.filename}
              </Link>
            </li>
          )}
          {(visitor ?? person) && (
            <li>
              <a href={`mailto:${(visitor ?? person)?.email}`}>{(visitor ?? person)?.email}</a>
            </li>
          )}
          <LeadFacts lead={lead} />
        </ul>
      </div>
      <div className="cluster center gap-2-5">
        <CommandForm
          command={closedAt ? reopenConversationCommand : closeConversationCommand}
          action={href('/profile/admin/messages/:id', { id })}
          size="small"
          onDone={onDone}
        />
        {call && <CancelCallButton call={call} conversationId={id} when={whenOf(call)} onCancelled={onDone} />}
      </div>
    </header>
  )
}

function LeadFacts({ lead }: { lead: Lead | null }) {
  const sent = lead?.message ?? lead?.call
  return (
    <>
      {sent?.phone && (
        <li>
          <a href={`tel:${sent.phone.replaceAll(/[^\d+]/g, '')}`}>{sent.phone}</a>
        </li>
      )}
      {lead?.message?.amountRange && <li>{lead.message.amountRange}</li>}
      {lead?.call?.cancelledAt && (
        <li>
          Canceled <FormattedDate date={lead.call.cancelledAt} time />
        </li>
      )}
      {lead?.call && lead.call.timeZone !== calls.timeZone && (
        <li>Their time zone: {zoneLabel(lead.call.timeZone, callZones)}</li>
      )}
      {lead?.person && (
        <li>
          In the portal as{' '}
          <Link to={href('/profile/admin/people/:id', { id: lead.person.id })}>{lead.person.name}</Link>
        </li>
      )}
    </>
  )
}

/** In the fund's time zone, wherever the reader is. */
function whenOf({ startsAt, endsAt }: NonNullable<Lead['call']>): string {
  const { timeZone } = calls
  const hour = (time: Date) => hourIn(timeZone, time, fund.language)
  return `${dayIn(timeZone, startsAt, fund.language)}, ${hour(startsAt)} to ${hour(endsAt)}, ${zoneLabel(timeZone, callZones)} time`
}
