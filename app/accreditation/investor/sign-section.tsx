import type { Actor } from '../../../server/access/actor.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../shell/actions/use-action.ts'
import { useFocusOnError } from '../../shell/actions/use-focus-on-error.ts'
import { CommandFields } from '../../shell/commands/command-fields.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { ConsentFirst } from '../../signing/investor/consent-first.tsx'
import { signAccreditationCommand as command } from '../own.commands.ts'
import type { OwnVerification } from '../server/own-accreditation.ts'
import type { WizardAnswer } from './answer.ts'
import formStyle from './answers-form.module.css'

type Props = {
  me: Actor
  verification: OwnVerification
  /** Whether they have agreed to sign in the portal. */
  hasConsent: boolean
  action: FormAction<WizardAnswer>
  /** The last one to this form. */
  answer: WizardAnswer | undefined
}

/** The text to sign, once nothing is missing. */
export function SignSection({ me, verification, hasConsent, action: { Form, busy, sentIntent }, answer }: Props) {
  const form = useFocusOnError(answer)
  const { id, text, signatures, missing, evidence } = verification
  const isReady = missing.length === 0 && evidence.every(({ problem }) => problem === null)
  if (signatures.isOwn) {
    return (
      <section className="stack gap-4 pad-above-4">
        <h2 tabIndex={-1} data-step>
          Your signature
        </h2>
        <p>
          You’ve signed.{' '}
          {signatures.need - signatures.have === 1
            ? 'One more person who signs for this holder still has to, in their own portal.'
            : `${signatures.need - signatures.have} others who sign for this holder still have to, in their own portals.`}
        </p>
      </section>
    )
  }
  return (
    <section className="stack gap-4 pad-above-4" aria-labelledby="sign">
      <h2 id="sign" tabIndex={-1} data-step>
        What you confirm
      </h2>
      <Representation text={text} />
      {isReady && !hasConsent && <ConsentFirst />}
      {isReady && hasConsent && (
        <Form ref={form} method="post" className={`stack narrow gap-5 ${formStyle.form}`}>
          <ActionFields intent={command.name} />
          <input type="hidden" name="accreditation" value={id} />
          <CommandFields
            command={command}
            answer={answer}
            typed={answer?.typed}
            fields={{ text, typedName: { placeholder: me.fullName ?? undefined } }}
          />
          <Button type="submit" variant="primary" busy={busy && sentIntent === command.name} busyLabel={command.busy}>
            {command.button}
          </Button>
        </Form>
      )}
      {!isReady && <p className="quiet">You can sign once all documents above are in order.</p>}
    </section>
  )
}

/** @param text one statement a line */
export function Representation({ text }: { text: string }) {
  return (
    <ol className={`stack gap-3 measure ${formStyle.statements}`}>
      {text.split('\n').map(statement => (
        <li key={statement}>{statement}</li>
      ))}
    </ol>
  )
}
