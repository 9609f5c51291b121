import { contact } from '../../../content/contact.ts'
import { tiers } from '../../../content/tiers.ts'
import { messageLength, topics } from '../../leads/leads.ts'
import type { sendVisitorMessageCommand } from '../../leads/visitor-message.commands.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { SelectField, TextField } from '../../shell/ui/field.tsx'
import style from './form.module.css'
import type { MessageDone } from './message-actions.ts'
import { FormProof } from './proof.tsx'
import { useVisitorForm } from './use-visitor-form.ts'
import { type KnownVisitor, VisitorFields } from './visitor-fields.tsx'

type Described = typeof sendVisitorMessageCommand

type Props = {
  ticket: string
  known: KnownVisitor | undefined
  consultation?: boolean
  /** A message that is ready to send. The form then asks for no topic. */
  message?: string
}

/** The site's own contact form. */
export function MessageForm({ ticket, known, consultation = false, message }: Props) {
  const hydrated = useHydrated()
  const { Form, answer, busy, form, done } = useVisitorForm<MessageDone>()
  const { letter } = contact
  if (answer?.done)
    return (
      <div className={`stack gap-4 double ${style.done}`}>
        <h3 ref={done} tabIndex={-1}>
          {letter.sent}
        </h3>
        <p>
          {letter.sentText} {answer.done.email}.
        </p>
      </div>
    )
  const { problems = {}, typed = {}, error } = answer ?? {}
  return (
    <Form method="post" className={`stack gap-6 ${style.form}`} ref={form} noValidate={hydrated}>
      <Banner of={error}>{error?.message}</Banner>
      {message === undefined && <Topics chosen={typed.topic} consultation={consultation} />}
      <VisitorFields known={known} typed={typed} problems={problems}>
        <SelectField<Described> label="Amount (optional)" name="amountRange" defaultValue={typed.amountRange ?? ''}>
          <option value="">{letter.noRange}</option>
          {tiers.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </SelectField>
      </VisitorFields>
      <TextField<Described>
        label="Message"
        name="message"
        rows={7}
        required
        maxLength={messageLength}
        defaultValue={typed.message ?? message}
        error={problems.message}
      />
      <FormProof ticket={ticket} refused={error?.code} />
      <div className={`stack start gap-4 ${style.send}`}>
        <Button type="submit" variant="primary" busy={busy} busyLabel={'Sending…' satisfies Described['busy']}>
          {'Send message' satisfies Described['button']}
        </Button>
        <p className="quiet">{letter.private}</p>
      </div>
    </Form>
  )
}

function Topics({ chosen, consultation }: { chosen: string | undefined; consultation: boolean }) {
  return (
    <fieldset className={`cluster ${style.topics}`}>
      <legend>{'Topic' satisfies Described['fields']['topic']['label']}</legend>
      {topics.map(topic => (
        <label key={topic}>
          <input
            type="radio"
            name="topic"
            value={topic}
            // Whether a consultation is wanted is known only after hydration; a new key applies the default then.
            key={String(consultation)}
            defaultChecked={(chosen ?? (consultation ? 'consultation' : 'question')) === topic}
          />
          {contact.letter.topics[topic]}
        </label>
      ))}
    </fieldset>
  )
}
