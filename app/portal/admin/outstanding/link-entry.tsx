import { href } from 'react-router'
import {
  askToSignAgainCommand,
  confirmSignatureCommand,
  remindToSignCommand,
} from '../../../../rules/documents/signing.commands.ts'
import { canTake, signingSteps } from '../../../../rules/workflows.ts'
import type { FollowedLink } from '../../../../server/documents/signing-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { OutstandingEntry, StepButton } from './entry.tsx'
import { Reminders } from './reminders.tsx'

type Props = { link: FollowedLink; onNotice: (notice: string) => void }

export function LinkEntry({ link, onNotice }: Props) {
  const { id, filename, signing_state: state } = link
  const person = { id: link.user_id, email: link.owner_email, fullName: link.owner_name }
  const step = {
    to: href('/profile/signing/:id', { id }),
    fields: { next: href('/profile/admin/outstanding') },
    about: filename,
  }
  return (
    <OutstandingEntry
      person={person}
      title={
        <>
          {filename} {state === 'said_signed' && <Badge tone="warning">To confirm</Badge>}
        </>
      }
      facts={<LinkFacts link={link} />}
      onNotice={onNotice}
      actions={action => (
        <>
          {canTake(signingSteps.confirm, state) && (
            <StepButton
              {...step}
              action={action}
              command={confirmSignatureCommand}
              main={state === 'said_signed'}
              confirm={
                state === 'said_signed'
                  ? undefined
                  : {
                      title: `Confirm the signature on “${filename}”?`,
                      text: 'They haven’t reported it as signed. Confirm only if you have the signed document.',
                    }
              }
            />
          )}
          {canTake(signingSteps.sign, state) && <StepButton {...step} action={action} command={remindToSignCommand} />}
          {(state === 'said_signed' || state === 'confirmed') && (
            <StepButton
              {...step}
              action={action}
              command={askToSignAgainCommand}
              confirm={{
                title: `Ask to sign “${filename}” again?`,
                text: 'It will need their signature again, and we’ll e-mail them.',
              }}
            />
          )}
        </>
      )}
    />
  )
}

function LinkFacts({ link }: { link: FollowedLink }) {
  const { signing_sent_at, signing_opened_at, said_signed_at, signing_confirmed_at } = link
  return (
    <>
      Sent <FormattedDate date={signing_sent_at ?? 0} />
      {signing_opened_at && (
        <>
          {' · '}opened <FormattedDate date={signing_opened_at} />
        </>
      )}
      {said_signed_at && (
        <>
          {' · '}said to be signed <FormattedDate date={said_signed_at} />
        </>
      )}
      {signing_confirmed_at && (
        <>
          {' · '}confirmed <FormattedDate date={signing_confirmed_at} />
        </>
      )}
      {!signing_confirmed_at && !said_signed_at && (
        <Reminders count={link.signing_reminders} last={link.signing_reminded_at} />
      )}
    </>
  )
}
