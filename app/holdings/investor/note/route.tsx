import { type ReactNode, Suspense, useState } from 'react'
import { href } from 'react-router'
import { formatCents } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import { closedStates, isIn } from '../../../notes/note-states.ts'
import { standingOf } from '../../../notes/standing.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { lazyWithFallback } from '../../../shell/lazy-with-fallback.ts'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { useLiveUpdates } from '../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { PrintButton } from '../../../shell/ui/print-button.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { pageTitle } from '../../../site/meta.ts'
import type { OwnNote } from '../../server/note-facts.ts'
import type { EarlierSchedule, NotePageData } from '../../server/note-page.ts'
import { Day, distanceWords } from '../days.tsx'
import { DeclinedChoice } from '../declined-choice.tsx'
import { electionWords } from '../election-words.ts'
import { Foot } from '../foot.tsx'
import { frozenWords } from '../frozen-words.ts'
import { NoteDocuments } from '../note-documents.tsx'
import { NoteRosette } from '../note-list.tsx'
import { PaymentChart } from '../payment-chart.tsx'
import { Agreement } from './agreement.tsx'
import { Certificate } from './certificate.tsx'
import { NoteLedger } from './note-ledger.tsx'
import style from './note-page.module.css'
import type { NoteSheetProps } from './note-sheet.tsx'
import { NoteTitle } from './note-title.tsx'
import { Schedule } from './schedule.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

export const loader = loadOne(({ actor, operations }, id) => operations.getOwnNote(actor, id), { guard: requireActor })

export default showOne<typeof loader>(NotePage)

const NoteSheet = lazyWithFallback<NoteSheetProps>(
  () => import('./note-sheet.tsx'),
  () => null,
)

function NotePage({ loadError, ...data }: NotePageData & { loadError?: Refusal }) {
  const { note, today } = data
  useLiveUpdates(useMe().id)
  const [isSheet, setSheet] = useState(false)
  const [withoutSums, setWithoutSums] = useState(false)
  const showSheet = () => {
    setWithoutSums(wereSumsHidden())
    setSheet(true)
  }
  const hideSums = (hidden: boolean) => {
    setWithoutSums(hidden)
    rememberSumsHidden(hidden)
  }
  return (
    <>
      <title>{pageTitle(note.number)}</title>
      <Certificate {...data} withoutSums={isSheet && withoutSums} />
      <OnScreen {...data} loadError={loadError} onShow={showSheet} />
      {isSheet && (
        <Suspense>
          <NoteSheet {...{ note, today, withoutSums }} onHideSums={hideSums} onClose={() => setSheet(false)} />
        </Suspense>
      )}
    </>
  )
}

type OnScreenProps = NotePageData & {
  loadError: Refusal | undefined
  /** Shows the note as a sheet that fills the window. */
  onShow: () => void
}

function OnScreen(props: OnScreenProps) {
  const { today, asOf, note, agreement, earlier, ledger, documents, loadError, onShow } = props
  const hydrated = useHydrated()
  return (
    <div className="stack narrow" data-print="no">
      <LoadError error={loadError} />
      <p className={style.back}>
        <Link to={href('/profile/notes')}>All notes</Link>
      </p>
      <header className={`stack center ${style.head}`}>
        <NoteRosette principalCents={note.principalCents} className={style.rosette} />
        <NoteTitle note={note} />
        <p className={`cluster gap-3 touch ${style.designs}`}>
          {hydrated && (
            <Button size="small" onClick={onShow}>
              Show full screen
            </Button>
          )}
          <PrintButton />
        </p>
      </header>
      {note.holder.isFrozen && <p>{frozenWords(note.holder.name)}</p>}
      <Facts note={note} today={today} />
      <Neighbors agreement={agreement} />
      <Canceled note={note} agreement={agreement} />
      {agreement.wireId && (
        <p>
          <Button variant="primary" to={href('/profile/wire/:id', { id: agreement.wireId })}>
            Wire instructions
          </Button>
        </p>
      )}
      {(note.electionCloses || note.election || note.pendingElection || note.declinedElection) &&
        !isIn(closedStates, note.state) && <Election note={note} />}
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
      <Section title="Documents">
        {documents.length > 0 ? (
          <NoteDocuments documents={documents} />
        ) : (
          <NoDocuments note={note} agreement={agreement} />
        )}
      </Section>
      <Foot asOf={asOf} />
    </div>
  )
}

/** Signed documents are filed here. Imported notes were signed elsewhere, continuations of a note weren't signed. */
function NoDocuments({ note, agreement: { signedOn, predecessor } }: Pick<NotePageData, 'note' | 'agreement'>) {
  if (signedOn && !isIn(closedStates, note.state))
    return <p className={style.quiet}>The signed note will be listed here once it is filed.</p>
  return (
    <p className={style.quiet}>
      {signedOn || predecessor ? 'No document is filed with this note.' : 'Signed before it was entered here.'}{' '}
      <Link to={withQuery(href('/profile/messages/new'), { subject: `A copy of ${note.number}` })}>
        Ask us for a copy
      </Link>
      .
    </p>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`stack narrow gap-4 ${style.section}`} aria-label={title}>
      <h3 className="title">{title}</h3>
      {children}
    </section>
  )
}

function Facts({ note, today }: Pick<NotePageData, 'note' | 'today'>) {
  const next = note.payments.find(({ state }) => state === 'scheduled' || state === 'due')
  const isClosed = isIn(closedStates, note.state)
  const standing = standingOf(note, 'holder')
  return (
    <dl className={`stack gap-5 double tabular pad-5 ${style.facts}`}>
      <div>
        <dt>State</dt>
        <dd className={classes(standing.tone === 'danger' && style.late)}>{standing.label}</dd>
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
      {note.interestDueCents > 0n || note.lateInterestCents > 0n ? (
        <InterestOwed note={note} />
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

function Canceled({ note, agreement }: Pick<NotePageData, 'note' | 'agreement'>) {
  if (note.state !== 'cancelled') return null
  return (
    <p>
      {agreement.isMistake
        ? 'Our records were corrected: this note is canceled, and nothing is owed on it.'
        : 'This note was canceled before it was funded. If you’ve sent its money, call us.'}
    </p>
  )
}

/** Interest that is due, accrued, and earned by principal that is late. */
function InterestOwed({ note: { interestDueCents, accruedCents, lateInterestCents } }: Pick<NotePageData, 'note'>) {
  const parts = [
    [interestDueCents, 'due'],
    [accruedCents, 'accrued'],
    [lateInterestCents, 'on late principal'],
  ] as const
  return (
    <div>
      <dt>Interest owed</dt>
      <dd>{formatCents(interestDueCents + accruedCents + lateInterestCents, true)}</dd>
      <dd className={style.more}>
        {parts.flatMap(([cents, words]) => (cents > 0n ? `${formatCents(cents, true)} ${words}` : [])).join(', ')}
      </dd>
    </div>
  )
}

/** The notes before and after this one, if it was renewed or transferred. */
function Neighbors({ agreement: { predecessor, successor } }: Pick<NotePageData, 'agreement'>) {
  if (!predecessor && !successor) return null
  return (
    <p className={`above-4 ${style.neighbors}`}>
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

/** The key of `localStorage` for hiding amounts on note sheets in this browser. */
const key = 'note-sheet:without-sums'

/** @returns whether amounts were hidden on the last sheet in this browser */
function wereSumsHidden(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function rememberSumsHidden(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the choice isn't remembered.
  }
}

const columns: Column<EarlierSchedule['lines'][number]>[] = [
  { header: 'Pay date', role: 'title', cell: ({ payDate }) => <Day day={payDate} /> },
  { header: 'Interest', figures: true, cell: ({ interestCents }) => formatCents(interestCents, true) },
  {
    header: 'Principal',
    figures: true,
    cell: ({ principalCents }) => (principalCents > 0n ? formatCents(principalCents, true) : ''),
  },
]

/** The schedules in force before an early repayment of principal, or a transfer to another holder. */
function EarlierSchedules({ earlier }: { earlier: readonly EarlierSchedule[] }) {
  return earlier.map(({ version, lines }) => (
    <details key={version} className={`above-4 ${style.earlier}`}>
      <summary>{version === 1 ? 'The schedule as it was at issue' : `The schedule before, version ${version}`}</summary>
      <StackedLedger
        caption={`Version ${version} of the schedule`}
        columns={columns}
        rows={lines}
        rowKey={({ n }) => String(n)}
      />
    </details>
  ))
}

/** A note's election at maturity, with a link to the choice or its receipt. */
function Election({ note }: { note: OwnNote }) {
  const { election, pendingElection, electionCloses, holder } = note
  const chosen = pendingElection ?? election
  const canChoose = electionCloses && holder.right !== 'viewer' && !holder.isFrozen
  return (
    <section className={`stack narrow gap-4 ${style.section}`} id="election" aria-labelledby="election-title">
      <h3 className="title" id="election-title">
        At maturity
      </h3>
      <DeclinedChoice note={note} />
      {chosen ? (
        <p>
          {electionWords(note, chosen)} (<FormattedDate date={chosen.madeAt} time />
          ).
        </p>
      ) : (
        <p>
          If we hear nothing, {formatCents(note.outstandingCents)} is paid out on{' '}
          <Day day={note.payments.at(-1)?.payDate ?? note.maturityDate ?? ''} />.{' '}
          {note.isElectionLate ? 'The last day to choose was' : 'Choices close'} <Day day={electionCloses ?? ''} />.
        </p>
      )}
      <p>
        <Button
          variant={note.pendingStep === 'choice' ? 'primary' : 'quiet'}
          to={href('/profile/notes/:id/choice', { id: note.id })}
        >
          {chosen ? 'Your choice, and what happens next' : canChoose ? 'Choose' : 'What can be chosen'}
        </Button>
      </p>
    </section>
  )
}
