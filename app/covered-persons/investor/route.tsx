import { href } from 'react-router'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { fund } from '../../../content/fund.ts'
import { addDays, formatDay } from '../../../rules/days.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { BackLink } from '../../shell/portal/back-link.tsx'
import { loadList, type Shown } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { showOne } from '../../shell/portal/one-page.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { todayOfFund } from '../../shell/today-of-fund.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { ConsentFirst } from '../../signing/investor/consent-first.tsx'
import { answerQuestionnaireCommand, confirmQuestionnaireCommand } from '../covered-persons.commands.ts'
import { bringDownText, capacities, filledIn, standingWords } from '../covered-persons.ts'
import type { OwnCovered } from '../server/own-questionnaires.ts'
import { answerFields } from './answer-fields.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/** Loads the capacities in which the reader is a covered person. */
export const loader = loadList({
  guard: requireActor,
  view: () => ({}),
  read: async ({ actor, operations }) => ({ covered: await operations.getOwnCovered(actor) }),
  none: { covered: [] },
  failed: 'COVERED_FAILED',
})

/** POST: what a covered person signs. */
export const action = commandActions([answerQuestionnaireCommand, confirmQuestionnaireCommand], {
  redirectTo: () => href('/profile/covered-person'),
})

/** What the reader has to sign as a covered person of the offering. */
function CoveredPersonPage({ covered, loadError }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink to={href('/profile')}>Your documents</BackLink>
      <LoadError error={loadError} />
      {covered.length === 0 && !loadError && (
        <EmptyState title="No questionnaire">
          Those who play a part in our offering sign a questionnaire here. You aren’t entered as one of them.
        </EmptyState>
      )}
      {covered.map(each => (
        <Covered key={`${each.id} ${each.signedOn} ${each.state}`} covered={each} onDone={say} />
      ))}
      <Notice {...notice} />
    </article>
  )
}

function Covered({ covered, onDone }: { covered: OwnCovered; onDone: (notice: string) => void }) {
  const { id, name, capacity, state, dueOn, confirms, text, signedOn, hasConsent } = covered
  const today = todayOfFund()
  const { words } = standingWords(state, dueOn, { today, remindDays: settings.remindDays })
  const isWaiting = state === 'due' || (state === 'current' && dueOn <= addDays(today, settings.remindDays))
  const signer = { name, capacity, fund: fund.name }
  return (
    <section aria-labelledby={id} className="stack gap-4">
      <h2 id={id} className="breakable">
        {name}: {capacities[capacity]}
      </h2>
      <p className="quiet measure">
        {words}. {signedOn && `Last signed on ${formatDay(signedOn)}.`}
      </p>
      {text && (
        <details>
          <summary>What you signed last</summary>
          <p className="as-written measure">{text}</p>
        </details>
      )}
      {!hasConsent && isWaiting && <ConsentFirst />}
      {confirms && isWaiting && (
        <>
          <h3>Nothing has changed</h3>
          <p className="as-written measure">{bringDownText(settings, signer, confirms)}</p>
          {hasConsent && <Sign id={id} command={confirmQuestionnaireCommand} onDone={onDone} />}
        </>
      )}
      <details open={!confirms && isWaiting ? true : undefined}>
        <summary>{confirms ? 'Something has changed: answer again' : 'The questionnaire'}</summary>
        <div className="stack gap-4">
          <p className="measure">{filledIn(settings.declaration, signer)}</p>
          {hasConsent && <Sign id={id} command={answerQuestionnaireCommand} onDone={onDone} />}
        </div>
      </details>
    </section>
  )
}

type SignProps = {
  id: string
  command: typeof answerQuestionnaireCommand | typeof confirmQuestionnaireCommand
  onDone: (notice: string) => void
}

function Sign({ id, command, onDone }: SignProps) {
  const me = useMe()
  const fields = {
    ...(command === answerQuestionnaireCommand && answerFields),
    version: settings.version,
    typedName: { placeholder: me.fullName ?? undefined },
  }
  return (
    <CommandForm command={command} form={id} variant="primary" fields={fields} onDone={onDone}>
      <input type="hidden" name="person" value={id} />
    </CommandForm>
  )
}

export default showOne<typeof loader>(CoveredPersonPage)
