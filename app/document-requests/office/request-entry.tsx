import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { dateIn } from '../../../rules/dates.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { PersonDocumentsLink } from '../../people/office/managing/person-documents-link.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import {
  markReceivedCommand,
  remindOfDocumentCommand,
  withdrawDocumentRequestCommand,
} from '../document-request.commands.ts'
import type { FollowedRequest } from '../server/requests-list.ts'
import { OutstandingEntry, StepButton } from './entry.tsx'
import { Reminders } from './reminders.tsx'

type Props = { me: Actor; request: FollowedRequest; onNotice: (notice: string) => void }

export function RequestEntry({ me, request, onNotice }: Props) {
  const { id, name, note, fulfilledAt, withdrawnAt, fulfilledDocumentId: documentId } = request
  const person = { id: request.personId, email: request.personEmail, fullName: request.personName }
  const step = { to: href('/profile/requests'), fields: { request: id }, about: name }
  return (
    <OutstandingEntry
      person={person}
      title={
        <>
          {name} {!fulfilledAt && !withdrawnAt && isOverdue(request) && <Badge tone="warning">Overdue</Badge>}
        </>
      }
      facts={<RequestFacts request={request} />}
      note={note}
      onNotice={onNotice}
      actions={action =>
        fulfilledAt || withdrawnAt ? (
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
  const { createdAt, requesterName, dueOn, fulfilledAt, withdrawnAt, reminders, remindedAt } = request
  return (
    <>
      Asked <FormattedDate date={createdAt} />
      {requesterName && ` by ${requesterName}`}
      {dueOn && ` · needed by ${dateIn('UTC', dueOn, fund.language)}`}
      {fulfilledAt && (
        <>
          {' · '}received <FormattedDate date={fulfilledAt} />
        </>
      )}
      {withdrawnAt && (
        <>
          {' · '}withdrawn <FormattedDate date={withdrawnAt} />
        </>
      )}
      {!fulfilledAt && !withdrawnAt && <Reminders count={reminders} last={remindedAt} />}
    </>
  )
}

/** @returns whether a request's due day has ended in every time zone */
function isOverdue({ dueOn }: FollowedRequest): boolean {
  return dueOn !== null && Date.parse(`${dueOn}T00:00:00Z`) + 36 * 3600 * 1000 < Date.now()
}
