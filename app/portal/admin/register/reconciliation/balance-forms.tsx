import { href } from 'react-router'
import type { BankBalance } from '../../../../../rules/bank-reconciliation.ts'
import type { MessageCode } from '../../../../../rules/messages.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import style from '../register.module.css'
import type { ReconciliationAnswer } from './reconciliation-answer.ts'

/** Which field a refusal is about. */
const fieldOf: Partial<Record<MessageCode, string>> = {
  NOTE_DAY_INVALID: 'day',
  NOTE_DAY_AHEAD: 'day',
  BANK_BALANCE: 'balance',
  BANK_BALANCE_OTHER: 'other',
  BANK_BALANCE_WORDS: 'words',
  BANK_DIFFERENCE_WORDS: 'words',
}

/** The form of an intent, what was answered to it, and what it says at its fields. */
function useBalanceForm(
  intent: string,
  answered: ReconciliationAnswer | undefined,
  onNotice?: (notice: string) => void,
) {
  const { Form, answer, busy } = useAction<ReconciliationAnswer>(({ notice }) => notice && onNotice?.(notice))
  const form = useFocusOnError(answer)
  const before = answered?.typed?.intent === intent ? answered : undefined
  const shown = answer ?? before
  const at = shown?.error && fieldOf[shown.error.code as MessageCode]
  const message = shown?.error?.message
  return {
    ...{ Form, form, answer, busy },
    errorAt: (name: string) => at === name && message,
    typedAt: (name: string) => before?.typed?.[name],
    otherwise: !at && message,
  }
}

type EnterBalanceProps = {
  isFirst: boolean
  /** What the next statement is likely to have. */
  suggested: { day: string; words: string }
  answered: ReconciliationAnswer | undefined
}

/** What the bank's statement says. */
export function EnterBalance({ isFirst, suggested, answered }: EnterBalanceProps) {
  const { Form, form, answer, busy, errorAt, typedAt, otherwise } = useBalanceForm('enter', answered)
  const field = (name: string, likely = '') => ({ name, defaultValue: typedAt(name) ?? likely, error: errorAt(name) })
  return (
    <section className={style.section} aria-labelledby="enter" data-print="no">
      <h2 id="enter">Enter a statement’s balance</h2>
      <p className={style.about}>
        Copy both from the bank’s statement. The ledger knows the notes’ cash alone: what else is in the account is the
        fund’s other cash, by your own books. Entered again for the same day, the newer one counts.
      </p>
      <Form
        ref={form}
        method="post"
        action={href('/profile/admin/register/reconciliation')}
        className={style.form}
        aria-label="Enter a statement’s balance"
      >
        <ActionFields intent="enter" />
        <div className={style.pair}>
          <Field label="Statement date" type="date" required {...field('day', suggested.day)} />
          <Field label="Balance per bank" inputMode="text" autoComplete="off" required {...field('balance')} />
        </div>
        <Field
          label="Other cash in this account"
          hint="What isn’t the notes’, such as 48,200.00. Below zero where money of the notes is elsewhere, such as in loans. 0 if none."
          autoComplete="off"
          required
          {...field('other')}
        />
        <Field
          label="What the other cash is"
          hint="Such as: operating reserve; loans to borrowers paid from this account."
          autoComplete="off"
          {...field('words', suggested.words)}
        />
        <Banner of={answer}>{!busy && otherwise}</Banner>
        <div className={style.buttons}>
          <Button variant={isFirst ? 'primary' : 'quiet'} type="submit" busy={busy} busyLabel="Saving…">
            Save balance
          </Button>
        </div>
      </Form>
    </section>
  )
}

type ExplainProps = {
  statement: BankBalance
  answered: ReconciliationAnswer | undefined
  onNotice: (notice: string) => void
}

/** Why bank and books differ, where somebody knows. */
export function ExplainDifference({ statement: { id, day }, answered, onNotice }: ExplainProps) {
  const { Form, form, answer, busy, errorAt, typedAt, otherwise } = useBalanceForm('explain', answered, onNotice)
  return (
    <Form
      ref={form}
      method="post"
      action={withQuery(href('/profile/admin/register/reconciliation'), { on: day })}
      className={style.form}
      aria-label="Explain the difference"
      data-print="no"
    >
      <ActionFields intent="explain" />
      <input type="hidden" name="statement" value={id} />
      <Field
        label="Why there is a difference"
        hint="It holds for this amount: once the difference changes, it is unexplained again."
        name="words"
        autoComplete="off"
        required
        defaultValue={typedAt('words')}
        error={errorAt('words')}
      />
      <Banner of={answer}>{!busy && otherwise}</Banner>
      <div className={style.buttons}>
        <Button type="submit" busy={busy} busyLabel="Saving…">
          Save explanation
        </Button>
      </div>
    </Form>
  )
}
