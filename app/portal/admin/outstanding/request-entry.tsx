import { href } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { dateIn } from '../../../../rules/dates.ts'
import {
  markReceivedCommand,
  remindOfDocumentCommand,
  withdrawDocumentRequestCommand,
} from '../../../../rules/documents/document-request.commands.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { FollowedRequest } from '../../../../server/document-requests/requests-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { PersonDocumentsLink } from '../../managing/person-documents-link.tsx'
import { OutstandingEntry, StepButton } from './entry.tsx'
import { Reminders } from './reminders.tsx'

type Props = { me: Actor; request: FollowedRequest; onNotice: (notice: string) => void }

export function RequestEntry({ me, request, onNotice }: Props) {
  const { id, name, note, fulfilled_at, withdrawn_at, fulfilled_document_id: documentId } = request
  const person = { id: request.person_id, email: request.person_email, fullName: request.person_name }
  const step = { to: href('/profile/requests'), fields: { request: id }, about: name }
  return (
    <OutstandingEntry
      person={person}
      title={
        <>
          {name} {!fulfilled_at && !withdrawn_at && isOverdue(request) && <Badge tone="warning">Overdue</Badge>}
        </>
      }
      facts={<RequestFacts request={request} />}
      note={note}
      onNotice={onNotice}
      actions={action =>
        fulfilled_at || withdrawn_at ? (
          documentId && (
            <PersonDocumentsLink me={me} person={person} document={{ id: documentId, filename: name }}>
              View document
            </PersonDocumentsLink>
          )
        ) : (
          <>
            <StepButton {...step} action={action} command={remindOfDocumentCommand} />
            <StepButton {...step} action={action} command={markReceivedCommand} />
            <StepButton
              {...step}
              action={action}
              command={withdrawDocumentRequestCommand}
              confirm={{
                title: `Withdraw the request for “${name}”?`,
                text: 'It disappears from their portal. You can ask again at any time.',
              }}
            />
          </>
        )
      }
    />
  )
}

function RequestFacts({ request }: { request: FollowedRequest }) {
  const { created_at, requester_name, due_on, fulfilled_at, withdrawn_at, reminders, reminded_at } = request
  return (
    <>
      Asked <FormattedDate date={created_at} />
      {requester_name && ` by ${requester_name}`}
      {due_on && ` · needed by ${dateIn('UTC', due_on, fund.language)}`}
      {fulfilled_at && (
        <>
          {' · '}received <FormattedDate date={fulfilled_at} />
        </>
      )}
      {withdrawn_at && (
        <>
          {' · '}withdrawn <FormattedDate date={withdrawn_at} />
        </>
      )}
      {!fulfilled_at && !withdrawn_at && <Reminders count={reminders} last={reminded_at} />}
    </>
  )
}

/** @returns whether a request's due day has ended in every time zone */
function isOverdue({ due_on }: FollowedRequest): boolean {
  return due_on !== null && Date.parse(`${due_on}T00:00:00Z`) + 36 * 3600 * 1000 < Date.now()
}
