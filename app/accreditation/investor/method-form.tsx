import { useState } from 'react'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { fromCents } from '../../../rules/number.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../shell/actions/use-action.ts'
import { useFocusOnError } from '../../shell/actions/use-focus-on-error.ts'
import { Button } from '../../shell/ui/button.tsx'
import { needsNoDocuments } from '../evidence-kinds.ts'
import type { HighMinimum, Sale } from '../high-minimum.ts'
import { documentOwners, type Method, methodsFor, methodWords } from '../methods.ts'
import { areAllAmong } from '../names.ts'
import { saveAccreditationCommand } from '../own.commands.ts'
import type { OwnAccreditation, OwnVerification } from '../server/own-accreditation.ts'
import type { WizardAnswer } from './answer.ts'
import formStyle from './answers-form.module.css'
import { Choices } from './choices.tsx'
import { savedAnswers } from './use-answers.ts'

type Props = {
  accreditation: OwnAccreditation
  holder: NonNullable<OwnAccreditation['holder']>
  /** As the first screen has left it. */
  verification: OwnVerification
  action: FormAction<WizardAnswer>
  /** The last one to a form of this kind. */
  answer: WizardAnswer | undefined
}

/** The second screen: what the answers allow, the least work first, with what to have at hand. Both buttons keep the choice. */
export function MethodForm({ accreditation: { earlier }, holder, verification, action, answer }: Props) {
  const { Form, busy, sent } = action
  const element = useFocusOnError(answer)
  const sale: Sale = {
    ...verification,
    kind: holder.kind,
    principalCents: BigInt(verification.amountCents),
  }
  const hasEarlier = earlier !== null && areAllAmong(sale.owners, earlier.people)
  const { highMinimum, methods: possible } = methodsFor(sale, hasEarlier, switches)
  const methods = verification.isOwnMoney ? possible : possible.filter(one => one !== 'high_minimum')
  const [chosen, choose] = useState(verification.method)
  const method = methods.includes(chosen) ? chosen : (methods[0] ?? 'other')
  const ownersHint = needsNoDocuments(method) ? undefined : documentOwners(holder.kind, verification.category)
  const goesBack = sent?.get('to') === 'who'
  return (
    <Form ref={element} method="post" className={`stack narrow gap-5 ${formStyle.form}`}>
      <h2 tabIndex={-1}>How we verify it</h2>
      <ActionFields intent={saveAccreditationCommand.name} />
      <input type="hidden" name="holderId" value={holder.id} />
      {Object.entries(savedAnswers(verification)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Choices
        legend={saveAccreditationCommand.fields.method.label}
        name="method"
        value={method}
        options={methods.map(asMethod)}
        onChange={choose}
        error={answer?.problems?.method}
      />
      {ownersHint && <p className="quiet">{ownersHint}</p>}
      <WhyNotHighMinimum highMinimum={highMinimum} isOwnMoney={verification.isOwnMoney} />
      <div className={`cluster center gap-3-5 ${formStyle.buttons}`}>
        <Button type="submit" variant="primary" name="to" value="send" busy={busy && !goesBack} busyLabel="Saving…">
          Continue
        </Button>
        <Button type="submit" variant="link" name="to" value="who" busy={busy && goesBack} busyLabel="Saving…">
          Back
        </Button>
      </div>
    </Form>
  )
}

const asMethod = (value: Method) => ({
  value,
  words: (
    <>
      {methodWords[value].title}
      <span className="quiet regular block">{methodWords[value].asks}</span>
    </>
  ),
})

/** Why the amount alone isn't enough, where someone may wonder. */
function WhyNotHighMinimum({ highMinimum, isOwnMoney }: { highMinimum: HighMinimum; isOwnMoney: boolean }) {
  const words = !isOwnMoney
    ? 'Money that was lent for this note isn’t verified by its amount.'
    : highMinimum.isEnough
      ? undefined
      : highMinimum.reason === 'amount' && highMinimum.minimumCents !== undefined
        ? `From ${fromCents(Number(highMinimum.minimumCents))} on, the amount itself would verify this.`
        : highMinimum.reason === 'renewal'
          ? 'A renewal brings no new money, so its amount doesn’t verify it.'
          : undefined
  return words ? <p className="quiet">{words}</p> : null
}
