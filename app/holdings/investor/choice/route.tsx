import { href, redirect, useActionData } from 'react-router'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import { electAtMaturityCommand } from '../../../notes/election.commands.ts'
import { closedStates, isIn } from '../../../notes/note-states.ts'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { useAction } from '../../../shell/actions/use-action.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { useHeadingFocus } from '../../../shell/portal/use-heading-focus.ts'
import { useLiveUpdates } from '../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Link } from '../../../shell/ui/link.tsx'
import { pageTitle } from '../../../site/meta.ts'
import type { OwnNote } from '../../server/note-facts.ts'
import { Day, distanceWords } from '../days.tsx'
import { DeclinedChoice } from '../declined-choice.tsx'
import { frozenWords } from '../frozen-words.ts'
import style from './choice.module.css'
import { ChoiceForm } from './choice-form.tsx'
import { lastPayment, type Maturing } from './future.ts'
import { Receipt } from './receipt.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

/** Redirects to the note's page if there is no choice to make or to show. */
export const loader = loadOne(
  async ({ actor, operations }, id) => {
    const [{ note, agreement, today }, { toSign }, joined] = await Promise.all([
      operations.getOwnNote(actor, id),
      operations.getPendingForPerson(actor, actor.id),
      operations.getJoinedSubscriptions(actor, id),
    ])
    const hasChoice = note.electionCloses || note.election || note.pendingElection || note.declinedElection
    if (!hasChoice || isIn(closedStates, note.state)) throw redirect(href('/profile/notes/:id', { id: note.id }))
    return { note, agreement, today, toSign, joined }
  },
  { guard: requireActor },
)

/** POST: the reader chooses what happens to a note at maturity. */
export const action = commandActions([electAtMaturityCommand], {
  about: { note: 'id' },
  redirectTo: ({ param }) => href('/profile/notes/:id/choice', { id: param('id') }),
})

export default showOne<typeof loader>(ChoicePage)

/** A note's election at maturity: the choice, and once it is made, its receipt with the next steps. */
function ChoicePage({ toSign, joined, loadError, ...maturing }: Shown<typeof loader>) {
  const { note, today } = maturing
  useLiveUpdates(useMe().id)
  const action = useAction<CommandAnswer>()
  const refused = useActionData() as CommandAnswer | undefined
  const chosen = note.pendingElection ?? note.election
  const heading = useHeadingFocus(String(chosen?.madeAt.getTime()))
  const canChoose = Boolean(note.electionCloses) && note.holder.right !== 'viewer' && !note.holder.isFrozen
  const form = <ChoiceForm maturing={maturing} action={action} refused={refused} canChoose={canChoose} />
  return (
    <article className={`stack narrow gap-5 tabular ${style.page}`}>
      <title>{pageTitle(`${note.number} at maturity`)}</title>
      <BackLink to={href('/profile/notes/:id', { id: note.id })}>{note.number}</BackLink>
      <LoadError error={loadError} />
      <header className={`stack gap-2 ${style.head}`}>
        <h2 ref={heading} tabIndex={-1}>
          {chosen ? receiptTitle(note) : `What should happen to ${formatCents(note.outstandingCents)}?`}
        </h2>
        <DeclinedChoice note={note} />
        {!chosen && <About note={note} today={today} canChoose={canChoose} />}
      </header>
      {chosen ? (
        <>
          <Receipt maturing={maturing} chosen={chosen} toSign={toSign} />
          {canChoose && (
            <details key={chosen.madeAt.getTime()} className={`above-3 ${style.change}`} open={refused?.error && true}>
              <summary>Change my choice</summary>
              <p className="quiet leading-5">
                <Closing note={note} />
              </p>
              {form}
            </details>
          )}
          {note.holder.isFrozen && <p className="quiet leading-5">{frozenWords(note.holder.name)}</p>}
        </>
      ) : (
        form
      )}
      {canChoose && <NewMoney noteId={note.id} {...joined} />}
    </article>
  )
}

/** New money beside a renewal: an investment of its own. */
function NewMoney({ noteId, added, canAdd }: { noteId: string } & Shown<typeof loader>['joined']) {
  if (added.length === 0 && !canAdd) return null
  return (
    <section className="stack gap-2 above-3" aria-labelledby="new-money">
      <h3 id="new-money">Renew and add</h3>
      {added.map(({ id, amountCents, next }) => (
        <p key={id}>
          New money:{' '}
          <Link to={href('/profile/subscribe/:id', { id })}>
            {amountCents ? formatCents(BigInt(amountCents)) : 'an investment'}
          </Link>
          . {next.sentence}
        </p>
      ))}
      {canAdd && (
        <p className="quiet">
          <Link to={withQuery(href('/profile/subscribe'), { with: noteId })}>Add new money</Link>: it becomes a note of
          its own, at today’s rate for its amount.
        </p>
      )}
    </section>
  )
}

function receiptTitle({ pendingElection }: OwnNote): string {
  return pendingElection ? 'We’ve received your choice' : 'Your choice is recorded'
}

/** The note, the last day to choose, and the default without a choice. */
function About({ note, today, canChoose }: Pick<Maturing, 'note' | 'today'> & { canChoose: boolean }) {
  const maturity = note.maturityDate ?? ''
  return (
    <>
      <p>
        {note.number} of {note.holder.name}, at {formatRate(note.rateBp)} a year, matures <Day day={maturity} />,{' '}
        {distanceWords(today, maturity)}.{' '}
        {note.holder.isFrozen ? (
          <>{frozenWords(note.holder.name)} </>
        ) : canChoose ? (
          <Closing note={note} />
        ) : (
          <>
            An authorized person can choose until <Day day={note.electionCloses ?? ''} />.
          </>
        )}
      </p>
      <p className="quiet leading-5">
        If we hear nothing, {formatCents(note.outstandingCents)} is paid out on{' '}
        <Day day={lastPayment(note)?.payDate ?? maturity} />.
      </p>
    </>
  )
}

function Closing({ note }: { note: OwnNote }) {
  const day = <Day day={note.electionCloses ?? ''} />
  if (note.isElectionLate)
    return (
      <>The last day to choose was {day}. What you choose now counts if two people of the fund agree to it in time.</>
    )
  return note.election ? <>You can change this until {day}.</> : <>You can choose until {day}.</>
}
