import { useState } from 'react'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { fund } from '../../../content/fund.ts'
import { representations } from '../../../content/representations.ts'
import { type Category, categoryWords, isVerifiedByOwners, ownerWord } from '../../../rules/accreditation/categories.ts'
import type { HighMinimum, Sale } from '../../../rules/accreditation/high-minimum.ts'
import { type Method, methodsFor, methodWords } from '../../../rules/accreditation/methods.ts'
import { representationText } from '../../../rules/accreditation/representation.ts'
import { dollars, fromCents } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { OwnAccreditation } from '../../../server/accreditation/own-accreditation.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import type { FormAction } from '../../actions/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import style from './accreditation.module.css'
import formStyle from './answers-form.module.css'
import { Representation, SignatureField } from './sign-section.tsx'

type Props = {
  me: Actor
  accreditation: OwnAccreditation
  holder: NonNullable<OwnAccreditation['holder']>
  action: FormAction
}

/**
 * The questions, the least work first. For a person at the high minimum they and the signature are one page; for others
 * the documents follow.
 */
export function AnswersForm({ me, accreditation, holder, action: { Form, busy } }: Props) {
  const form = useAnswers(accreditation, holder)
  const { answers, set, sale, methods, method, highMinimum, text } = form
  const byOwners = isVerifiedByOwners(holder.kind, answers.category)
  const isOnePage = text !== undefined
  return (
    <Form method="post" className={formStyle.form}>
      <ActionFields intent={isOnePage ? 'save-and-sign' : 'save'} />
      <input type="hidden" name="holderId" value={holder.id} />
      <MoneyQuestion value={answers.money} onChange={money => set({ money })} />
      <div className={formStyle.pair}>
        <Field
          label="How much you invest"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={answers.amount}
          onChange={({ target }) => set({ amount: target.value })}
          required
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
      <fieldset className={formStyle.choices}>
        <legend>{sale.kind === 'individual' ? 'I am' : `${holder.legalName} is`}</legend>
        {accreditation.categories.map(category => (
          <label key={category}>
            <input
              type="radio"
              name="category"
              value={category}
              checked={answers.category === category}
              onChange={() => set({ category })}
            />
            <span>
              {categoryWords[category].words}
              <span className={formStyle.cite}>{categoryWords[category].cite}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {accreditation.isJoint && (
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
            required={answers.companies.trim() === ''}
          />
          <TextField
            label={`Any ${ownerWord(holder.kind)} that isn’t a person`}
            hint="Companies and trusts, one per line"
            name="companies"
            rows={3}
            value={answers.companies}
            onChange={({ target }) => set({ companies: target.value })}
          />
        </div>
      )}
      <MethodChoice methods={methods} method={method} onChange={chosen => set({ method: chosen })} />
      <WhyNotHighMinimum highMinimum={highMinimum} money={answers.money} />
      {isOnePage && (
        <section aria-labelledby="confirm" className={formStyle.confirm}>
          <h3 id="confirm">What you confirm</h3>
          <Representation text={text} />
          <input type="hidden" name="text" value={text} />
          <SignatureField me={me} />
        </section>
      )}
      <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
        {isOnePage ? 'Sign and send' : 'Save and add documents'}
      </Button>
    </Form>
  )
}

interface Answers {
  money: string
  amount: string
  renewal: string
  category: Category
  people: string
  companies: string
  joint: boolean
  /** As chosen; empty for the one that asks least. */
  method: Method | ''
}

/** The answers, and what follows from them, as the server will see it. */
function useAnswers(
  { verification, categories, earlier, personMinimum, fundYear }: OwnAccreditation,
  holder: Props['holder'],
) {
  const isOpen = verification?.state === 'started' || verification?.state === 'returned'
  const from = isOpen ? verification : undefined
  const named = (isNatural: boolean) =>
    (from?.owners ?? [])
      .filter(owner => owner.isNatural === isNatural)
      .map(({ name }) => name)
      .join('\n')
  const [answers, change] = useState<Answers>({
    money: from ? (from.isOwnMoney ? 'own' : 'lent') : '',
    amount: from ? fromCents(Number(from.amountCents)) : dollars(personMinimum),
    renewal: from?.isRenewal ? 'renewal' : 'new',
    category: from?.category ?? (categories[0] as Category),
    people: named(true),
    companies: named(false),
    joint: from?.isJointTest ?? false,
    method: from?.method ?? '',
  })
  const sale: Sale = {
    kind: holder.kind,
    category: answers.category,
    principalCents: centsOf(answers.amount),
    owners: [...owners(answers.people, true), ...owners(answers.companies, false)],
    isJointTest: answers.joint,
    isRenewal: answers.renewal === 'renewal',
  }
  const { highMinimum, methods: offered } = methodsFor(sale, earlier !== null, switches)
  const methods = answers.money === 'lent' ? offered.filter(one => one !== 'high_minimum') : offered
  const method = methods.find(one => one === answers.method) ?? methods[0] ?? 'other'
  const needsNothing = answers.money !== '' && (method === 'high_minimum' || method === 'earlier')
  const facts = {
    holder: holder.legalName,
    fund: fund.name,
    sale,
    method,
    minimumCents: highMinimum.minimumCents,
    year: fundYear,
    verified: method === 'earlier' ? earlier?.words : undefined,
  }
  return {
    answers,
    set: (changed: Partial<Answers>) => change({ ...answers, ...changed }),
    sale,
    methods,
    method,
    highMinimum,
    text: needsNothing && sale.principalCents > 0n ? representationText(facts, representations) : undefined,
  }
}

function owners(text: string, isNatural: boolean) {
  return text
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map(name => ({ name, isNatural }))
}

/** @returns cents; 0 while it isn't an amount */
function centsOf(typed: string): bigint {
  const [, whole = '', cents = ''] = /^\$?\s*([\d,]{1,17})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? []
  return whole ? BigInt(whole.replaceAll(',', '')) * 100n + BigInt(cents.padEnd(2, '0')) : 0n
}

function MoneyQuestion({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <fieldset className={formStyle.choices}>
      <legend>Is this your own money, or has somebody lent it to you for this note?</legend>
      {[
        { money: 'own', words: 'It’s my own money' },
        { money: 'lent', words: 'Somebody has lent me some or all of it for this note' },
      ].map(({ money, words }) => (
        <label key={money}>
          <input
            type="radio"
            name="money"
            value={money}
            checked={value === money}
            onChange={() => onChange(money)}
            required
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

type MethodProps = { methods: Method[]; method: Method; onChange: (method: Method) => void }

function MethodChoice({ methods, method, onChange }: MethodProps) {
  return (
    <fieldset className={formStyle.choices}>
      <legend>How we verify it</legend>
      {methods.map(one => (
        <label key={one}>
          <input type="radio" name="method" value={one} checked={method === one} onChange={() => onChange(one)} />
          <span>
            {methodWords[one].title}
            <span className={formStyle.asks}>{methodWords[one].asks}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Why the amount alone isn't enough, where somebody may wonder. */
function WhyNotHighMinimum({ highMinimum, money }: { highMinimum: HighMinimum; money: string }) {
  const words =
    money === 'lent'
      ? 'Money that was lent for this note isn’t verified by its amount.'
      : highMinimum.isEnough
        ? undefined
        : highMinimum.reason === 'amount' && highMinimum.minimumCents !== undefined
          ? `From ${fromCents(Number(highMinimum.minimumCents))} on, the amount itself would verify this.`
          : highMinimum.reason === 'renewal'
            ? 'A renewal brings no new money, so its amount doesn’t verify it.'
            : undefined
  return words ? <p className={style.quiet}>{words}</p> : null
}
