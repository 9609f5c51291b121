import { holderKinds, signingRules, usStates } from '../../../holders/holders.ts'
import type { NoteCandidate } from '../../../register/server/note-candidates.ts'
import { CommandField } from '../../../shell/commands/command-field.tsx'
import { Pair } from '../../../shell/commands/pair.tsx'
import { Options } from '../../../shell/ui/options.tsx'

/** The fields for a person to become a holder: the name as titled, and its kind. */
export function HolderFields({ person }: { person: NoteCandidate }) {
  return (
    <>
      <CommandField name="legal_name" defaultValue={person.name.includes('@') ? '' : person.name} />
      <Pair>
        <CommandField name="kind" defaultValue="individual">
          <Options of={holderKinds} />
        </CommandField>
        <StateField name="state" />
      </Pair>
      <Pair>
        <CommandField name="signing_rule" defaultValue="one">
          <Options of={signingRules} />
        </CommandField>
        <CommandField name="custodian_name" />
      </Pair>
    </>
  )
}

type StateProps = {
  name: string
  value?: string
  /** It shows `value` whenever that changes: the form holds the state. */
  follows?: boolean
}

/** A state of the United States, or none. */
export function StateField({ name, value = '', follows }: StateProps) {
  return (
    <CommandField name={name} {...(follows ? { value, onChange: () => {} } : { defaultValue: value })}>
      <option value="">Choose</option>
      <Options of={usStates} />
    </CommandField>
  )
}
