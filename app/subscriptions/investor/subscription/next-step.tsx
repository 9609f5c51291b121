import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { holderKinds } from '../../../holders/holders.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import {
  acknowledgeCommand,
  chooseHolderCommand,
  chooseTermsCommand,
  makeAgreementCommand,
  wantHolderCommand,
} from '../../own.commands.ts'
import type { SubscriptionPage } from '../../server/own-subscriptions.ts'
import style from '../subscriptions.module.css'
import { acceptedHolders, HolderOptions, termsFields, termsPairs } from '../terms-fields.tsx'
import { TierTable } from '../tier-table.tsx'

type Props = { subscription: SubscriptionPage; onDone: (notice: string) => void }

/** The form or the link of the step that comes next. */
export function NextStep({ subscription, onDone }: Props) {
  const { next, state, holderId, noteId, wire, envelopeId, shown } = subscription
  // While the office sets up a new holder, another can be chosen.
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
      return (
        <>
          <Disclosures subscription={subscription} />
          {state === 'agreement' ? (
            <CommandForm command={acknowledgeCommand} variant="primary" onDone={onDone} />
          ) : (
            <CommandForm
              command={makeAgreementCommand}
              variant="primary"
              fields={{ shown, read: { required: true } }}
            />
          )}
        </>
      )
    case 'agreement':
      return <CommandForm command={makeAgreementCommand} variant="primary" fields={{ shown, read: null }} />
    case 'sign':
      return envelopeId && state === 'agreement' ? (
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
        <Button variant="primary" to={href('/profile/notes/:id', { id: noteId })}>
          Your note
        </Button>
      ) : null
  }
}

/** Amount, term, payout and holder. The rate follows. */
export function TermsForm({ subscription }: Pick<Props, 'subscription'>) {
  return (
    <div className="stack gap-4">
      <TierTable />
      <CommandForm
        command={chooseTermsCommand}
        variant="primary"
        button={subscription.state === 'prepared' ? 'Confirm these terms' : chooseTermsCommand.button}
        pairs={termsPairs}
        fields={termsFields(subscription, subscription)}
      />
    </div>
  )
}

/** Who invests: one of the person's holders, or a new one that the office sets up. */
function HolderStep({ subscription, onDone }: Props) {
  const { holders, kinds, wantedName } = subscription
  const accepted = acceptedHolders(subscription)
  const others = holders.filter(({ kind }) => !kinds.includes(kind))
  return (
    <div className="stack gap-4">
      {wantedName && <p className="breakable">We’re setting up {wantedName}.</p>}
      {accepted.length > 0 && (
        <CommandForm
          command={chooseHolderCommand}
          variant="primary"
          fields={{ holder: { children: <HolderOptions holders={accepted} /> } }}
        />
      )}
      {others.length > 0 && (
        <p className="quiet">This offering doesn’t accept {others.map(({ legalName }) => legalName).join(', ')}.</p>
      )}
      <details className="fold" open={!wantedName}>
        <summary>Invest in another name</summary>
        <CommandForm
          command={wantHolderCommand}
          fields={{
            kind: { children: <Options of={Object.fromEntries(kinds.map(kind => [kind, holderKinds[kind]]))} /> },
          }}
          isEmptied
          onDone={onDone}
        />
      </details>
    </div>
  )
}

/** The offering's documents: each is opened to its end, then confirmed. */
function Disclosures({ subscription: { disclosures } }: Pick<Props, 'subscription'>) {
  return (
    <ol className="plain-list double divided" aria-label="Offering documents">
      {disclosures.map(({ id, number, title, documentId, publishedAt, isServed, acknowledgedAt }) => (
        <li key={id} className={style.disclosure}>
          <a href={`/files/${documentId}`} target="_blank" rel="noreferrer" className="strong breakable">
            {number}. {title}
            <span className="visually-hidden"> (PDF, opens in a new tab)</span>
          </a>
          <span className="quiet">
            {acknowledgedAt ? 'Read' : isServed ? 'Opened' : 'Not opened yet'}, published{' '}
            <FormattedDate date={publishedAt} />
          </span>
        </li>
      ))}
    </ol>
  )
}
