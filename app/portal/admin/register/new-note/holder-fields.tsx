import { holderKinds, signingRules, usStates } from '../../../../../rules/holders.ts'
import type { NoteCandidate } from '../../../../../server/register/note-candidates.ts'
import { Field, SelectField } from '../../../../ui/field.tsx'
import { Options } from '../../../../ui/options.tsx'
import style from '../register.module.css'

/** What is needed of a person to become a holder: the name as titled, and what it is. */
export function HolderFields({ person }: { person: NoteCandidate }) {
  return (
    <>
      <Field
        label="Name of the holder"
        hint="Exactly as titled on the note."
        name="legal_name"
        defaultValue={person.name.includes('@') ? '' : person.name}
        maxLength={200}
        required
      />
      <div className={style.pair}>
        <SelectField label="Kind" name="kind" defaultValue="individual">
          <Options of={holderKinds} />
        </SelectField>
        <StateField label="State" name="state" />
      </div>
      <div className={style.pair}>
        <SelectField label="Signatures" name="signing_rule" defaultValue="one">
          <Options of={signingRules} />
        </SelectField>
        <Field label="Custodian" hint="Only of an IRA." name="custodian_name" maxLength={200} />
      </div>
    </>
  )
}

type StateProps = {
  label: string
  name: string
  value?: string
  /** It shows `value` whenever that changes: its form keeps it. */
  follows?: boolean
}

/** A state of the United States, or none. */
export function StateField({ label, name, value = '', follows }: StateProps) {
  return (
    <SelectField label={label} name={name} {...(follows ? { value, onChange: () => {} } : { defaultValue: value })}>
      <option value="">Choose</option>
      <Options of={usStates} />
    </SelectField>
  )
}
