import { type FormEvent, type ReactNode, useState } from 'react'
import { noteSettings } from '../../../../content/notes.ts'
import type { Command } from '../../../../rules/commands/command.ts'
import { parseRate } from '../../../../rules/money.ts'
import style from '../../../register/office/register.module.css'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useFocusOnError } from '../../../shell/actions/use-focus-on-error.ts'
import { CommandField } from '../../../shell/commands/command-field.tsx'
import { CommandFields } from '../../../shell/commands/command-fields.tsx'
import { useCommandForm } from '../../../shell/commands/command-form.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { clausesOf } from '../../describe.ts'
import type { changeDraftCommand, draftNoteCommand } from '../../draft.commands.ts'
import { termsProblemInWords } from '../../terms.ts'
import own from './new-note.module.css'
import { ReadBack } from './read-back.tsx'
import { TermsFields } from './terms-fields.tsx'
import { problemsOf, readTerms, type TypedTerms } from './typed-terms.ts'

type Start = TypedTerms & Record<string, string>

type Props = {
  today: string
  command: typeof draftNoteCommand | typeof changeDraftCommand
  /** Where it is sent. */
  action: string
  /** The form's first values. */
  start: Start
  /** The holder's name, unless the form asks for one. */
  holder: string
  saleState: string
  /** Above the terms. */
  children: ReactNode
}

/** The terms of a draft, read back in words beside the form before they are written. */
export function DraftForm({ today, command, action, start, holder, saleState, children }: Props) {
  const { Form, busy, lost, shown } = useCommandForm(command)
  const form = useFocusOnError(shown)
  const [typed, setTyped] = useState<Start>({ ...start, ...lost?.typed })
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    const { sale_state: saleState, ...others } = Object.fromEntries(fields)
    const isSaleState = (event.target as HTMLElement & { name?: string }).name === 'sale_state'
    // Until someone chooses another one, the state of the sale is the holder's.
    setTyped(before => ({ ...before, ...others, ...((before.sale_state || isSaleState) && { sale_state: saleState }) }))
  }
  const problems = problemsOf(typed, today)
  const hasAmount = typed.principal.trim() !== ''
  const named = typed.legal_name?.trim() || holder
  const error = shown?.error
  const isUnconfirmed = error?.code === 'TERMS_NOT_READ' && problems.length === 0
  return (
    <Form ref={form} method="post" action={action} onChange={follow} className={`stack gap-6 ${own.sheet}`}>
      <ActionFields intent={command.name} />
      <CommandFields command={command as Command} answer={undefined}>
        {() => (
          <>
            <div className={`stack gap-4 ${style.form} top`}>
              {children}
              <TermsFields typed={typed} problems={hasAmount ? problems : []} saleState={saleState} />
              <Banner of={shown}>{!busy && !isUnconfirmed && error?.message}</Banner>
            </div>
            <section
              className={`stack gap-4 double pad-4 ${own.beside}`}
              aria-live="polite"
              aria-label="The terms, read back"
            >
              <h2>Review the terms</h2>
              {problems.length > 0 ? (
                <p className={style.about}>
                  {hasAmount
                    ? problems.map(problem => termsProblemInWords(problem)).join(' ')
                    : 'As soon as there is an amount, the terms are read back here in words, with every payment.'}
                </p>
              ) : (
                <ReadBack
                  terms={readTerms(typed)}
                  holder={named}
                  offering={typed.offering?.trim() || noteSettings.offering}
                  also={[
                    typed.early_redemption || noteSettings.earlyRedemption,
                    ...clausesOf(readTerms(typed), {
                      ...noteSettings,
                      defaultRateBp: parseRate(typed.default_rate ?? '') ?? noteSettings.defaultRateBp ?? null,
                    }),
                  ]}
                />
              )}
              <div className={`cluster center apart gap-3-5 ${own.foot}`}>
                {problems.length === 0 && (
                  <CommandField
                    name="confirmed"
                    autoComplete="off"
                    required={false}
                    error={isUnconfirmed && error.message}
                  />
                )}
                <Button variant="primary" type="submit" busy={busy} busyLabel={command.busy}>
                  {command.button}
                </Button>
              </div>
            </section>
          </>
        )}
      </CommandFields>
    </Form>
  )
}
