import { formatDay } from '../../../../rules/days.ts'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { canTake, noteSteps } from '../../../../rules/workflows.ts'
import type { LedgerEntry } from '../../../ledger/server/get-ledger.ts'
import style from '../../../register/office/register.module.css'
import type { NoteStory } from '../../../register/server/note-story.ts'
import {
  agreeFirstPaymentCommand,
  cancelDraftCommand,
  cancelNoteCommand,
  reverseFundingCommand,
} from '../../note.commands.ts'
import { ledgerKinds } from '../../note-records.ts'
import { isIn, payableStates } from '../../note-states.ts'
import {
  cureDefaultCommand,
  declareDefaultCommand,
  recordPaymentCommand,
  recordPayoffCommand,
  reversePaymentCommand,
  reverseRenewalCommand,
  reverseTransferCommand,
  transferNoteCommand,
} from '../../payment.commands.ts'
import { ConfirmedDay } from './confirmed-day.tsx'
import { Fold } from './fold.tsx'
import { isOpen, RequiredReason } from './next-steps.tsx'
import own from './note.module.css'
import { NoteForm } from './note-form.tsx'
import { PartRepayment } from './principal-steps.tsx'
import { amountOf } from './story-tables.tsx'

type Props = { story: NoteStory; today: string; onDone: (notice: string) => void }

export function hasOtherSteps(story: NoteStory): boolean {
  const { cancel, cancelSigned, untransfer, unrenew } = noteSteps
  return (
    [cancel, cancelSigned, untransfer, unrenew].some(step => canTake(step, story.state)) ||
    isIn(payableStates, story.state) ||
    reversibleOf(story).length > 0
  )
}

/** The rare steps: a payment reversed, part of the principal repaid, canceling, a transfer, a default and its end. */
export function OtherSteps({ story, today, onDone }: Props) {
  const { id, state } = story
  if (!hasOtherSteps(story)) return null
  return (
    <section className={`stack ${own.folds}`} id="steps" aria-labelledby="steps-title" data-print="no">
      <h2 id="steps-title" className={`size-h4 ${own.within}`}>
        Other steps
      </h2>
      <Reversal story={story} today={today} onDone={onDone} />
      <CameBack story={story} today={today} onDone={onDone} />
      <PartRepayment story={story} today={today} onDone={onDone} />
      {canTake(noteSteps.fund, state) && story.terms.firstPaymentDate && !isOpen(story, 'note.first_payment') && (
        <Fold id="first-payment" title="Agree on another first payment" commands={[agreeFirstPaymentCommand]}>
          <NoteForm
            command={agreeFirstPaymentCommand}
            noteId={id}
            pairs={[['arrived', 'first']]}
            fields={{ arrived: { defaultValue: today, max: today }, agreedOn: { max: today } }}
            onDone={onDone}
          >
            <p className={style.about}>
              Where the money arrived on a day that makes the first payment of{' '}
              {formatDay(story.terms.firstPaymentDate ?? '')} impossible. Nothing else of the terms changes, and
              signatures and verification stay.
            </p>
          </NoteForm>
        </Fold>
      )}
      {canUndoFunding(story) && (
        <Fold id="unfund" title="Reverse the funds" commands={[reverseFundingCommand]}>
          <NoteForm command={reverseFundingCommand} noteId={id} variant="danger" onDone={onDone}>
            <p className={style.about}>
              Where they were recorded by mistake, such as with a wrong day. Interest that fell due since is reversed,
              too, and the note is awaiting funds again, with its terms and signatures.
            </p>
          </NoteForm>
        </Fold>
      )}
      {canTake(noteSteps.cancel, state) && (
        <Fold id="cancel" title="Cancel this note" commands={[cancelDraftCommand]}>
          <NoteForm command={cancelDraftCommand} noteId={id} variant="danger" onDone={onDone} />
        </Fold>
      )}
      {canTake(noteSteps.cancelSigned, state) && !isOpen(story, 'note.cancel') && (
        <Fold id="cancel" title="Cancel this note" commands={[cancelNoteCommand]}>
          <NoteForm command={cancelNoteCommand} noteId={id} variant="danger" onDone={onDone}>
            <p className={style.about}>
              Its holder is bound by it, and may have sent its money: check the bank account first. Everyone authorized
              for the holder and all approvers get an e-mail.
            </p>
          </NoteForm>
        </Fold>
      )}
      {canTake(noteSteps.transfer, state) && !isOpen(story, 'note.transfer') && (
        <Fold id="transfer" title="Transfer to another holder" commands={[transferNoteCommand]}>
          <NoteForm
            command={transferNoteCommand}
            noteId={id}
            pairs={[['holder', 'day']]}
            fields={{
              holder: { placeholder: 'H-0002' },
              day: { defaultValue: today, max: today },
              late: <RequiredReason name="late" of="TRANSFER_VERIFIED_LATE" />,
            }}
            onDone={onDone}
          >
            <p className={style.about}>
              This note is closed, and one with the same terms continues it for the other holder, from that day on, with
              all principal that is unpaid. But for a death or a divorce, the other holder has to be verified as
              accredited first.
            </p>
          </NoteForm>
        </Fold>
      )}
      {canTake(noteSteps.untransfer, state) && story.successor && !isOpen(story, 'note.untransfer') && (
        <Fold id="untransfer" title="Reverse the transfer" commands={[reverseTransferCommand]}>
          <NoteForm command={reverseTransferCommand} noteId={id} variant="danger" onDone={onDone}>
            <p className={style.about}>
              Where it was recorded by mistake, or has to be recorded again after something earlier. This note goes on
              as if it had never moved, and {story.successor.number} is canceled. Payments on {story.successor.number}{' '}
              have to be reversed first. A note that was really given back is transferred back instead.
            </p>
          </NoteForm>
        </Fold>
      )}
      {canTake(noteSteps.unrenew, state) && story.successor && !isOpen(story, 'note.unrenew') && (
        <Fold id="unrenew" title="Reverse the renewal" commands={[reverseRenewalCommand]}>
          <NoteForm command={reverseRenewalCommand} noteId={id} variant="danger" onDone={onDone}>
            <p className={style.about}>
              Where it was recorded by mistake, such as with a choice that was misread. This note has matured again, and{' '}
              {story.successor.number} is canceled. Payments on {story.successor.number} have to be reversed first, and
              documents that are filed with it taken out.
            </p>
          </NoteForm>
        </Fold>
      )}
      {canTake(noteSteps.default, state) && !isOpen(story, 'note.default') && (
        <Fold id="default" title="Declare a default" commands={[declareDefaultCommand]}>
          <NoteForm
            command={declareDefaultCommand}
            noteId={id}
            variant="danger"
            fields={{ day: { defaultValue: today, max: today } }}
            onDone={onDone}
          >
            <p className={style.about}>Once something is unpaid for more than {story.graceDays} days.</p>
          </NoteForm>
        </Fold>
      )}
      {canTake(noteSteps.cure, state) && !isOpen(story, 'note.cure') && (
        <Fold id="cure" title="End the default" commands={[cureDefaultCommand]}>
          <NoteForm
            command={cureDefaultCommand}
            noteId={id}
            fields={{ day: { defaultValue: today, max: today } }}
            onDone={onDone}
          >
            <p className={style.about}>A default that was declared by mistake ends on its own day.</p>
          </NoteForm>
        </Fold>
      )}
    </section>
  )
}

/** @returns whether the note has funds of its own on which nothing has been paid, and no one has asked to reverse them */
function canUndoFunding(story: NoteStory): boolean {
  const { state, entries } = story
  const hasFunds = entries.some(({ kind, reversedBy }) => kind === 'funds' && !reversedBy)
  return (
    canTake(noteSteps.unfund, state) && hasFunds && reversibleOf(story).length === 0 && !isOpen(story, 'note.unfund')
  )
}

/** A recorded payment that came back, or was a mistake: an entry that mirrors it needs two people. */
function Reversal({ story, today, onDone }: Props) {
  const reversible = reversibleOf(story)
  const returns = returnsOf(story)
  if (reversible.length + returns.length === 0) return null
  const payments = [...Map.groupBy(reversible, ({ payment }) => payment).values()]
  return (
    <Fold id="reverse" title="Reverse a payment" commands={[reversePaymentCommand]}>
      <NoteForm
        command={reversePaymentCommand}
        noteId={story.id}
        variant="danger"
        pairs={[['why', 'day']]}
        fields={{
          entry: { children: <Reversible payments={payments} returns={returns} /> },
          day: { defaultValue: today, max: today },
        }}
        onDone={onDone}
      >
        <p className={style.about}>
          All of the payment is reversed: an entry that mirrors each of its entries is added. They stay. A mistake is
          corrected as of the payment’s own day, and so is a payment that has to be recorded again after something
          earlier. Where the mistake is that it came back, choose that instead: the payment stands again.
        </p>
        {canTake(noteSteps.untransfer, story.state) && story.successor && (
          <p className={style.about}>
            What was repaid or paid ahead before the transfer decided what moved to {story.successor.number}. Where that
            came back, or was a mistake, <a href="#untransfer">reverse the transfer</a> first, then the payment, and
            transfer the note again.
          </p>
        )}
      </NoteForm>
    </Fold>
  )
}

type ReversibleProps = { payments: readonly LedgerEntry[][]; returns: ReturnType<typeof returnsOf> }

/** Options: payments, the latest first, and returns that were recorded by mistake. */
function Reversible({ payments, returns }: ReversibleProps) {
  return (
    <>
      {payments.toReversed().map(entries => (
        <option key={entries[0]?.id} value={entries[0]?.id}>
          {paymentWords(entries)}
        </option>
      ))}
      {returns.length > 0 && (
        <optgroup label="That it came back was a mistake">
          {returns.toReversed().map(({ id, entries, day }) => (
            <option key={id} value={id}>
              {`${paymentWords(entries)}, came back on ${formatDay(day)}`}
            </option>
          ))}
        </optgroup>
      )}
    </>
  )
}

/** A payment, or a payoff, that came back before it was recorded, and may have been made again since. */
function CameBack({ story, today, onDone }: Props) {
  const { id, state } = story
  if (!isIn(payableStates, state)) return null
  const { label } = reversePaymentCommand.fields.day
  const days = { day: { max: today }, returned: { label, max: today, required: true } }
  const withoutTax = { withheld: null, confirmedWithheld: null }
  return (
    <Fold id="came-back" title="Record a payment that came back" commands={[recordPaymentCommand, recordPayoffCommand]}>
      <p className={style.about}>
        The payment and its return are recorded in one step, also where the one that was made again is in the books
        already.
      </p>
      <NoteForm
        command={recordPaymentCommand}
        noteId={id}
        form="returned"
        button="Submit payment and return for approval"
        pairs={[
          ['day', 'returned'],
          ['amount', 'fee'],
        ]}
        fields={{ ...days, ...withoutTax, confirmedDay: <ConfirmedDay /> }}
        onDone={onDone}
      />
      {state !== 'transferred' && (
        <>
          <h3 className={`size-h4 ${own.within}`}>A payoff of the whole note</h3>
          <NoteForm
            command={recordPayoffCommand}
            noteId={id}
            form="returned"
            button="Submit payoff and return for approval"
            pairs={[
              ['day', 'returned'],
              ['reference', 'reason'],
            ]}
            fields={{ ...days, ...withoutTax }}
            onDone={onDone}
          />
        </>
      )}
    </Fold>
  )
}

/** @returns a payment in words, such as 'Interest paid, principal paid on Nov 20, 2026: $206,333.33 (WIRE 9)' */
function paymentWords(entries: readonly LedgerEntry[]): string {
  const [first] = entries
  const kinds = [...new Set(entries.map(({ kind }) => ledgerKinds[kind]))]
  const words = kinds.map((kind, i) => (i === 0 ? kind : kind.toLowerCase())).join(', ')
  const reference = first?.reference ? ` (${first.reference})` : ''
  return `${words} on ${formatDay(first?.relatesTo ?? '')}: ${formatCents(sumCents(entries.map(amountOf)))}${reference}`
}

function reversibleOf({ entries }: NoteStory): LedgerEntry[] {
  return entries.filter(({ kind, reversedBy }) => (kind === 'payment' || kind === 'principal') && !reversedBy)
}

/** @returns payments that came back, each with an entry of its return */
function returnsOf({ entries, state }: NoteStory): { id: string; entries: LedgerEntry[]; day: string }[] {
  if (state === 'transferred') return []
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  const returned = entries.filter(({ kind, reversedBy }) => kind === 'payment_returned' && !reversedBy)
  return [...Map.groupBy(returned, ({ reverses }) => byId.get(reverses ?? '')?.payment).values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    return [
      { id: first.id, entries: group.flatMap(({ reverses }) => byId.get(reverses ?? '') ?? []), day: first.relatesTo },
    ]
  })
}
