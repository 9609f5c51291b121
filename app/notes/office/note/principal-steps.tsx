import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { canTake, noteSteps } from '../../../../rules/workflows.ts'
import { Figures } from '../../../register/office/figures.tsx'
import style from '../../../register/office/register.module.css'
import type { NoteStory } from '../../../register/server/note-story.ts'
import { CommandField } from '../../../shell/commands/command-field.tsx'
import { SearchForm } from '../../../shell/office/search-form.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import { electionChoices, noteRecordMessages } from '../../note-records.ts'
import { isIn, openStates, repayableStates } from '../../note-states.ts'
import { principalAfter } from '../../part-repayment.ts'
import {
  acceptLateElectionCommand,
  recordPayoffCommand,
  renewNoteCommand,
  repayPartCommand,
} from '../../payment.commands.ts'
import { type PayoffQuote, payoffQuote } from '../../payoff.ts'
import { ReplayError } from '../../replay.ts'
import { Fold } from './fold.tsx'
import own from './note.module.css'
import { NoteForm } from './note-form.tsx'
import { Step } from './step.tsx'
import { termsOfStory } from './story-terms.ts'
import { AboutWithholding, WithheldField } from './withheld-field.tsx'

type Props = { story: NoteStory; today: string; onDone: (notice: string) => void }

/** The day of a payoff, whether someone asked about it, and the bank's reference where its line led here. */
export interface RequestedPayoff {
  day: string
  isRequested: boolean
  reference: string | undefined
}

/** What settles the note on a day that someone asks about, and the form that records it once it is paid. */
export function Payoff({
  story,
  today,
  requested: { day, isRequested: open, reference },
  onDone,
}: Props & { requested: RequestedPayoff }) {
  const { id, state, terms } = story
  if (!isIn(openStates, state)) return null
  const quote = quoteOf(story, today, day)
  const isRequested = story.approvals.some(({ kind, decision }) => kind === 'note.payoff' && !decision)
  const interest = typeof quote === 'string' ? 0n : quote.unpaid + quote.accrued + quote.late
  const taxed = { withholding: story.withholding, day, interest }
  return (
    <Fold
      id="payoff"
      title="Payoff"
      count={typeof quote === 'string' ? undefined : `${formatCents(quote.total, true)} on ${formatDay(day)}`}
      commands={[recordPayoffCommand]}
      open={open}
    >
      <SearchForm
        label="Payoff on another day"
        className={style.search}
        action={href('/profile/admin/register/notes/:id', { id })}
        values={{ payoff: day }}
      >
        <Field label="On" type="date" name="payoff" defaultValue={day} min={terms.issueDate ?? undefined} required />
      </SearchForm>
      {typeof quote === 'string' ? <p>{quote}</p> : <Figures figures={figuresOf(quote, day)} />}
      {!isRequested && (
        <>
          <h3 className={`size-h4 ${own.within}`}>Record that the note was paid off</h3>
          <NoteForm
            command={recordPayoffCommand}
            noteId={id}
            pairs={[['day', 'reference']]}
            fields={{
              day: <CommandField key={day} name="day" defaultValue={day < today ? day : today} max={today} />,
              withheld: <WithheldField key={day} {...taxed} />,
              confirmedWithheld: null,
              // The bank's, where its line led here.
              reference: { defaultValue: reference },
              returned: null,
            }}
            onDone={onDone}
          >
            <p className={style.about}>
              Principal and all interest to that day, in one payment. The schedule ends there. Interest that has fallen
              due since is reversed.
            </p>
            <AboutWithholding {...taxed} isPayoff />
          </NoteForm>
        </>
      )}
    </Fold>
  )
}

/** @returns what settles the note on a day, or why nothing does */
function quoteOf(story: NoteStory, today: string, day: string): PayoffQuote | string {
  const { lines, owed, defaultRateBp } = story
  try {
    return payoffQuote({ terms: termsOfStory(story, today), lines, owed, defaultRateBp }, day)
  } catch (error) {
    if (error instanceof ReplayError) return noteRecordMessages[error.code]
    throw error
  }
}

function figuresOf(
  { principal, unpaid, accrued, late, total }: PayoffQuote,
  day: string,
): (readonly [string, string])[] {
  return [
    [`Settles the note on ${formatDay(day)}`, formatCents(total, true)],
    ['Principal', formatCents(principal, true)],
    ['Interest due and not recorded as paid', formatCents(unpaid, true)],
    ['Accrued since the last due date', formatCents(accrued, true)],
    ...(late > 0n ? [['Interest since maturity', formatCents(late, true)] as const] : []),
    ['Interest in all', formatCents(unpaid + accrued + late, true)],
  ]
}

/** Part of the principal that was repaid as of a due date. */
export function PartRepayment({ story, today, onDone }: Props) {
  const dues = story.lines.filter(({ due, pay }) => pay <= today && principalAfter(story.lines, due) > 0n).toReversed()
  const isRequested = story.approvals.some(({ kind, decision }) => kind === 'note.repay' && !decision)
  if (!isIn(repayableStates, story.state) || dues.length === 0 || isRequested) return null
  return (
    <Fold id="repay" title="Repay part of the principal" commands={[repayPartCommand]}>
      <NoteForm
        command={repayPartCommand}
        noteId={story.id}
        pairs={[['amount', 'reference']]}
        fields={{
          due: {
            children: dues.map(({ n, due, pay }) => (
              <option key={n} value={due}>
                {formatDay(due)}
                {pay !== due && `, paid on ${formatDay(pay)}`}
              </option>
            )),
          },
          returned: { max: today },
        }}
        onDone={onDone}
      >
        <p className={style.about}>
          On a due date only. From that date interest runs on what is left, and interest that has fallen due since is
          counted again. The note gets a new schedule, and the earlier one stays on record.
        </p>
      </NoteForm>
    </Fold>
  )
}

/** @returns a choice made after the deadline that no one has decided on */
function undecidedLate({ elections }: NoteStory) {
  return elections.find(({ isSuperseded, isLate, declinedAt }) => isLate && !isSuperseded && !declinedAt)
}

/** A matured note that its holder has chosen to renew: the successor needs two people. */
export function Renewal({ story, onDone }: Pick<Props, 'story' | 'onDone'>) {
  const election = story.elections.find(({ isSuperseded, isLate }) => !isSuperseded && !isLate)
  const isRequested = story.approvals.some(({ kind, decision }) => kind === 'note.renew' && !decision)
  if (!canTake(noteSteps.renew, story.state) || !election || election.choice === 'withdraw' || isRequested) return null
  const late = undecidedLate(story)
  if (late)
    return (
      <Step title="Renew">
        <p className={style.about}>
          After the deadline its holder chose otherwise: {electionChoices[late.choice].toLowerCase()}. Once that choice
          is approved or rejected, it’s clear what counts.
        </p>
      </Step>
    )
  return (
    <Step title="Renew">
      <NoteForm command={renewNoteCommand} noteId={story.id} variant="primary" onDone={onDone}>
        <p className={style.about}>
          As its holder has chosen. A new note begins on the day this one matured, at the rate of the amount renewed.
          {election.renewCents !== null && ' The rest has to be recorded as paid out first.'}
        </p>
      </NoteForm>
    </Step>
  )
}

/** A choice that was made after the election had closed: it counts once two people agree. */
export function AcceptLate({ story, electionId, onDone }: Pick<Props, 'story' | 'onDone'> & { electionId: string }) {
  if (story.approvals.some(({ kind, decision }) => kind === 'election.accept' && !decision)) return null
  return (
    <NoteForm command={acceptLateElectionCommand} noteId={story.id} fields={{ election: electionId }} onDone={onDone} />
  )
}
