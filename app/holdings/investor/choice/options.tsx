import { type ReactNode, useId } from 'react'
import { href } from 'react-router'
import { tiers } from '../../../../content/tiers.ts'
import { restDayWords } from '../../../../rules/business-days.ts'
import { formatCents, formatRate, parseCents } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import { electAtMaturityCommand } from '../../../notes/election.commands.ts'
import type { electionChoices } from '../../../notes/note-records.ts'
import { nextTierFrom } from '../../../notes/renewal.ts'
import type { NoteTerms } from '../../../notes/schedule.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { Field } from '../../../shell/ui/field.tsx'
import { Day } from '../days.tsx'
import { termWords } from '../election-words.ts'
import { PaymentChart } from '../payment-chart.tsx'
import style from './choice.module.css'
import { FutureDrawing, FutureFigures } from './figures.tsx'
import { futureOf, lastPayment, leastRenewal, type Maturing } from './future.ts'

export type Choice = keyof typeof electionChoices

interface OptionProps {
  value: Choice
  title: string
  chosen: Choice | undefined
  onChoose: (choice: Choice) => void
  /** Its consequence, part of its label. */
  figures: ReactNode
  drawing?: ReactNode
  /** Its input. */
  children?: ReactNode
}

/** A choice as a card, clickable anywhere, with its consequence. */
function Option({ value, title, chosen, onChoose, figures, drawing, children }: OptionProps) {
  const id = useId()
  return (
    <div className={`stack narrow gap-2 line-around inside-4 ${style.option}`}>
      <div className={`row baseline gap-3 strong ${style.name}`}>
        <input
          type="radio"
          id={id}
          name="choice"
          value={value}
          required
          checked={chosen === value}
          onChange={() => onChoose(value)}
          aria-describedby={`${id}-figures`}
        />
        <label htmlFor={id}>{title}</label>
      </div>
      {children}
      <div className={`stack top gap-1 leading-5 ${style.figures}`} id={`${id}-figures`}>
        {figures}
      </div>
      {drawing}
    </div>
  )
}

type Chosen = Pick<OptionProps, 'chosen' | 'onChoose'>

/** Renews everything, for the note's own term or the other one. */
export function RenewOption({
  maturing,
  months,
  ...choosing
}: Chosen & { maturing: Maturing; months: NoteTerms['termMonths'] }) {
  const { note } = maturing
  const isOwn = months === note.termMonths
  const future = futureOf(maturing, note.outstandingCents, months)
  if (!future) return null
  return (
    <Option
      {...choosing}
      value={isOwn ? 'renew' : 'other_term'}
      title={`Renew for ${termWords(months)}${isOwn ? '' : ' instead'}`}
      figures={
        <>
          <FutureFigures future={future} />
          <NextTier maturing={maturing} months={months} />
        </>
      }
      drawing={<FutureDrawing future={future} />}
    />
  )
}

function NextTier({ maturing, months }: { maturing: Maturing; months: NoteTerms['termMonths'] }) {
  const from = nextTierFrom(maturing.note.outstandingCents, tiers)
  const next = from && futureOf(maturing, from, months)
  if (!from || !next) return null
  return (
    <p className="quiet leading-5">
      At {formatCents(from)} or more, the rate is {formatRate(next.terms.rateBp)}.
    </p>
  )
}

/** Also the default without a choice. */
export function PayOutOption({ maturing: { note, today }, ...choosing }: Chosen & { maturing: Maturing }) {
  const last = lastPayment(note)
  return (
    <Option
      {...choosing}
      value="withdraw"
      title="Pay it out"
      figures={
        <>
          <p className={`display above-1 ${style.figure}`}>{formatCents(note.outstandingCents)}</p>
          <p>
            On <Day day={last?.payDate ?? note.maturityDate ?? ''} />
            {last && last.payDate !== last.dueDate && ` (${restDayWords(last.dueDate)})`}
            {last && last.interestCents > 0n && <>, with the last interest, {formatCents(last.interestCents)}</>}.
          </p>
          <p className="quiet leading-5">
            {note.paidTo ? `To ${note.paidTo}. ` : ''}The same happens if we hear nothing.
          </p>
        </>
      }
      drawing={
        <div className={style.drawing}>
          <PaymentChart payments={note.payments} today={today} compact />
        </div>
      }
    />
  )
}

interface PartProps extends Chosen {
  maturing: Maturing
  typed: string
  onType: (typed: string) => void
  error: string | undefined
}

/** The consequence updates while typing. Without scripts it is that of the last submission. */
export function PartOption({ maturing, typed, onType, error, ...choosing }: PartProps) {
  const { note } = maturing
  const renewed = parseCents(typed)
  const isPossible = renewed !== undefined && renewed >= leastRenewal && renewed < note.outstandingCents
  const future = isPossible ? futureOf(maturing, renewed, note.termMonths) : undefined
  const range = `From ${formatCents(leastRenewal)} to less than ${formatCents(note.outstandingCents)}.`
  return (
    <Option
      {...choosing}
      value="renew_part"
      title={`Renew part for ${termWords(note.termMonths)}`}
      figures={
        future ? (
          <>
            <FutureFigures future={future} />
            <p>
              {formatCents(note.outstandingCents - future.terms.principalCents)} is paid out on{' '}
              <Day day={lastPayment(note)?.payDate ?? future.terms.issueDate} />.
            </p>
          </>
        ) : (
          <p>{range} The rest is paid out.</p>
        )
      }
      drawing={future && <FutureDrawing future={future} />}
    >
      <div className={style.part}>
        <Field
          {...electAtMaturityCommand.fields.amount.attributes}
          label={electAtMaturityCommand.fields.amount.label}
          hint={range}
          name="amount"
          value={typed}
          onChange={({ target }) => onType(target.value)}
          error={error}
        />
      </div>
    </Option>
  )
}

/** More money, at the next tier's rate. It can't be chosen here: the fund arranges the transfer. */
export function AddToIt({ maturing }: { maturing: Maturing }) {
  const { note } = maturing
  const from = nextTierFrom(note.outstandingCents, tiers)
  const future = from && futureOf(maturing, from, note.termMonths)
  if (!from || !future) return null
  return (
    <section
      className={classes(`stack narrow gap-2 line-around inside-4 ${style.option}`, style.wide)}
      aria-labelledby="add"
    >
      <h3 className={`row baseline gap-3 strong ${style.name}`} id="add">
        Add to it
      </h3>
      <div className={`stack top gap-1 leading-5 ${style.figures}`}>
        <p>
          With {formatCents(from - note.outstandingCents)} more, {formatCents(from)} for {termWords(note.termMonths)}{' '}
          would pay:
        </p>
        <FutureFigures future={future} />
        <p className="quiet leading-5">To add money, message us first.</p>
        <Button
          size="small"
          to={withQuery(href('/profile/messages/new'), { subject: `Adding to ${note.number} at maturity` })}
        >
          Ask about adding
        </Button>
      </div>
      <FutureDrawing future={future} />
    </section>
  )
}
