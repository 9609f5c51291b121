import { accreditation as switches } from '../../../content/accreditation.ts'
import {
  type Category,
  categoryWords,
  hasJointTest,
  isVerifiedByOwners,
  mayHaveCompanies,
  ownerWord,
  whyNotByOwners,
} from '../../../rules/accreditation/categories.ts'
import type { OwnAccreditation } from '../../../server/accreditation/own-accreditation.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import type { FormAction } from '../../actions/use-action.ts'
import { useFocusOnError } from '../../actions/use-focus-on-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { fieldErrors, type WizardAnswer } from './answer.ts'
import formStyle from './answers-form.module.css'
import { Choices } from './choices.tsx'
import { useAnswers } from './use-answers.ts'

type Props = {
  accreditation: OwnAccreditation
  holder: NonNullable<OwnAccreditation['holder']>
  /** What a note is renewed for, where that is why the reader comes. */
  renewalCents: bigint | undefined
  action: FormAction<WizardAnswer>
  /** The last one to a form of this kind. */
  answer: WizardAnswer | undefined
}

/** The first screen: whose money it is and how much, and what makes the investor accredited. */
export function WhoForm({ accreditation, holder, renewalCents, action: { Form, busy }, answer }: Props) {
  const { answers, set } = useAnswers(accreditation, holder, renewalCents, answer?.error && answer.values)
  const element = useFocusOnError(answer)
  const errors = fieldErrors(answer)
  const byOwners = isVerifiedByOwners(holder.kind, answers.category)
  const withCompanies = mayHaveCompanies(holder.kind, answers.category)
  const whyNot = whyNotByOwners(holder.kind, switches)
  return (
    <Form ref={element} method="post" className={`stack narrow gap-5 ${formStyle.form}`}>
      <h2 tabIndex={-1}>Who invests</h2>
      <ActionFields intent="save" />
      <input type="hidden" name="holderId" value={holder.id} />
      <Choices
        legend="Is this your own money, or has somebody lent it to you for this note?"
        name="money"
        value={answers.money}
        options={moneyChoices}
        onChange={money => set({ money })}
        required
        error={errors.money}
      />
      <div className={formStyle.pair}>
        <Field
          label="How much you invest"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={answers.amount}
          onChange={({ target }) => set({ amount: target.value })}
          required
          error={errors.amount}
        />
        <SelectField
          label="For"
          name="renewal"
          value={answers.renewal}
          onChange={({ target }) => set({ renewal: target.value })}
        >
          <option value="new">A note with new money</option>
          <option value="renewal">The renewal of a note</option>
        </SelectField>
      </div>
      <Choices
        legend={holder.kind === 'individual' ? 'I am' : `${holder.legalName} is`}
        name="category"
        value={answers.category}
        options={accreditation.categories.map(asCategory)}
        onChange={category => set({ category })}
        error={errors.category}
      />
      {whyNot && <p className="quiet">{whyNot}</p>}
      {hasJointTest(holder.kind, answers.category) && (
        <label className={`line-below ${formStyle.check}`}>
          <input
            type="checkbox"
            name="joint"
            checked={answers.joint}
            onChange={({ target }) => set({ joint: target.checked })}
          />
          <span>We’re spouses or spousal equivalents, and count our income or net worth together</span>
        </label>
      )}
      {byOwners && (
        <div className={formStyle.pair}>
          <TextField
            label={`Every ${ownerWord(holder.kind)}`}
            hint="People, one per line"
            name="people"
            rows={3}
            value={answers.people}
            onChange={({ target }) => set({ people: target.value })}
            required={!withCompanies || answers.companies.trim() === ''}
            error={errors.people}
          />
          {withCompanies && (
            <TextField
              label={`Any ${ownerWord(holder.kind)} that isn’t a person`}
              hint="Companies and trusts, one per line"
              name="companies"
              rows={3}
              value={answers.companies}
              onChange={({ target }) => set({ companies: target.value })}
            />
          )}
        </div>
      )}
      <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
        Continue
      </Button>
    </Form>
  )
}

const moneyChoices = [
  { value: 'own', words: 'It’s my own money' },
  { value: 'lent', words: 'Somebody has lent me some or all of it for this note' },
]

const asCategory = (value: Category) => ({ value, words: categoryWords[value].words })
