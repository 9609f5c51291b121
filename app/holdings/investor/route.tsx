import { href } from 'react-router'
import { serverContext } from '../../shell/context.ts'
import type { Shown } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { showOne } from '../../shell/portal/one-page.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Button } from '../../shell/ui/button.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Letterhead } from '../../shell/ui/letterhead.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { Holdings } from '../server/holdings.ts'
import type { Route } from './+types/route'
import { CalendarSection } from './calendar-section.tsx'
import { Day } from './days.tsx'
import { Earnings } from './earnings.tsx'
import { Foot } from './foot.tsx'
import { NextPayment } from './next-payment.tsx'
import { NoteList } from './note-list.tsx'
import style from './notes-page.module.css'
import { PaymentsByYear } from './payments-by-year.tsx'
import { PendingItems } from './pending-items.tsx'
import { StatementList } from './statement-list.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'
export { action } from './calendar-actions.ts'

/** @throws answers: those of `requireActor`; 404 for people who aren't a member of any holder */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { operations } = server
  const [holdings, calendar, statements] = await unwrapOrRespond(
    Promise.all([
      operations.getHoldings(actor, undefined, server.account),
      operations.getCalendarAddress(actor),
      operations.getOwnStatements(actor),
    ]),
  )
  if (!holdings) throw errorResponse(refusalFor('NOT_FOUND'), 404)
  const { holders } = holdings
  const shown = statements.filter(({ holderId }) => holders.some(({ id }) => id === holderId))
  return { holdings, calendar, statements: shown }
}

export default showOne<typeof loader>(NotesPage)

/** A member's current and past notes, with payments by year. */
function NotesPage({ holdings, calendar, statements, loadError }: Shown<typeof loader>) {
  const { notes, today } = holdings
  useLiveUpdates(useMe().id)
  const open = notes.filter(({ closedOn }) => !closedOn)
  const closed = notes.filter(({ closedOn }) => closedOn)
  return (
    <div className={`stack narrow ${style.page}`}>
      <LoadError error={loadError} />
      <Letterhead />
      {notes.length === 0 ? (
        <EmptyState title="No notes yet" level={2}>
          Your notes will appear here once they are signed, with their payments.
        </EmptyState>
      ) : (
        <>
          <div className={`stack gap-6-8 ${style.summary}`}>
            <NextPayment next={holdings.next} sent={holdings.sent} today={holdings.today} />
            <Earnings holdings={holdings} />
          </div>
          <PendingItems holdings={holdings} />
          <h2 className={`title ${style.heading}`}>{open.length === 1 ? 'Your note' : 'Your notes'}</h2>
          {open.length > 0 ? (
            <NoteList notes={open} today={today} label="Notes you hold" />
          ) : (
            <p className={style.note}>You hold no note at the moment.</p>
          )}
          {closed.length > 0 && (
            <>
              <h2 className={`title ${style.heading}`}>Closed</h2>
              <NoteList notes={closed} today={today} label="Closed notes" />
            </>
          )}
          <section className={`stack double-above ${style.section}`} aria-labelledby="by-year">
            <div className={`stack start top gap-3 ${style.about}`}>
              <h2 className="title" id="by-year">
                Payments by year
              </h2>
              <p className={style.note}>
                Interest as it was paid, by the day of payment, and what is still scheduled. This is not a tax form.
              </p>
              <Button size="small" href={href('/profile/notes/payments.csv')} download>
                Download all payments (CSV)
              </Button>
              <p className={style.note} data-print="no">
                On one page, for the person who does your taxes: <YearLinks today={today} />
              </p>
            </div>
            <PaymentsByYear notes={notes} today={today} />
          </section>
        </>
      )}
      {statements.length > 0 && (
        <section className={`stack double-above ${style.section}`} aria-labelledby="statements" data-print="no">
          <div className={`stack start top gap-3 ${style.about}`}>
            <h2 className="title" id="statements">
              Statements
            </h2>
            <p className={style.note}>
              With what was owed at the end of each period, interest included. All are among your documents. You choose{' '}
              <Link to={`${href('/profile/settings')}#statements`}>how often they come</Link>.
            </p>
          </div>
          <StatementList statements={statements} />
        </section>
      )}
      <Accreditation holders={holdings.holders} />
      <Taxes />
      <section className={`stack double-above ${style.section}`} aria-labelledby="delegates" data-print="no">
        <div className={`stack start top gap-3 ${style.about}`}>
          <h2 className="title" id="delegates">
            Shared access
          </h2>
          <p className={style.note}>
            They can view and download your tax documents, statements and payments, until a day that you choose.
          </p>
          <Button size="small" to={href('/profile/delegates')}>
            Manage shared access
          </Button>
        </div>
      </section>
      <CalendarSection calendar={calendar} />
      <Foot asOf={holdings.asOf} />
    </div>
  )
}

function YearLinks({ today }: { today: string }) {
  const year = Number(today.slice(0, 4))
  return (
    <>
      <Link to={href('/profile/year/:year', { year: String(year - 1) })}>{year - 1}</Link>,{' '}
      <Link to={href('/profile/year/:year', { year: String(year) })}>{year}</Link>
    </>
  )
}

function Taxes() {
  return (
    <section className={`stack double-above ${style.section}`} aria-labelledby="taxes" data-print="no">
      <div className={`stack start top gap-3 ${style.about}`}>
        <h2 className="title" id="taxes">
          Taxes
        </h2>
        <p className={style.note}>Your Form W-9 and paperless delivery.</p>
        <Button size="small" to={href('/profile/tax')}>
          Your taxes
        </Button>
      </div>
    </section>
  )
}

/** Each holder's accreditation: its expiry, or that it is only for single notes. */
function Accreditation({ holders }: { holders: Holdings['holders'] }) {
  const verified = holders.filter(({ accreditedThrough }) => accreditedThrough)
  const isForSales = holders.some(({ isAccreditedForSales }) => isAccreditedForSales)
  return (
    <section className={`stack double-above ${style.section}`} aria-labelledby="accreditation" data-print="no">
      <div className={`stack start top gap-3 ${style.about}`}>
        <h2 className="title" id="accreditation">
          Accreditation
        </h2>
        <p className={style.note}>You’re verified again before each new note or renewal.</p>
        <Button size="small" to={href('/profile/accreditation')}>
          Your accreditation
        </Button>
      </div>
      <ul className={style.verified}>
        {verified.length === 0 && <li>{isForSales ? 'Verified note by note.' : 'Not verified yet.'}</li>}
        {verified.map(({ id, name, accreditedThrough }) => (
          <li key={id}>
            {name}: verified until <Day day={accreditedThrough ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  )
}
