import type { ReactNode } from 'react'
import { href } from 'react-router'
import { formatCents, formatRate } from '../../../../../rules/money.ts'
import { Foot } from '../../../../holdings/investor/foot.tsx'
import { Schedule } from '../../../../holdings/investor/note/schedule.tsx'
import { PaymentsByYear } from '../../../../holdings/investor/payments-by-year.tsx'
import type { OwnNote } from '../../../../holdings/server/note-facts.ts'
import { standingOf } from '../../../../notes/standing.ts'
import { payoutWords } from '../../../../notes/words.ts'
import type { Shown } from '../../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { requireActor } from '../../../../shell/portal/require-actor.ts'
import { Day } from '../../../../shell/ui/day.tsx'
import { EmptyState } from '../../../../shell/ui/empty-state.tsx'
import { Letterhead } from '../../../../shell/ui/letterhead.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { PrintButton } from '../../../../shell/ui/print-button.tsx'
import style from '../shared.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../../../shell/portal/error-page.tsx'

/** Loads a holder's notes and payments for its delegate, and records the read. */
export const loader = loadOne(({ actor, operations }, id) => operations.getSharedFigures(actor, id), {
  guard: requireActor,
})

export default showOne<typeof loader>(FiguresPage)

/** A holder's notes with their payments, read-only: by year, then note by note. */
function FiguresPage({ holder, notes, today, asOf, loadError }: Shown<typeof loader>) {
  return (
    <div className="stack narrow gap-7 pad-5">
      <LoadError error={loadError} />
      <Letterhead />
      <header className={`stack gap-2 breakable ${style.head}`}>
        <h2 className="title">Notes and payments of {holder}</h2>
        <p data-print="no">
          <Link to={href('/profile/shared')}>Back to what is shared with you</Link>
        </p>
      </header>
      {notes.length === 0 ? (
        <EmptyState title="No notes yet" level={3}>
          Notes appear here once they are signed, with their payments.
        </EmptyState>
      ) : (
        <div className="stack narrow gap-6">
          <section className="stack narrow gap-3" aria-labelledby="by-year">
            <h3 className="size-h4 leading-3" id="by-year">
              Payments by year
            </h3>
            <p className="quiet tabular">
              Interest as it was paid, by the day of payment, and what is still scheduled. This is not a tax form.
            </p>
            <PaymentsByYear notes={notes} today={today} />
          </section>
          {notes.map(note => (
            <NoteSection key={note.id} note={note} />
          ))}
          <div data-print="no">
            <PrintButton />
          </div>
        </div>
      )}
      <Foot asOf={asOf} />
    </div>
  )
}

function NoteSection({ note }: { note: OwnNote }) {
  const { number, principalCents, rateBp, payout, maturityDate, outstandingCents, accruedCents } = note
  return (
    <section className="stack narrow gap-3" aria-labelledby={`note-${number}`}>
      <h3 className="size-h4 leading-3" id={`note-${number}`}>
        {number}: {formatCents(principalCents)}
      </h3>
      <dl className={`facts cluster gap-3-6 ${style.facts}`}>
        <Fact label="Rate">
          {formatRate(rateBp)} a year, {payoutWords[payout]}
        </Fact>
        <Fact label="State">{standingOf(note, 'holder').label}</Fact>
        {maturityDate && (
          <Fact label="Matures">
            <Day date={maturityDate} />
          </Fact>
        )}
        <Fact label="Principal owed">{formatCents(outstandingCents, true)}</Fact>
        {note.interestDueCents > 0n && <Fact label="Interest due">{formatCents(note.interestDueCents, true)}</Fact>}
        <Fact label="Accrued today">{formatCents(accruedCents, true)}</Fact>
        {note.lateInterestCents > 0n && (
          <Fact label="Interest on late principal">{formatCents(note.lateInterestCents, true)}</Fact>
        )}
        <Fact label="Interest paid to date">{formatCents(note.interestPaidCents, true)}</Fact>
      </dl>
      {note.payments.length > 0 && <Schedule payments={note.payments} />}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
