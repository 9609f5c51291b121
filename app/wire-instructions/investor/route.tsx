import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { formatCents } from '../../../rules/money.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { BackLink } from '../../shell/portal/back-link.tsx'
import type { Shown } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../shell/portal/one-page.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { PrintButton } from '../../shell/ui/print-button.tsx'
import { pageTitle } from '../../site/meta.ts'
import { showWireCommand } from '../own.commands.ts'
import type { OwnWire } from '../server/own-wire.ts'
import type { WireView } from '../server/wire-versions.ts'
import { neverByEmail, type ShownWire } from '../wire.ts'
import { CopyButton } from './copy-button.tsx'
import style from './wire.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/** Loads who and what the wire is for; the instructions themselves only come with an answer. */
export const loader = loadOne(
  async ({ actor, operations }, id) => ({ opening: await operations.getOwnWire(actor, id) }),
  { guard: requireActor },
)

/** POST: shows the instructions, after fresh proof. */
export const action = commandActions([showWireCommand], {
  about: { opening: 'id' },
  redirectTo: ({ param }) => href('/profile/wire/:id', { id: param('id') }),
})

export default showOne<typeof loader>(WirePage)

/** How a holder wires the funds for one note, for its authorized people. */
function WirePage({ opening, loadError }: Shown<typeof loader>) {
  const { Form, busy, shown } = useCommandForm<CommandAnswer & { wire?: ShownWire }>(showWireCommand)
  const { holder, noteId, closedAt, isReady } = opening
  const canShow = isReady && !closedAt
  return (
    <div className="column-44 stack gap-5">
      <title>{pageTitle('Wire instructions')}</title>
      {noteId && <BackLink to={href('/profile/notes/:id', { id: noteId })}>The note</BackLink>}
      <header className="stack gap-3">
        <h2 className="title breakable">
          {opening.cents && `${formatCents(BigInt(opening.cents))} `}for {opening.reference}
        </h2>
        <p className="breakable">From {holder}</p>
      </header>
      <LoadError error={loadError} />
      <Warnings opening={opening} />
      <div className={style.warning}>
        <p className="strong">{neverByEmail}</p>
        <p>
          If anyone sends you others, don’t send money. Call us at the number you know: {fund.phone}. We’ll also call
          you, and say the six words that you see here.
        </p>
      </div>
      {canShow && (
        <section aria-label="The instructions" aria-live="polite" className="stack gap-4">
          {shown?.wire ? (
            <>
              <Instructions wire={shown.wire} opening={opening} />
              <p>
                <PrintButton />
              </p>
            </>
          ) : (
            <Form method="post">
              <ActionFields intent={showWireCommand.name} />
              <div className="stack start gap-3">
                <p className="quiet">You’ll confirm that it’s you. Each view is listed below.</p>
                <Button type="submit" variant="primary" busy={busy} busyLabel={showWireCommand.busy}>
                  {showWireCommand.button}
                </Button>
              </div>
            </Form>
          )}
          <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
        </section>
      )}
      <Views views={opening.views} />
    </div>
  )
}

function Warnings({ opening: { closedAt, isReady, hasChanged, changesAt } }: { opening: OwnWire }) {
  if (closedAt)
    return (
      <p className={style.warning}>
        This page was closed on <FormattedDate date={closedAt} time />: no wire is due. If you were about to send one,
        call us first.
      </p>
    )
  if (!isReady)
    return <p className={style.warning}>No wire instructions are in force right now. Don’t send money yet; call us.</p>
  return (
    <>
      {hasChanged && (
        <p className={style.warning}>
          <strong>These have changed since you last viewed them.</strong> Call us at the number you know before you send
          money, and delete the account that your bank has saved.
        </p>
      )}
      {changesAt && (
        <p className={style.warning}>
          <strong>
            Other instructions are in force from <FormattedDate date={changesAt} time />.
          </strong>{' '}
          If your wire would arrive after that, call us first.
        </p>
      )}
    </>
  )
}

function Instructions({ wire, opening: { reference, cents } }: { wire: ShownWire; opening: OwnWire }) {
  const facts: [label: string, value: string | null, isFigure?: boolean][] = [
    ['Amount', cents && formatCents(BigInt(cents)), true],
    ['Bank', wire.bankName],
    ['Address of the bank', wire.bankAddress],
    ['ABA routing number', wire.routingNumber, true],
    ['Name on the account', wire.accountName],
    ['Account number', wire.accountNumber, true],
    ['For further credit', wire.furtherCredit],
    ['Reference', reference, true],
  ]
  return (
    <>
      <dl className={style.facts}>
        {facts.map(
          ([label, value, isFigure]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={isFigure ? style.figure : undefined}>{value}</dd>
                <dd data-print="no">
                  <CopyButton text={value} of={label} />
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>Six words that we say when we call you</dt>
          <dd className={style.figure}>{wire.sixWords}</dd>
        </div>
      </dl>
      <p className="quiet">
        Ask for these words before you talk about money with anyone who says they’re us. Don’t say them first.
      </p>
    </>
  )
}

function Views({ views }: { views: readonly WireView[] }) {
  return (
    <section className="stack gap-3" aria-label="Views" data-print="no">
      <h3 className="title">Views</h3>
      {views.length === 0 ? (
        <p className="quiet">Not viewed yet. Each view will be listed here, with name and time.</p>
      ) : (
        <ul className="plain-list stack gap-2 small">
          {views.map(({ viewedAt, viewer, ipAddress }) => (
            <li key={`${viewedAt.getTime()} ${viewer}`} className="breakable">
              <FormattedDate date={viewedAt} time />: {viewer ?? 'Someone'}
              {ipAddress && `, from ${ipAddress}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
