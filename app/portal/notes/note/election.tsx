import { useEffect, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { noteSettings } from '../../../../content/notes.ts'
import { electionChoices } from '../../../../rules/note-records.ts'
import { formatCents } from '../../../../rules/notes/money.ts'
import type { OwnElection, OwnNote } from '../../../../server/holdings/note-facts.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { useHydrated } from '../../../hydrated.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { Day } from '../days.tsx'
import { electionWords, termWords } from '../election-words.ts'
import type { ElectionAnswer } from './election-actions.ts'
import style from './note-page.module.css'

/** What happens to a note at its maturity: what was chosen, and, while it is open, the choice. */
export function Election({ note }: { note: OwnNote }) {
  const { election, pendingElection, electionCloses, holder } = note
  const canChoose = electionCloses && holder.right !== 'viewer' && !holder.isFrozen
  return (
    <section className={style.section} id="election" aria-labelledby="election-title">
      <h3 id="election-title">At maturity</h3>
      {election ? (
        <p>
          {electionWords(note, election)} <MadeBy election={election} />
        </p>
      ) : (
        <p>
          If we hear nothing, {formatCents(note.outstandingCents)} is paid out on <Day day={note.maturityDate ?? ''} />.
        </p>
      )}
      {pendingElection && (
        <p>
          {electionWords(note, pendingElection)} after the last day <MadeBy election={pendingElection} /> We’ll tell you
          whether it can still count.
        </p>
      )}
      {electionCloses && (
        <p className={style.quiet}>
          <ClosingWords note={note} canChoose={Boolean(canChoose)} /> A renewal takes effect at maturity, at the rate of
          the amount renewed, once we’ve confirmed that you’re accredited on that day.
        </p>
      )}
      {canChoose && <ElectionForm note={note} />}
    </section>
  )
}

function MadeBy({ election: { by, madeAt } }: { election: OwnElection }) {
  return (
    <span className={style.quiet}>
      ({by && `${by}, `}
      <FormattedDate date={madeAt} time />
      ).
    </span>
  )
}

function ClosingWords({ note, canChoose }: { note: OwnNote; canChoose: boolean }) {
  const day = <Day day={note.electionCloses ?? ''} />
  if (note.holder.isFrozen)
    return (
      <>
        Nobody can choose while {note.holder.name} is frozen. Choices close {day}.
      </>
    )
  if (!canChoose) return <>An authorized person can choose until {day}.</>
  if (note.isElectionLate)
    return (
      <>The last day to choose was {day}. What you choose now counts if two people of the fund agree to it in time.</>
    )
  return note.election ? <>You can change this until {day}.</> : <>You can choose until {day}.</>
}

/** A part can be renewed from this on, in cents. */
const leastRenewal = BigInt(noteSettings.minimumRenewal) * 100n

type Choice = keyof typeof electionChoices

function ElectionForm({ note }: { note: OwnNote }) {
  const hydrated = useHydrated()
  const { Form, answer: sent, busy } = useAction<ElectionAnswer>()
  const refused = useActionData() as ElectionAnswer | undefined
  const answer = sent ?? refused
  const chosen = note.pendingElection ?? note.election
  const [choice, setChoice] = useState((refused?.values?.choice as Choice | undefined) ?? chosen?.choice)
  // A choice was recorded, here or by another member: that is what is chosen now. The form stays, with focus and notice.
  const madeAt = chosen?.madeAt.getTime()
  const [seen, setSeen] = useState(madeAt)
  if (seen !== madeAt) {
    setSeen(madeAt)
    setChoice(chosen?.choice)
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (sent?.error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [sent])
  const canRenewPart = note.outstandingCents > leastRenewal
  const isAboutAmount = answer?.error?.code === 'ELECTION_AMOUNT'
  const otherTerm = note.termMonths === 12 ? 24 : 12
  const labels: Record<Choice, string> = {
    ...electionChoices,
    withdraw: `Pay out ${formatCents(note.outstandingCents)}`,
    renew: `Renew ${formatCents(note.outstandingCents)} for ${termWords(note.termMonths)}`,
    other_term: `Renew ${formatCents(note.outstandingCents)} for ${termWords(otherTerm)} instead`,
  }
  const canRenew = note.outstandingCents >= leastRenewal
  const choices = (Object.keys(labels) as Choice[]).filter(
    each => each === 'withdraw' || (canRenew && (each !== 'renew_part' || canRenewPart)),
  )
  return (
    <Form ref={form} method="post" className={style.election} data-print="no">
      <ActionFields intent="elect" />
      <input type="hidden" name="term" value={otherTerm} />
      <fieldset>
        <legend className="visually-hidden">What should happen to this note?</legend>
        {choices.map(each => (
          <label key={each} className={style.choice}>
            <input
              type="radio"
              name="choice"
              value={each}
              required
              checked={choice === each}
              onChange={() => setChoice(each)}
            />
            {labels[each]}
          </label>
        ))}
      </fieldset>
      {(choice === 'renew_part' || (!hydrated && canRenewPart)) && (
        <PartField
          key={madeAt}
          note={note}
          required={hydrated}
          typed={refused?.values?.amount}
          error={isAboutAmount ? answer?.error?.message : undefined}
        />
      )}
      <Banner of={answer?.error}>{!isAboutAmount && answer?.error?.message}</Banner>
      <Button type="submit" variant="primary" busy={busy} busyLabel="Recording…">
        {chosen ? 'Change my choice' : 'Record my choice'}
      </Button>
      <p role="status" className={style.quiet}>
        {answer?.notice}
      </p>
    </Form>
  )
}

type PartProps = { note: OwnNote; required: boolean; typed: string | undefined; error: string | undefined }

/** Without scripts it is always shown. */
function PartField({ note, required, typed, error }: PartProps) {
  const renewed = (note.pendingElection ?? note.election)?.renewCents
  return (
    <div className={style.part}>
      <Field
        label="Amount to renew"
        hint={`From ${formatCents(leastRenewal)} to less than ${formatCents(note.outstandingCents)}. The rest is paid out.`}
        name="amount"
        inputMode="decimal"
        required={required}
        defaultValue={typed ?? (renewed === undefined ? '' : formatCents(renewed).slice(1))}
        error={error}
      />
    </div>
  )
}
