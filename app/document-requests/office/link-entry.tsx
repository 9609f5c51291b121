import { href } from 'react-router'
import { canTake, signingSteps } from '../../../rules/workflows.ts'
import type { FollowedLink } from '../../documents/server/signing-list.ts'
import {
  askToSignAgainCommand,
  confirmSignatureCommand,
  remindToSignCommand,
} from '../../documents/signing.commands.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { OutstandingEntry, StepButton } from './entry.tsx'
import { Reminders } from './reminders.tsx'

type Props = { link: FollowedLink; onNotice: (notice: string) => void }

export function LinkEntry({ link, onNotice }: Props) {
  const { id, filename, signingState: state } = link
  const person = { id: link.userId, email: link.ownerEmail, fullName: link.ownerName }
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
  const { signingSentAt, signingOpenedAt, saidSignedAt, signingConfirmedAt } = link
  return (
    <>
      Sent <FormattedDate date={signingSentAt ?? 0} />
      {signingOpenedAt && (
        <>
          {' · '}opened <FormattedDate date={signingOpenedAt} />
        </>
      )}
      {saidSignedAt && (
        <>
          {' · '}said to be signed <FormattedDate date={saidSignedAt} />
        </>
      )}
      {signingConfirmedAt && (
        <>
          {' · '}confirmed <FormattedDate date={signingConfirmedAt} />
        </>
      )}
      {!signingConfirmedAt && !saidSignedAt && (
        <Reminders count={link.signingReminders} last={link.signingRemindedAt} />
      )}
    </>
  )
}
