import review from '../../../accreditation/office/review/review.module.css'
import { useRefused } from '../../../shell/commands/command-field.tsx'
import { CommandFold } from '../../../shell/commands/command-fold.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { enterProfileCommand, returnTaxFormCommand } from '../../card.commands.ts'
import { classifications, exemptCodes, taxForms, validations } from '../../profile.ts'
import type { SentForm, TaxCard } from '../../server/tax-card.ts'
import { tinKinds } from '../../tin.ts'
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
      <CommandForm
        command={enterProfileCommand}
        variant="primary"
        fields={{
          certification: id,
          nameLine1: { hint: `The holder’s title is ${card.holder.legalName}.` },
          classification: optional(classifications, form === 'w9' ? 'Choose' : 'None'),
          exemptCode: optional(codes, 'None'),
          tinKind: { children: <Options of={tinKinds} /> },
          tin: {
            hint:
              form === 'w9'
                ? 'Nine digits. It’s kept encrypted.'
                : 'Nine digits, if the form has one. It’s kept encrypted.',
            inputMode: 'numeric',
          },
          validatedBy: card.state === 'second_notice' ? optional(validations, 'Choose') : null,
          isNameConfirmed: <NameConfirmed />,
        }}
        onDone={onNotice}
      />
    </div>
  )
}

/** @returns a choice that may be left at no option */
const optional = (options: Readonly<Record<string, string>>, none: string) => ({
  defaultValue: '',
  required: false,
  children: (
    <>
      <option value="">{none}</option>
      <Options of={options} />
    </>
  ),
})

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
  return (
    <CommandFold
      title="Send it back"
      className={review.reasoned}
      command={returnTaxFormCommand}
      fields={{ certification: id }}
      onDone={onNotice}
    />
  )
}
