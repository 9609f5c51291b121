import type { ReactNode } from 'react'
import { href } from 'react-router'
import { ownNoteStateWords } from '../../../../rules/holdings.ts'
import { closedStates, isIn } from '../../../../rules/note-states.ts'
import { formatCents, formatRate } from '../../../../rules/notes/money.ts'
import { payoutWords } from '../../../../rules/notes/words.ts'
import type { NotePageData } from '../../../../server/holdings/note-page.ts'
import { Link } from '../../../ui/link.tsx'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import { Day, distanceWords } from '../days.tsx'
import { termWords } from '../election-words.ts'
import { Foot } from '../foot.tsx'
import { frozenWords } from '../frozen-words.ts'
import { NoteRosette } from '../note-list.tsx'
import { Papers } from '../papers.tsx'
import { PaymentChart } from '../payment-chart.tsx'
import { Agreement } from './agreement.tsx'
import { EarlierSchedules } from './earlier-schedules.tsx'
import { Election } from './election.tsx'
import { NoteLedger } from './note-ledger.tsx'
import style from './note-page.module.css'
import { Schedule } from './schedule.tsx'

/** Everything about a note, for its holder. */
export function NotePage({
  today,
  asOf,
  note,
  agreement,
  earlier,
  ledger,
  papers,
  loadError,
}: NotePageData & { loadError?: Refusal }) {
  return (
    <div className={style.page}>
      <LoadError error={loadError} />
      <p className={style.back} data-print="no">
        <Link to={href('/profile/notes')}>All notes</Link>
      </p>
      <header className={style.head}>
        <NoteRosette principalCents={note.principalCents} className={style.rosette} />
        <div className={style.title}>
          <p className={style.number}>
            {note.number} · {note.holder.name}
          </p>
          <h2>{formatCents(note.principalCents)}</h2>
          <p className={style.terms}>
            {formatRate(note.rateBp)} a year for {termWords(note.termMonths)}, {payoutWords[note.payout]}
          </p>
        </div>
      </header>
      {note.holder.isFrozen && <p>{frozenWords(note.holder.name)}</p>}
      <Facts note={note} today={today} />
      <Neighbors agreement={agreement} />
      {(note.electionCloses || note.election || note.pendingElection) && !isIn(closedStates, note.state) && (
        <Election note={note} />
      )}
      {note.payments.length > 0 && (
        <>
          <Section title="Payments">
            <PaymentChart payments={note.payments} today={today} />
          </Section>
          <Section title="Schedule">
            <Schedule payments={note.payments} />
            <EarlierSchedules earlier={earlier} />
          </Section>
        </>
      )}
      <Section title="Ledger">
        <NoteLedger entries={ledger} />
      </Section>
      <Section title="Terms">
        <Agreement note={note} agreement={agreement} />
      </Section>
      <Section title="Papers">
        {papers.length > 0 ? (
          <Papers papers={papers} />
        ) : (
          <p className={style.quiet}>The signed note will be listed here once it is filed.</p>
        )}
      </Section>
      <Foot asOf={asOf} />
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.section} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Facts({ note, today }: Pick<NotePageData, 'note' | 'today'>) {
  const next = note.payments.find(({ state }) => state === 'scheduled' || state === 'due')
  const isClosed = isIn(closedStates, note.state)
  return (
    <dl className={style.facts}>
      <div>
        <dt>State</dt>
        <dd>{ownNoteStateWords[note.state]}</dd>
        {note.closedOn && (
          <dd className={style.more}>
            <Day day={note.closedOn} />
          </dd>
        )}
      </div>
      {next && !isClosed && (
        <div>
          <dt>Next payment</dt>
          <dd>{formatCents(next.interestCents + next.principalCents - next.settledCents)}</dd>
          <dd className={style.more}>
            <Day day={next.payDate} />, {distanceWords(today, next.payDate)}
          </dd>
        </div>
      )}
      {note.maturityDate && !isClosed && (
        <div>
          <dt>Maturity</dt>
          <dd>
            <Day day={note.maturityDate} />
          </dd>
          <dd className={style.more}>{distanceWords(today, note.maturityDate)}</dd>
        </div>
      )}
      {note.interestDueCents > 0n ? (
        <div>
          <dt>Interest owed</dt>
          <dd>{formatCents(note.interestDueCents + note.accruedCents, true)}</dd>
          <dd className={style.more}>
            {formatCents(note.interestDueCents, true)} due, {formatCents(note.accruedCents, true)} accrued
          </dd>
        </div>
      ) : (
        !isClosed &&
        note.payments.length > 0 && (
          <div>
            <dt>Accrued today</dt>
            <dd>{formatCents(note.accruedCents)}</dd>
            <dd className={style.more}>since the last due date</dd>
          </div>
        )
      )}
      {note.payments.length > 0 && (
        <div>
          <dt>Interest paid</dt>
          <dd>{formatCents(note.interestPaidCents)}</dd>
          <dd className={style.more}>
            {formatCents(note.interestPaidThisYearCents)} in {today.slice(0, 4)}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The notes before and after this one, where it was renewed or transferred. */
function Neighbors({ agreement: { predecessor, successor } }: Pick<NotePageData, 'agreement'>) {
  if (!predecessor && !successor) return null
  return (
    <p className={style.neighbors}>
      {predecessor && (
        <>
          Follows <Link to={href('/profile/notes/:id', { id: predecessor.id })}>{predecessor.number}</Link>.{' '}
        </>
      )}
      {successor && (
        <>
          Continued by <Link to={href('/profile/notes/:id', { id: successor.id })}>{successor.number}</Link>.
        </>
      )}
    </p>
  )
}
