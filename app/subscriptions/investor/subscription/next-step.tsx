import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { holderKinds } from '../../../holders/holders.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { acknowledgeCommand, chooseHolderCommand, makeAgreementCommand, wantHolderCommand } from '../../own.commands.ts'
import type { SubscriptionPage } from '../../server/own-subscriptions.ts'
import { TermsForm } from './terms-form.tsx'

type Props = { subscription: SubscriptionPage; onDone: (notice: string) => void }

/** The form or the link of the step that comes next. */
export function NextStep({ subscription, onDone }: Props) {
  const { next, holderId, noteId, wire, envelopeId, shown } = subscription
  switch (next.turn === 'you' || next.step === 'holder' ? next.step : undefined) {
    case 'terms':
      return <TermsForm subscription={subscription} />
    case 'holder':
      return <HolderStep subscription={subscription} onDone={onDone} />
    case 'accreditation':
      return (
        <Button
          variant="primary"
          to={withQuery(href('/profile/accreditation'), {
            holder: holderId ?? '',
            subscription: subscription.id,
          })}
        >
          Verify accreditation
        </Button>
      )
    case 'disclosures':
      return <Disclosures subscription={subscription} onDone={onDone} />
    case 'agreement':
      return (
        <CommandForm command={makeAgreementCommand} variant="primary" fields={{ shown }}>
          <p className="quiet measure">
            It has these terms. You read it, and sign it with your name; you can still change or withdraw it then.
          </p>
        </CommandForm>
      )
    case 'sign':
      return envelopeId ? (
        <Button variant="primary" to={href('/profile/signing/envelopes/:id', { id: envelopeId })}>
          Read and sign
        </Button>
      ) : null
    case 'pay':
      return wire ? (
        <Button variant="primary" to={href('/profile/wire/:id', { id: wire })}>
          Wire instructions
        </Button>
      ) : null
    default:
      return noteId && next.turn === 'none' ? (
        <Button to={href('/profile/notes/:id', { id: noteId })}>Your note</Button>
      ) : null
  }
}

/** Who invests: one of the person's holders, or a new one that the office sets up. */
function HolderStep({ subscription, onDone }: Props) {
  const { holders, kinds, wantedName } = subscription
  const accepted = holders.filter(({ isAccepted, isFrozen }) => isAccepted && !isFrozen)
  const others = holders.filter(({ isAccepted }) => !isAccepted)
  return (
    <div className="stack gap-4">
      {accepted.length > 0 && (
        <CommandForm
          command={chooseHolderCommand}
          variant="primary"
          fields={{
            holder: {
              children: accepted.map(({ id, legalName }) => (
                <option key={id} value={id}>
                  {legalName}
                </option>
              )),
            },
          }}
        />
      )}
      {others.length > 0 && (
        <p className="quiet">This offering doesn’t accept {others.map(({ legalName }) => legalName).join(', ')}.</p>
      )}
      {wantedName && <p className="breakable">We’re setting up {wantedName}.</p>}
      <details open={accepted.length === 0}>
        <summary>Invest in another name</summary>
        <CommandForm
          command={wantHolderCommand}
          fields={{
            kind: {
              children: kinds.map(kind => (
                <option key={kind} value={kind}>
                  {holderKinds[kind]}
                </option>
              )),
            },
          }}
          isEmptied
          onDone={onDone}
        />
      </details>
    </div>
  )
}

/** The offering's documents: each is opened to its end, then confirmed. */
function Disclosures({ subscription: { disclosures }, onDone }: Props) {
  return (
    <div className="stack gap-4">
      <ol className="plain-list double divided">
        {disclosures.map(({ id, number, title, documentId, publishedAt, isServed, acknowledgedAt }) => (
          <li key={id} className="stack gap-1">
            <a href={`/files/${documentId}`} target="_blank" rel="noreferrer">
              {number}. {title}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            <p className="quiet">
              Published on <FormattedDate date={publishedAt} />
              {acknowledgedAt ? ', read' : isServed ? ', opened' : ', not opened yet'}
            </p>
          </li>
        ))}
      </ol>
      <CommandForm command={acknowledgeCommand} variant="primary" onDone={onDone} />
    </div>
  )
}
