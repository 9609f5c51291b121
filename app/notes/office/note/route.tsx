import type { ReactNode } from 'react'
import { href } from 'react-router'
import { adjust } from '../../../../rules/business-days.ts'
import { formatDay, isDay } from '../../../../rules/days.ts'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { approvalDecisions } from '../../../holders/holders.ts'
import { Figures } from '../../../register/office/figures.tsx'
import style from '../../../register/office/register.module.css'
import { NoteStanding } from '../../../register/office/register-columns.tsx'
import type { NoteStory } from '../../../register/server/note-story.ts'
import type { StoryApproval } from '../../../register/server/story-statements.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import counted from '../../../shell/office/counted-page.module.css'
import { ListHead } from '../../../shell/office/list-head.tsx'
import linkStyle from '../../../shell/office/person-link.module.css'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { PrintButton } from '../../../shell/ui/print-button.tsx'
import { NoteWire } from '../../../wire-instructions/office/note-wire.tsx'
import { openWireCommand } from '../../../wire-instructions/wire.commands.ts'
import * as noteCommands from '../../note.commands.ts'
import { electionChoices } from '../../note-records.ts'
import { isIn, openStates } from '../../note-states.ts'
import * as paymentCommands from '../../payment.commands.ts'
import { conventionWords, payoutNames } from '../../words.ts'
import { FiledDocuments } from './filed-documents.tsx'
import { Fold } from './fold.tsx'
import { NextStep } from './next-steps.tsx'
import own from './note.module.css'
import { hasOtherSteps, OtherSteps } from './other-steps.tsx'
import { AcceptLate, Payoff, Renewal } from './principal-steps.tsx'
import { Step } from './step.tsx'
import { LedgerTable, ScheduleTable } from './story-tables.tsx'

/** Loads a note's story; the query may name the `line` of its schedule that is to be paid, and the day of a `payoff` with the bank's `reference`. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const story = await operations.getNoteStory(actor, id)
  const today = todayOfFund()
  const requested = query.get('payoff') ?? ''
  const isRequested = isDay(requested) && requested >= (story.terms.issueDate ?? today)
  // No note is paid off while banks are closed.
  const payoff = {
    day: isRequested ? requested : adjust(today, 'preceding'),
    isRequested,
    reference: query.get('reference') ?? undefined,
  }
  return { story, today, payoff, line: Number(query.get('line')) || undefined }
})

/** POST: what the office does with a note. */
export const action = commandActions(
  [...Object.values(noteCommands), ...Object.values(paymentCommands), openWireCommand],
  {
    about: { note: 'id' },
    redirectTo: ({ param }) => href('/profile/admin/register/notes/:id', { id: param('id') }),
  },
)

export default showOne<typeof loader>(NotePage)

/** A note's whole story: its terms, what comes next, its schedule, its entries, and what took two people. */
function NotePage({ story, today, line, payoff, loadError }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const { number, holder, lines, approvals } = story
  const waiting = approvals.filter(({ decision }) => !decision)
  const decided = approvals.filter(({ decision }) => decision)
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title={`${number}`} count={<NoteStanding of={{ state: story.stateToday, late: story.late }} />}>
        <PrintButton />
      </ListHead>
      <p>
        <Link to={href('/profile/admin/holders/:id', { id: holder.id })} className={linkStyle.link}>
          {holder.name}
        </Link>{' '}
        ({holder.number}), {story.offering}
      </p>
      <LoadError error={loadError} />
      <Summary story={story} />
      <PageLinks story={story} />
      {waiting.length > 0 && (
        <section className={style.section}>
          <h2>Waiting for a second person</h2>
          <ApprovalList approvals={waiting} />
        </section>
      )}
      <NextStep story={story} today={today} line={line} onDone={say} />
      {story.state === 'signed' && (
        <Step title="Wire instructions">
          <NoteWire noteId={story.id} openedAt={story.wireSince} onDone={say} />
        </Step>
      )}
      <Renewal story={story} onDone={say} />
      {lines.length > 0 && <ScheduleTable story={story} today={today} />}
      <Elections story={story} onDone={say} />
      <Terms story={story} />
      <div className={`stack ${own.folds}`}>
        <Payoff story={story} today={today} requested={payoff} onDone={say} />
        <LedgerTable story={story} />
        <FiledDocuments story={story} onDone={say} />
        {decided.length > 0 && (
          <Fold id="decided" title="Approval history" count={String(decided.length)} printed>
            <ApprovalList approvals={decided} />
          </Fold>
        )}
      </div>
      <OtherSteps story={story} today={today} onDone={say} />
      <Notice {...notice} />
    </div>
  )
}

/** Links to the parts of the page. */
function PageLinks({ story }: { story: NoteStory }) {
  const { state, lines, elections, entries, approvals } = story
  const links: [id: string, title: string, isThere: boolean][] = [
    ['schedule', 'Schedule', lines.length > 0],
    ['elections', 'At maturity', elections.length > 0],
    ['terms', 'Terms', true],
    ['payoff', 'Payoff', isIn(openStates, state)],
    ['ledger', 'Ledger', entries.length > 0],
    ['papers', 'Documents', true],
    ['decided', 'Decisions', approvals.some(({ decision }) => decision)],
    ['steps', 'Other steps', hasOtherSteps(story)],
  ]
  return (
    <nav aria-label="On this page" data-print="no">
      <ul className="plain-list cluster gap-0-5 small touch-links">
        {links
          .filter(([, , isThere]) => isThere)
          .map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** The figures that someone asks for on the phone. */
function Summary({ story }: { story: NoteStory }) {
  const { terms, state, lines, late, balance } = story
  const paid = lines.reduce((sum, line) => sum + line.paid, 0n)
  const { principal, principalDue, unpaid, accrued, lateInterest, total } = balance
  const owed = (label: string, cents: bigint) => (cents > 0n ? [[label, formatCents(cents, true)] as const] : [])
  return (
    <Figures
      figures={[
        ['Principal', formatCents(terms.principalCents)],
        ['Rate', formatRate(terms.rateBp)],
        ...(terms.maturityDate ? [['Matures', formatDay(terms.maturityDate)] as const] : []),
        ...(lines.length > 0 ? [['Principal owed', formatCents(principal)] as const] : []),
        ...(lines.length > 0 ? [['Interest paid', formatCents(paid, true)] as const] : []),
        ...owed('Interest due', unpaid),
        ...owed('Interest paid ahead', -unpaid),
        ...owed('Principal due', principalDue),
        ...owed('Late interest', lateInterest),
        ...(isIn(openStates, state) ? [['Accrued today', formatCents(accrued, true)] as const] : []),
        ...owed('Total owed', total),
        ...(late
          ? [
              [
                'Late',
                <span key="late" className={style.late}>
                  {formatCents(late.cents, true)}
                </span>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

/** The terms as they are recorded, and when the note took each step. */
function Terms({ story }: { story: NoteStory }) {
  const { terms, predecessor, successor } = story
  // An imported note has no signatures here.
  const isLockedHere = predecessor !== null || story.signers.some(({ signedOn }) => signedOn)
  const facts: [string, ReactNode][] = [
    ['Term', `${terms.termMonths} months`],
    ['Interest is paid', payoutNames[terms.payout]],
    ['Day count', terms.dayCount],
    ['Business-day convention', conventionWords[terms.convention]],
    [story.fundedAt ? 'Issued' : 'To be issued', terms.issueDate && formatDay(terms.issueDate)],
    ['First payment', terms.firstPaymentDate && formatDay(terms.firstPaymentDate)],
    ['State of the sale', story.saleState],
    ['Rate after default', story.defaultRateBp && formatRate(story.defaultRateBp)],
    ['Payee', story.payee],
    ['Early redemption', story.earlyRedemption],
    ['Agreement', story.clauses?.map(sentence => <p key={sentence}>{sentence}</p>)],
    ['Written', <FormattedDate key="created" date={story.createdAt} time />],
    ['Sold', story.soldOn && formatDay(story.soldOn)],
    [
      'Verified as accredited',
      story.verifiedOn ? formatDay(story.verifiedOn) : story.signedAt && !isLockedHere && 'Imported: not verified here',
    ],
    [
      'Terms locked',
      story.signedAt &&
        (isLockedHere ? <FormattedDate date={story.signedAt} time /> : 'Imported: signed before it was entered here'),
    ],
    ['Funds confirmed', story.fundedAt && <FormattedDate date={story.fundedAt} time />],
    ['Closed', story.closedOn && `${formatDay(story.closedOn)}${story.closeReason ? `: ${story.closeReason}` : ''}`],
    ['Continues', predecessor && <NoteLink {...predecessor} />],
    ['Continued by', successor && <NoteLink {...successor} />],
    [
      `SHA-256 of the ${isLockedHere ? 'signed ' : ''}terms`,
      story.termsSha256 && <code className={`fine breakable ${own.hash}`}>{story.termsSha256}</code>,
    ],
  ]
  return (
    <section className={style.section} id="terms" aria-labelledby="terms-title">
      <h2 id="terms-title">Terms</h2>
      <dl className={`stack gap-3-5 small tabular ${own.facts}`}>
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
    <Link to={href('/profile/admin/register/notes/:id', { id })} className={linkStyle.link}>
      {number}
    </Link>
  )
}

function Elections({ story, onDone }: { story: NoteStory; onDone: (notice: string) => void }) {
  const { elections } = story
  if (elections.length === 0) return null
  return (
    <section className={style.section} id="elections" aria-labelledby="elections-title">
      <h2 id="elections-title">At maturity</h2>
      <ul className={`plain-list stack gap-3 ${own.approvals}`}>
        {elections.map(
          ({ id, choice, renewCents, newTermMonths, madeAt, madeBy, isSuperseded, isLate, declinedAt }) => (
            <li key={id}>
              {electionChoices[choice]}
              {renewCents !== null && ` (${formatCents(renewCents)})`}
              {newTermMonths !== null && ` (${newTermMonths} months)`}: {madeBy}, <FormattedDate date={madeAt} time />
              {isSuperseded && ', replaced later'}
              {isLate && (declinedAt ? ', too late, and rejected' : ', too late: it counts once two people agree')}
              {isLate && !isSuperseded && <AcceptLate story={story} electionId={id} onDone={onDone} />}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

/** Commands about a note that need two people: each request in words, its requester, and the decision. */
function ApprovalList({ approvals }: { approvals: StoryApproval[] }) {
  return (
    <ul className={`plain-list stack gap-3 ${own.approvals}`}>
      {approvals.map(
        ({ id, lines, summary, requestedAt, requestedBy, isOwn, decision, decidedAt, decidedBy, reason }) => (
          <li key={id}>
            {(lines.length > 0 ? lines : [summary]).join(' ')}
            <span className={style.fact}>
              {isOwn ? 'You asked' : `${requestedBy} asked`} on <FormattedDate date={requestedAt} time />
              {decidedAt && decision && (
                <>
                  ; {approvalDecisions[decision].toLowerCase()}
                  {decidedBy && ` by ${decidedBy}`} on <FormattedDate date={decidedAt} time />
                </>
              )}
              {reason && `: ${reason}`}
              {!decision && (
                <>
                  .{' '}
                  <Link to={href('/profile/admin/approvals')} className={linkStyle.link}>
                    Approvals
                  </Link>
                </>
              )}
            </span>
          </li>
        ),
      )}
    </ul>
  )
}
