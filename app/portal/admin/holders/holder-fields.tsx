import { useState } from 'react'
import {
  accountNumberLength,
  custodianNameLength,
  holderAddressLength,
  holderKinds,
  holderNameLength,
  maskedNumber,
  signingRules,
  statementRhythms,
  usStates,
} from '../../../../rules/holders.ts'
import type { Holder } from '../../../../server/holders/holders-list.ts'
import { Field, SelectField, TextField } from '../../../ui/field.tsx'
import style from './holders.module.css'

type Props = {
  /** What is known so far. */
  holder?: Holder
  /** Whether this site can keep account numbers: it has a VAULT_KEY. */
  canKeepNumbers: boolean
}

/** What is known of a holder, as fields of a form. */
export function HolderFields({ holder, canKeepNumbers }: Props) {
  const [kind, setKind] = useState<string>(holder?.kind ?? 'individual')
  const kept = holder?.numbers.find(number => number.kind === 'custodian_account')
  const isRetirement = kind === 'sdira' || kind === 'solo_401k'
  return (
    <>
      <Field
        className={style.wide}
        label="Name"
        hint="Exactly as titled, such as “Horizon Trust Company FBO Jane Doe IRA”."
        name="legal_name"
        defaultValue={holder?.legalName}
        maxLength={holderNameLength}
        autoComplete="off"
        required
      />
      <SelectField label="Kind" name="kind" defaultValue={kind} onChange={({ target }) => setKind(target.value)}>
        <Options of={holderKinds} />
      </SelectField>
      <SelectField label="Who signs" name="signing_rule" defaultValue={holder?.signingRule ?? 'one'}>
        <Options of={signingRules} />
      </SelectField>
      <Field
        label={isRetirement ? 'Custodian' : 'Custodian, if there is one'}
        name="custodian_name"
        defaultValue={holder?.custodianName ?? ''}
        maxLength={custodianNameLength}
        autoComplete="off"
        required={kind === 'sdira'}
      />
      <Field
        label="Account at the custodian"
        hint={
          canKeepNumbers
            ? kept
              ? `Kept: ${maskedNumber(kept.last4)}. Enter another one only if it has changed.`
              : 'Kept encrypted; only its end is shown afterward.'
            : 'This site has no VAULT_KEY, so it keeps no account numbers.'
        }
        name="custodian_account"
        maxLength={accountNumberLength + 10}
        autoComplete="off"
        disabled={!canKeepNumbers}
      />
      <TextField
        className={style.wide}
        label="Address"
        name="address"
        rows={3}
        defaultValue={holder?.address ?? ''}
        maxLength={holderAddressLength}
      />
      <SelectField label="State" name="state" defaultValue={holder?.state ?? ''}>
        <option value="">Not known</option>
        {usStates.map(state => (
          <option key={state} value={state}>
            {state}
          </option>
        ))}
      </SelectField>
      <SelectField label="Statements" name="statement_rhythm" defaultValue={holder?.statementRhythm ?? 'quarterly'}>
        <Options of={statementRhythms} />
      </SelectField>
    </>
  )
}

/** The options of a choice, by value and words. */
export function Options({ of: words }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(words).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
