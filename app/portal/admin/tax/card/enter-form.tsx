import { enterProfileCommand, returnTaxFormCommand } from '../../../../../rules/tax/card.commands.ts'
import { classifications, exemptCodes, taxForms, validations } from '../../../../../rules/tax/profile.ts'
import { tinKinds } from '../../../../../rules/tax/tin.ts'
import type { SentForm, TaxCard } from '../../../../../server/tax/tax-card.ts'
import { useRefused } from '../../../../commands/command-field.tsx'
import { CommandForm, useLastAnswer } from '../../../../commands/command-form.tsx'
import { Options } from '../../../../ui/options.tsx'
import review from '../../accreditation/review/review.module.css'
import style from '../tax.module.css'

type Props = { card: TaxCard; form: SentForm; onNotice: (notice: string) => void }

const codes = Object.fromEntries(Object.entries(exemptCodes).map(([code, words]) => [code, `${code}: ${words}`]))

/** What a form says, line by line, as a person reads it off; a second person compares it. */
export function EnterForm({ card, form: { id, form }, onNotice }: Props) {
  return (
    <div className={`stack narrow gap-4 raised double-around ${style.enter}`}>
      <h2>What {taxForms[form]} says</h2>
      <p className="quiet measure">
        Is it signed and dated, and is every line readable? Otherwise send it back. A second person compares what you
        enter.
      </p>
      <CommandForm command={enterProfileCommand} variant="primary" onDone={onNotice}>
        {Field => (
          <>
            <Field name="certification" value={id} />
            <Field name="nameLine1" hint={`The holder’s title is ${card.holder.legalName}.`} />
            <Field name="nameLine2" />
            <Field name="classification" defaultValue="" required={false}>
              <option value="">{form === 'w9' ? 'Choose' : 'None'}</option>
              <Options of={classifications} />
            </Field>
            <Field name="exemptCode" defaultValue="" required={false}>
              <option value="">None</option>
              <Options of={codes} />
            </Field>
            <Field name="tinKind">
              <Options of={tinKinds} />
            </Field>
            <Field
              name="tin"
              hint={
                form === 'w9'
                  ? 'Nine digits. It’s kept encrypted.'
                  : 'Nine digits, if the form has one. It’s kept encrypted.'
              }
              inputMode="numeric"
            />
            {card.state === 'second_notice' && (
              <Field
                name="validatedBy"
                hint="After a second B-notice a new W-9 alone isn’t enough."
                defaultValue=""
                required={false}
              >
                <option value="">Choose</option>
                <Options of={validations} />
              </Field>
            )}
            <NameConfirmed />
          </>
        )}
      </CommandForm>
    </div>
  )
}

/** Once the form was refused because line 1 isn't the holder's title: the box that confirms it all the same. */
function NameConfirmed() {
  const { code, typed } = useRefused()
  if (code !== 'TAX_NAME_UNLIKE' && !typed.isNameConfirmed) return null
  return (
    <label className={`stack gap-3 touch leading-4 align-start ${style.confirm}`}>
      <input type="checkbox" name="isNameConfirmed" defaultChecked={Boolean(typed.isNameConfirmed)} />
      <span>{enterProfileCommand.fields.isNameConfirmed.label}</span>
    </label>
  )
}

/** Sends a form back that can't be taken as it is. */
export function ReturnForm({ form: { id }, onNotice }: Omit<Props, 'card'>) {
  const isRefused = useLastAnswer()?.command === returnTaxFormCommand.name
  return (
    <details className={review.reasoned} open={isRefused || undefined}>
      <summary>Send it back</summary>
      <CommandForm command={returnTaxFormCommand} onDone={onNotice}>
        {Field => (
          <>
            <Field name="certification" value={id} />
            <Field name="reason" />
          </>
        )}
      </CommandForm>
    </details>
  )
}
