import { href } from 'react-router'
import { noteSettings } from '../../../../content/notes.ts'
import { formatDay } from '../../../../rules/days.ts'
import type { MessageCode } from '../../../../rules/messages.ts'
import { decimalCents, formatCents, sumCents } from '../../../../rules/money.ts'
import style from '../../../register/office/register.module.css'
import type { NoteStory } from '../../../register/server/note-story.ts'
import type { StoryLine } from '../../../register/server/story-statements.ts'
import { CommandField, useRefused } from '../../../shell/commands/command-field.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { firstDayOf } from '../../due.ts'
import { lateInterest, lateLeft } from '../../late-interest.ts'
import { fundNoteCommand, recordSignatureCommand, signNoteCommand } from '../../note.commands.ts'
import { isIn, payableStates } from '../../note-states.ts'
import { recordPaymentCommand } from '../../payment.commands.ts'
import { ReadBack } from '../new-note/read-back.tsx'
import { ConfirmedDay } from './confirmed-day.tsx'
import { Fold } from './fold.tsx'
import own from './note.module.css'
import { NoteForm } from './note-form.tsx'
import { Step } from './step.tsx'
import { termsOfStory } from './story-terms.ts'
import { AboutWithholding, proposedWithheld, WithheldField } from './withheld-field.tsx'

type Props = { story: NoteStory; today: string; onDone: (notice: string) => void }

/** The next step for the note's state. */
export function NextStep({ story, today, line, onDone }: Props & { line: number | undefined }) {
  if (story.state === 'draft') return <Signing story={story} today={today} onDone={onDone} />
  if (story.state === 'signed')
    return isOpen(story, 'note.fund') ? null : <Funding story={story} today={today} onDone={onDone} />
  // Also where it was renewed or transferred: what was due stays due.
  return isIn(payableStates, story.state) ? <Payment story={story} today={today} line={line} onDone={onDone} /> : null
}

/** @returns whether a request of this kind is pending */
export function isOpen({ approvals }: NoteStory, kind: string): boolean {
  return approvals.some(approval => approval.kind === kind && !approval.decision)
}

/** A draft: the terms are read back, each signature is recorded, then the terms are locked. */
function Signing({ story, today, onDone }: Props) {
  const { id, holder, offering, earlyRedemption, signers } = story
  const missing = signers.filter(({ signedOn }) => !signedOn)
  return (
    <Step title="Read back, sign and lock">
      <ReadBack
        terms={termsOfStory(story, today)}
        holder={holder.name}
        offering={offering}
        also={[...(earlyRedemption ? [earlyRedemption] : []), ...(story.clauses ?? [])]}
      />
      <div className="cluster center gap-3-4">
        <Button size="small" to={href('/profile/admin/register/notes/:id/edit', { id })}>
          Edit the draft
        </Button>
      </div>
      <ul className={`plain-list stack gap-3 ${own.approvals}`}>
        {signers.map(({ userId, name, signedOn, signedBefore }) => (
          <li key={userId}>
            {name}: {signedOn ? `signed on ${formatDay(signedOn)}` : 'not signed yet'}
            {signedBefore && signedBefore !== signedOn && (
              <span className={style.fact}>Recorded before with {formatDay(signedBefore)}</span>
            )}
          </li>
        ))}
      </ul>
      {isOpen(story, 'note.signature') ? (
        <p className={style.about}>
          Another signature is pending approval. The terms can be locked once that’s decided.
        </p>
      ) : (
        <>
          {missing.length > 0 ? (
            <SignatureForm story={story} today={today} onDone={onDone} label="Record the signature" />
          ) : (
            <Fold id="signature" title="Change the day of a signature" commands={[recordSignatureCommand]}>
              <SignatureForm story={story} today={today} onDone={onDone} label="Submit signature for approval" />
            </Fold>
          )}
          {missing.length < signers.length && <LockForm noteId={id} onDone={onDone} />}
        </>
      )}
    </Step>
  )
}

/** Records a signature and its day. To change the day of a recorded one takes a reason and a second person. */
function SignatureForm({ story: { id, signers }, today, label, onDone }: Props & { label: string }) {
  const [missing, signed] = [signers.filter(({ signedOn }) => !signedOn), signers.filter(({ signedOn }) => signedOn)]
  return (
    <NoteForm
      command={recordSignatureCommand}
      noteId={id}
      button={label}
      pairs={[['userId', 'signedOn']]}
      fields={{
        userId: { children: signerOptions([...missing, ...signed]) },
        signedOn: { defaultValue: today, max: today },
        reason: <RequiredReason of="NOTE_SIGNATURE_BEFORE" />,
      }}
      onDone={onDone}
    />
  )
}

function signerOptions(signers: NoteStory['signers']) {
  return signers.map(({ userId, name, signedOn }) => (
    <option key={userId} value={userId}>
      {signedOn ? `${name}, recorded with ${formatDay(signedOn)}` : name}
    </option>
  ))
}

function LockForm({ noteId, onDone }: { noteId: string; onDone: Props['onDone'] }) {
  return (
    <NoteForm
      command={signNoteCommand}
      noteId={noteId}
      variant="primary"
      fields={{ reason: <RequiredReason of="NOTE_VERIFIED_LATE" />, read: { required: true } }}
      onDone={onDone}
    >
      <p className={style.about}>
        From then on the terms can’t be changed, and the holder sees the note. The sale counts from the day of the last
        signature, by which the holder has to be verified as accredited.
      </p>
    </NoteForm>
  )
}

/** A signed note: its money arrives, all of it. */
function Funding({ story, today, onDone }: Props) {
  return (
    <Step title="Record the funds">
      <p className={style.about}>
        The whole principal of {formatCents(story.terms.principalCents)}. Interest runs from the day of good funds. A
        note that isn’t funded within {noteSettings.fundingBusinessDays} business days of signing is canceled.
      </p>
      <NoteForm
        command={fundNoteCommand}
        noteId={story.id}
        variant="primary"
        pairs={[['day', 'amount']]}
        fields={{
          day: { defaultValue: today, max: today },
          confirmedDay: <ConfirmedDay />,
          late: <RequiredReason name="late" of="NOTE_FUNDED_BEFORE_VERIFIED" />,
        }}
        onDone={onDone}
      />
    </Step>
  )
}

/**
 * What was paid on a note: prefilled with the next line that isn't settled, or the requested one, as it can be recorded
 * today; past its pay date, principal has earned interest until today.
 */
function Payment({ story, today, line, onDone }: Props & { line: number | undefined }) {
  const found = paymentToRecord(story.lines, today, line)
  if (!found) return null
  const { next, isAhead, isPending } = found
  const principal = isAhead ? 0n : next.principalLeft
  const left = next.interest - next.paid
  if (isPending || (isAhead && left <= 0n))
    return (
      <Step title="Record a payment">
        <p className={style.about}>
          {isPending
            ? `Payment ${next.n}, due ${formatDay(next.due)}, is pending approval. Once that’s decided, the next one can be recorded.`
            : `Only the principal is left. It can be recorded from ${formatDay(firstDayOf(next))} on; before, as a payoff.`}
        </p>
        {isPending && (
          <Button size="small" to={href('/profile/admin/register/due')}>
            Next payments due
          </Button>
        )}
      </Step>
    )
  const late = lateLeft(
    lateInterest(termsOfStory(story, today), today, principal, story.defaultRateBp),
    sumCents(story.lines.map(({ credit }) => credit)),
  )
  const amount = left + principal + late
  const day = next.pay < today && late === 0n ? next.pay : today
  const taxed = { withholding: story.withholding, day, interest: left + late }
  return (
    <Step title="Record a payment">
      <p className={style.about}>
        {line !== undefined && next.n !== line && `Payment ${line} comes after this one. `}
        Payment {next.n}, due {formatDay(next.due)}, to be paid on {formatDay(next.pay)}. A payment settles the oldest
        interest first.
        {isAhead &&
          next.principalLeft > 0n &&
          ` This is its interest; its principal can be recorded from ${formatDay(firstDayOf(next))} on.`}
        {late > 0n &&
          ` The amount includes ${formatCents(late, true)} that the principal has earned since then, up to today; what is left of that stays due.`}
      </p>
      <AboutWithholding {...taxed} />
      <NoteForm
        key={next.n}
        command={recordPaymentCommand}
        noteId={story.id}
        variant="primary"
        pairs={[
          ['day', 'amount'],
          ['withheld', 'fee'],
        ]}
        fields={{
          day: { defaultValue: day, max: today },
          amount: {
            hint: proposedWithheld(taxed) > 0n ? 'What left the bank.' : undefined,
            defaultValue: decimalCents(amount - proposedWithheld(taxed)),
          },
          confirmedDay: <ConfirmedDay />,
          withheld: <WithheldField {...taxed} />,
          confirmedWithheld: null,
          returned: null,
        }}
        onDone={onDone}
      />
    </Step>
  )
}

/**
 * @param wanted the requested line
 * @returns which line can be recorded today: what is due, the requested one first; where nothing is, the interest that
 *   falls due next (`isAhead`). `isPending` where a payment of that one is pending approval, so that nothing can be
 */
function paymentToRecord(lines: readonly StoryLine[], today: string, wanted: number | undefined) {
  const unpaid = lines
    .filter(({ interest, paid, principalLeft }) => paid < interest || principalLeft > 0n)
    .toSorted((one, other) => one.due.localeCompare(other.due))
  const due = unpaid.filter(each => !each.isRequested && firstDayOf(each) <= today)
  const next = due.find(({ n }) => n === wanted) ?? due[0] ?? unpaid[0]
  return next && { next, isAhead: firstDayOf(next) > today, isPending: next.isRequested }
}

type RequiredReasonProps = {
  name?: string
  /** What the form is refused for without a reason. */
  of: MessageCode
}

/**
 * The reason for what a second person has to agree with: only once the form was refused for want of one. It may stay empty where
 * something else of the form is corrected.
 */
export function RequiredReason({ name = 'reason', of }: RequiredReasonProps) {
  const { code, typed } = useRefused()
  return code === of || typed[name] ? <CommandField name={name} /> : null
}
