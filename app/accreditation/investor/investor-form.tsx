import { accreditation as switches } from '../../../content/accreditation.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../shell/actions/use-action.ts'
import { useFocusOnError } from '../../shell/actions/use-focus-on-error.ts'
import { CommandFields } from '../../shell/commands/command-fields.tsx'
import { Button } from '../../shell/ui/button.tsx'
import choiceStyle from '../../shell/ui/choice-list.module.css'
import {
  type Category,
  categoryWords,
  hasJointTest,
  isVerifiedByOwners,
  mayHaveCompanies,
  ownerWord,
  whyNotByOwners,
} from '../categories.ts'
import { saveAccreditationCommand as command } from '../own.commands.ts'
import type { OwnAccreditation } from '../server/own-accreditation.ts'
import type { WizardAnswer } from './answer.ts'
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

/** The first screen: source and amount of the money, and what makes the investor accredited. */
export function InvestorForm({ accreditation, holder, renewalCents, action: { Form, busy }, answer }: Props) {
  const { answers, set } = useAnswers(accreditation, holder, renewalCents, answer?.error && answer.typed)
  const element = useFocusOnError(answer)
  const problems = answer?.problems ?? {}
  const typed = (name: 'amount' | 'isRenewal' | 'people' | 'companies') => ({
    value: answers[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const byOwners = isVerifiedByOwners(holder.kind, answers.category)
  const withCompanies = mayHaveCompanies(holder.kind, answers.category)
  const whyNot = whyNotByOwners(holder.kind, switches)
  return (
    <Form ref={element} method="post" className={`stack narrow gap-5 ${formStyle.form}`}>
      <h2 tabIndex={-1}>Who invests</h2>
      <ActionFields intent={command.name} />
      <input type="hidden" name="to" value="how" />
      <CommandFields command={command} answer={answer}>
        {Field => (
          <>
            <Field name="holderId" value={holder.id} />
            <Choices
              legend={command.fields.money.label}
              name="money"
              value={answers.money}
              options={moneyChoices}
              onChange={money => set({ money })}
              required
              error={problems.money}
            />
            <div className={`stack gap-4-5 ${formStyle.pair}`}>
              <Field name="amount" inputMode="decimal" {...typed('amount')} />
              <Field name="isRenewal" required={false} {...typed('isRenewal')}>
                <option value="new">A note with new money</option>
                <option value="renewal">The renewal of a note</option>
              </Field>
            </div>
            <Choices
              legend={holder.kind === 'individual' ? command.fields.category.label : `${holder.legalName} is`}
              name="category"
              value={answers.category}
              options={accreditation.categories.map(asCategory)}
              onChange={category => set({ category })}
              error={problems.category}
            />
            {whyNot && <p className="quiet">{whyNot}</p>}
            {hasJointTest(holder.kind, answers.category) && (
              <label className={`line-below ${choiceStyle.choice}`}>
                <input
                  type="checkbox"
                  name="isJointTest"
                  checked={answers.isJointTest}
                  onChange={({ target }) => set({ isJointTest: target.checked })}
                />
                <span>{command.fields.isJointTest.label}</span>
              </label>
            )}
            {byOwners && (
              <div className={`stack gap-4-5 ${formStyle.pair}`}>
                <Field
                  label={`Every ${ownerWord(holder.kind)}`}
                  name="people"
                  required={!withCompanies || answers.companies.trim() === ''}
                  {...typed('people')}
                />
                {withCompanies && (
                  <Field
                    label={`Any ${ownerWord(holder.kind)} that isn’t a person`}
                    name="companies"
                    {...typed('companies')}
                  />
                )}
              </div>
            )}
          </>
        )}
      </CommandFields>
      <Button type="submit" variant="primary" busy={busy} busyLabel={command.busy}>
        {command.button}
      </Button>
    </Form>
  )
}

const moneyChoices = [
  { value: 'own', words: 'It’s my own money' },
  { value: 'lent', words: 'Some or all of it was lent to me for this note' },
]

const asCategory = (value: Category) => ({ value, words: categoryWords[value].words })
