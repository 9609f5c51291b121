import {
  classifications,
  exemptCodes,
  nameLineLength,
  returnReasonLength,
  taxForms,
  validations,
} from '../../../../../rules/tax/profile.ts'
import { tinKinds } from '../../../../../rules/tax/tin.ts'
import type { SentForm, TaxCard } from '../../../../../server/tax/tax-card.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, SelectField, TextField } from '../../../../ui/field.tsx'
import { Options } from '../../../../ui/options.tsx'
import review from '../../accreditation/review/review.module.css'
import style from '../tax.module.css'
import { answerTo, type CardAnswer, refusalAt } from './card-answer.ts'

type Props = {
  card: TaxCard
  form: SentForm
  answered: CardAnswer | undefined
  onNotice: (notice: string) => void
}

const codes = Object.fromEntries(Object.entries(exemptCodes).map(([code, words]) => [code, `${code}: ${words}`]))

/** What a form says, line by line, as a person reads it off; a second person compares it. */
export function EnterForm({ card, form: { id, form }, answered, onNotice }: Props) {
  const { Form, answer, busy } = useAction<CardAnswer>(({ notice }) => notice && onNotice(notice))
  const before = answerTo('enter', answered)
  const shown = answer ?? before
  const ref = useFocusOnError(shown)
  const { errors, banner } = refusalAt(shown)
  const typed = before?.typed
  const isUnlike = shown?.error?.code === 'TAX_NAME_UNLIKE' || typed?.confirmed === 'on'
  return (
    <Form ref={ref} method="post" className={style.enter} autoComplete="off">
      <ActionFields intent="enter" />
      <input type="hidden" name="certification" value={id} />
      <h2>What {taxForms[form]} says</h2>
      <p className={style.quiet}>
        Is it signed and dated, and is every line readable? Otherwise send it back. A second person compares what you
        enter.
      </p>
      <Field
        label="Line 1: name"
        hint={`The holder’s title is ${card.holder.legalName}.`}
        name="line1"
        defaultValue={typed?.line1}
        maxLength={nameLineLength}
        error={errors.line1}
        required
      />
      <Field
        label="Line 2: business or disregarded entity"
        hint="Empty where the form has none."
        name="line2"
        defaultValue={typed?.line2}
        maxLength={nameLineLength}
        error={errors.line2}
      />
      <SelectField
        label="Line 3a: classification"
        name="classification"
        defaultValue={typed?.classification ?? ''}
        error={errors.classification}
      >
        <option value="">{form === 'w9' ? 'Choose' : 'None'}</option>
        <Options of={classifications} />
      </SelectField>
      <SelectField
        label="Line 4: exempt payee code"
        name="exempt"
        defaultValue={typed?.exempt ?? ''}
        error={errors.exempt}
      >
        <option value="">None</option>
        <Options of={codes} />
      </SelectField>
      <SelectField label="Kind of number" name="kind" defaultValue={typed?.kind} error={errors.kind}>
        <Options of={tinKinds} />
      </SelectField>
      <Field
        label="Part I: tax number"
        hint={
          form === 'w9' ? 'Nine digits. It’s kept encrypted.' : 'Nine digits, if the form has one. It’s kept encrypted.'
        }
        name="tin"
        inputMode="numeric"
        maxLength={15}
        autoComplete="off"
        error={errors.tin}
      />
      {card.state === 'second_notice' && (
        <SelectField
          label="What proves the number"
          hint="After a second B-notice a new W-9 alone isn’t enough."
          name="validated"
          defaultValue={typed?.validated ?? ''}
          error={errors.validated}
        >
          <option value="">Choose</option>
          <Options of={validations} />
        </SelectField>
      )}
      {isUnlike && (
        <label className={style.confirm}>
          <input type="checkbox" name="confirmed" defaultChecked={typed?.confirmed === 'on'} />
          <span>Line 1 isn’t the holder’s title. I’ve compared both, and the form is this holder’s all the same.</span>
        </label>
      )}
      <Banner of={shown}>{!busy && banner}</Banner>
      <Button type="submit" variant="primary" busy={busy} busyLabel="Submitting…">
        Submit for approval
      </Button>
    </Form>
  )
}

/** Sends a form back that can't be taken as it is. */
export function ReturnForm({ form: { id }, answered, onNotice }: Omit<Props, 'card'>) {
  const { Form, answer, busy } = useAction<CardAnswer>(({ notice }) => notice && onNotice(notice))
  const before = answerTo('return', answered)
  const shown = answer ?? before
  const { errors, banner } = refusalAt(shown)
  return (
    <details className={review.reasoned} open={shown?.error ? true : undefined}>
      <summary>Send it back</summary>
      <Form method="post">
        <ActionFields intent="return" />
        <input type="hidden" name="certification" value={id} />
        <TextField
          label="What is missing"
          hint="They read this in their portal."
          name="reason"
          rows={4}
          maxLength={returnReasonLength}
          defaultValue={before?.typed?.reason}
          error={errors.reason}
          required
        />
        <Banner of={shown}>{!busy && banner}</Banner>
        <Button type="submit" busy={busy} busyLabel="Saving…">
          Send back
        </Button>
      </Form>
    </details>
  )
}
