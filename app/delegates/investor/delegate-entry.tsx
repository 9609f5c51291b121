import { useState } from 'react'
import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useAction } from '../../shell/actions/use-action.ts'
import { useLastAnswer } from '../../shell/commands/command-form.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Day } from '../../shell/ui/day.tsx'
import { Dialog } from '../../shell/ui/dialog.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { revokeGrantCommand } from '../delegates.commands.ts'
import { delegateKinds } from '../delegates.ts'
import type { Delegate } from '../server/grants.ts'
import style from './delegates.module.css'
import { grantedWords, savingWords } from './granted-words.ts'

type Props = {
  delegate: Delegate
  namesHolder: boolean
  onNotice: (notice: string) => void
}

/** A current or former delegate: access, end and reads, with a button to revoke it. */
export function DelegateEntry({ delegate, namesHolder, onNotice }: Props) {
  const { name, address, kind, holder, state, hasMoved } = delegate
  const isOpen = state === 'invited' || state === 'active'
  return (
    // Focused when it is new.
    <li tabIndex={-1}>
      <div>
        <p>
          <strong>{name ?? address}</strong>
          {name && <span className="quiet"> {address}</span>}
        </p>
        <p className="quiet">
          {delegateKinds[kind]}
          {namesHolder && ` of ${holder}`}. <StateWords delegate={delegate} />
        </p>
        {isOpen && (
          <p className="quiet">
            {grantedWords(delegate)}. {savingWords(delegate)}
          </p>
        )}
        {isOpen && hasMoved && (
          <p role="note" className={`small raised double-around above-2 ${style.moved}`}>
            They sign in with another address now, so they see nothing. End this access, and invite the new address.
          </p>
        )}
        {delegate.acceptedAt && (
          <p>
            <OpenedWords delegate={delegate} />
          </p>
        )}
      </div>
      {isOpen && <EndAccess delegate={delegate} onNotice={onNotice} />}
    </li>
  )
}

export function StateWords({ delegate: { state, until, revokedAt, invitedAt } }: { delegate: Delegate }) {
  if (state === 'revoked' && revokedAt)
    return (
      <>
        Ended on <FormattedDate date={revokedAt} />.
      </>
    )
  if (state === 'expired')
    return (
      <>
        Ended after <Day date={until} />.
      </>
    )
  if (state === 'invited')
    return (
      <>
        Invited on <FormattedDate date={invitedAt} />, not accepted yet. Until <Day date={until} />.
      </>
    )
  return (
    <>
      Until <Day date={until} />.
    </>
  )
}

function OpenedWords({ delegate: { id, documentsRead, lastReadAt, name, address } }: { delegate: Delegate }) {
  if (!lastReadAt) return <span className="quiet">Opened nothing yet.</span>
  const opened = documentsRead > 0 ? `Opened ${countOf(documentsRead, 'document')}` : 'Viewed notes and payments'
  return (
    <>
      <Link to={href('/profile/delegates/:id', { id })} aria-label={`${opened} by ${name ?? address}`}>
        {opened}
      </Link>
      <span className="quiet">
        , last on <FormattedDate date={lastReadAt} />
      </span>
    </>
  )
}

function EndAccess({ delegate, onNotice }: Pick<Props, 'delegate' | 'onNotice'>) {
  const { id, name, address, state } = delegate
  const [asking, setAsking] = useState(false)
  const { Form, answer, busy, send } = useAction(({ notice }) => notice && onNotice(notice))
  const last = useLastAnswer()
  const shown = answer ?? (last?.typed?.grant === id ? last : undefined)
  const called = name ?? address
  const label = state === 'invited' ? 'Withdraw invitation' : revokeGrantCommand.button
  return (
    <Form method="post" action={href('/profile/delegates')}>
      <ActionFields intent={revokeGrantCommand.name} />
      <input type="hidden" name="grant" value={id} />
      <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
      <Button
        type="submit"
        size="small"
        busy={busy}
        busyLabel={revokeGrantCommand.busy}
        aria-label={`${label} of ${called}`}
        onClick={event => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {label}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={`${label} of ${called}?`}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsking(false)
                  send({ intent: revokeGrantCommand.name, grant: id }, href('/profile/delegates'))
                }}
              >
                {label}
              </Button>
            </>
          }
        >
          <p>
            {state === 'invited'
              ? 'They can’t accept anymore.'
              : 'They see nothing from then on, also of what they have open now. What they downloaded stays with them.'}
          </p>
        </Dialog>
      )}
    </Form>
  )
}
