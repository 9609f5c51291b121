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
import { needsNoDocuments } from '../../../rules/accreditation/evidence-kinds.ts'
import type { HighMinimum } from '../../../rules/accreditation/high-minimum.ts'
import { type Method, methodWords, whoseDocuments } from '../../../rules/accreditation/methods.ts'
import { fromCents } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { OwnAccreditation } from '../../../server/accreditation/own-accreditation.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import type { FormAction } from '../../actions/use-action.ts'
import { useFocusOnError } from '../../actions/use-focus-on-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import style from './accreditation.module.css'
import { fieldErrors, type WizardAnswer } from './answer.ts'
import formStyle from './answers-form.module.css'
import { Choices } from './choices.tsx'
import { Representation, SignatureField } from './sign-section.tsx'
import { useAnswers } from './use-answers.ts'

type Props = {
  me: Actor
  accreditation: OwnAccreditation
  holder: NonNullable<OwnAccreditation['holder']>
  /** What a note is renewed for, where that is why the reader comes. */
  renewalCents: bigint | undefined
  action: FormAction<WizardAnswer>
  /** The last one to a form of this kind. */
  answer: WizardAnswer | undefined
}

/**
 * The questions, the least work first. For a person at the high minimum they and the signature are one page; for others
 * the documents follow.
 */
export function AnswersForm({ me, accreditation, holder, renewalCents, action: { Form, busy }, answer }: Props) {
  const form = useAnswers(accreditation, holder, renewalCents, answer?.values)
  const { answers, set, sale, methods, method, highMinimum, text } = form
  const element = useFocusOnError(answer)
  const errors = fieldErrors(answer)
  const byOwners = isVerifiedByOwners(holder.kind, answers.category)
  const whyNot = whyNotByOwners(holder.kind, switches)
  const isOnePage = text !== undefined
  const whose = needsNoDocuments(method) ? undefined : whoseDocuments(holder.kind, answers.category)
  return (
    <Form ref={element} method="post" className={formStyle.form}>
      <ActionFields intent={isOnePage ? 'save-and-sign' : 'save'} />
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
        legend={sale.kind === 'individual' ? 'I am' : `${holder.legalName} is`}
        name="category"
        value={answers.category}
        options={accreditation.categories.map(asCategory)}
        onChange={category => set({ category })}
        error={errors.category}
      />
      {whyNot && <p className={style.quiet}>{whyNot}</p>}
      {hasJointTest(holder.kind, answers.category) && (
        <label className={formStyle.check}>
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
            required={!mayHaveCompanies(holder.kind, answers.category) || answers.companies.trim() === ''}
            error={errors.people}
          />
          {mayHaveCompanies(holder.kind, answers.category) && (
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
      <Choices
        legend="How we verify it"
        name="method"
        value={method}
        options={methods.map(asMethod)}
        onChange={chosen => set({ method: chosen })}
        error={errors.method}
      />
      {whose && <p className={style.quiet}>{whose}</p>}
      <WhyNotHighMinimum highMinimum={highMinimum} money={answers.money} />
      {isOnePage && (
        <section aria-labelledby="confirm" className={formStyle.confirm}>
          <h3 id="confirm">What you confirm</h3>
          <Representation text={text} />
          <input type="hidden" name="text" value={text} />
          <SignatureField me={me} typed={answer?.values?.typedName} error={errors.typedName} />
        </section>
      )}
      <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
        {isOnePage ? 'Sign and send' : 'Save and add documents'}
      </Button>
    </Form>
  )
}

const moneyChoices = [
  { value: 'own', words: 'It’s my own money' },
  { value: 'lent', words: 'Somebody has lent me some or all of it for this note' },
]

const asCategory = (value: Category) => ({
  value,
  words: (
    <>
      {categoryWords[value].words}
      <span className={formStyle.cite}>{categoryWords[value].cite}</span>
    </>
  ),
})

const asMethod = (value: Method) => ({
  value,
  words: (
    <>
      {methodWords[value].title}
      <span className={formStyle.asks}>{methodWords[value].asks}</span>
    </>
  ),
})

/** Why the amount alone isn't enough, where somebody may wonder. */
function WhyNotHighMinimum({ highMinimum, money }: { highMinimum: HighMinimum; money: string }) {
  const words =
    money === 'lent'
      ? 'Money that was lent for this note isn’t verified by its amount.'
      : highMinimum.isEnough
        ? undefined
        : highMinimum.reason === 'amount' && highMinimum.minimumCents !== undefined
          ? `From ${fromCents(Number(highMinimum.minimumCents))} on, the amount itself would verify this.`
          : highMinimum.reason === 'owners'
            ? 'Name everyone above, and we can tell whether the amount itself is enough.'
            : highMinimum.reason === 'renewal'
              ? 'A renewal brings no new money, so its amount doesn’t verify it.'
              : undefined
  return words ? <p className={style.quiet}>{words}</p> : null
}
