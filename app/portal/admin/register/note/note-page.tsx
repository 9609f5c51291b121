import type { ReactNode } from 'react'
import { electionChoices } from '../../../../../rules/note-records.ts'
import { accruedOnNote } from '../../../../../rules/notes/accrual.ts'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, formatRate } from '../../../../../rules/notes/money.ts'
import { principalAfter } from '../../../../../rules/notes/part-repayment.ts'
import type { NoteStory } from '../../../../../server/register/note-story.ts'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { LoadError } from '../../../load-error.tsx'
import type { Refusal } from '../../../refusal.ts'
import counted from '../../counted-page.module.css'
import { ListHead } from '../../list-head.tsx'
import linkStyle from '../../person-link.module.css'
import { holderPage, registerNotePage } from '../../register-addresses.ts'
import { Figures } from '../figures.tsx'
import { PrintButton } from '../print-button.tsx'
import style from '../register.module.css'
import { NoteState } from '../register-columns.tsx'
import { ApprovalList } from './approval-list.tsx'
import { NextStep, RareSteps } from './next-steps.tsx'
import { AcceptLate, PartRepayment, Payoff, Renewal } from './principal-steps.tsx'
import { LedgerTable, ScheduleTable } from './story-tables.tsx'
import { termsOfStory } from './story-terms.ts'

type Props = { story: NoteStory; today: string; line?: number | undefined; payoff: string; loadError?: Refusal }

/** A note's whole story: its terms, what comes next, its schedule, its entries, and what took two people. */
export function NotePage({ story, today, line, payoff, loadError }: Props) {
  const { say, ...notice } = useNotice()
  const { number, holder, state, lines, approvals } = story
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title={`${number}`} count={<NoteState state={state} />}>
        <PrintButton />
      </ListHead>
      <p>
        <Link to={holderPage(holder.id)} className={linkStyle.link}>
          {holder.name}
        </Link>{' '}
        ({holder.number}), {story.offering}
      </p>
      <LoadError error={loadError} />
      <Summary story={story} today={today} />
      <ApprovalList approvals={approvals.filter(({ decision }) => !decision)} title="Waiting for a second person" />
      <NextStep story={story} today={today} line={line} onDone={say} />
      <Renewal story={story} onDone={say} />
      {lines.length > 0 && <ScheduleTable story={story} today={today} />}
      <LedgerTable story={story} today={today} onDone={say} />
      <Terms story={story} />
      <Elections story={story} onDone={say} />
      <Payoff story={story} today={today} day={payoff} onDone={say} />
      <ApprovalList approvals={approvals.filter(({ decision }) => decision)} title="What two people decided" />
      <PartRepayment story={story} today={today} onDone={say} />
      <RareSteps story={story} today={today} onDone={say} />
      <Notice {...notice} />
    </div>
  )
}

/** The figures that somebody asks for on the phone. */
function Summary({ story, today }: { story: NoteStory; today: string }) {
  const { terms, state, lines, owed } = story
  const paid = lines.reduce((sum, line) => sum + line.paid, 0n)
  const late = lines.filter(({ pay }) => pay < today)
  const principal = lines.length > 0 && late.length === lines.length ? owed : 0n
  const overdue = late.reduce((sum, line) => sum + line.interest - line.paid, principal)
  const isIssued = ['current', 'matured', 'defaulted'].includes(state)
  const accrued = accruedOnNote(
    {
      terms: termsOfStory(story, today),
      running: principalAfter(lines, today),
      owed,
      defaultRateBp: story.defaultRateBp,
    },
    today,
  )
  return (
    <Figures
      figures={[
        ['Principal', formatCents(BigInt(terms.principal_cents))],
        ['Rate', formatRate(terms.rate_bp)],
        ...(terms.maturity_date ? [['Matures', formatDay(terms.maturity_date)] as const] : []),
        ...(lines.length > 0 ? [['Principal owed', formatCents(owed)] as const] : []),
        ...(lines.length > 0 ? [['Interest paid', formatCents(paid, true)] as const] : []),
        ...(isIssued ? [['Accrued today', formatCents(accrued, true)] as const] : []),
        ...(overdue > 0n
          ? [
              [
                'Overdue',
                <span key="overdue" className={style.late}>
                  {formatCents(overdue, true)}
                </span>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

const payouts = { monthly: 'Every month', quarterly: 'Every three months', annually: 'Once a year' } as const
const conventions = {
  following: 'The next business day',
  modified_following: 'The next business day within the month, else the one before',
  preceding: 'The business day before',
} as const

/** The terms as they are recorded, and when the note took each step. */
function Terms({ story }: { story: NoteStory }) {
  const { terms, predecessor, successor } = story
  const facts: [string, ReactNode][] = [
    ['Term', `${terms.term_months} months`],
    ['Interest is paid', payouts[terms.payout]],
    ['Days are counted', terms.day_count],
    ['On days without banks', conventions[terms.convention]],
    [story.fundedAt ? 'Issued' : 'To be issued', terms.issue_date && formatDay(terms.issue_date)],
    ['First payment', terms.first_payment_date && formatDay(terms.first_payment_date)],
    ['State of the sale', story.saleState],
    ['Rate after default', story.defaultRateBp && formatRate(story.defaultRateBp)],
    ['Payee', story.payee],
    ['Early redemption', story.earlyRedemption],
    ['Written', <FormattedDate key="created" date={story.createdAt} time />],
    ['Signed', story.signedAt && <FormattedDate date={story.signedAt} time />],
    ['Funds confirmed', story.fundedAt && <FormattedDate date={story.fundedAt} time />],
    ['Closed', story.closedOn && `${formatDay(story.closedOn)}${story.closeReason ? `: ${story.closeReason}` : ''}`],
    ['Continues', predecessor && <NoteLink {...predecessor} />],
    ['Continued by', successor && <NoteLink {...successor} />],
    ['SHA-256 of the signed terms', story.termsSha256 && <code className={style.hash}>{story.termsSha256}</code>],
  ]
  return (
    <section className={style.section}>
      <h3>Terms</h3>
      <dl className={style.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function NoteLink({ id, number }: { id: string; number: string }) {
  return (
    <Link to={registerNotePage(id)} className={linkStyle.link}>
      {number}
    </Link>
  )
}

function Elections({ story, onDone }: { story: NoteStory; onDone: (notice: string) => void }) {
  const { elections } = story
  if (elections.length === 0) return null
  return (
    <section className={style.section}>
      <h3>At maturity</h3>
      <ul className={style.approvals}>
        {elections.map(({ id, choice, renewCents, newTermMonths, madeAt, madeBy, isSuperseded, isLate }) => (
          <li key={id}>
            {electionChoices[choice]}
            {renewCents !== null && ` (${formatCents(renewCents)})`}
            {newTermMonths !== null && ` (${newTermMonths} months)`}: {madeBy}, <FormattedDate date={madeAt} time />
            {isSuperseded && ', replaced later'}
            {isLate && ', too late: it counts once two people agree'}
            {isLate && !isSuperseded && <AcceptLate story={story} electionId={id} onDone={onDone} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
