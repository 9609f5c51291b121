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
import { Options } from '../../../ui/options.tsx'
import type { FieldErrors } from './holder-form.ts'
import style from './holders.module.css'

type Props = {
  /** What is known so far. */
  holder?: Holder
  /** Whether this site can keep account numbers: it has a VAULT_KEY. */
  canKeepNumbers: boolean
  /** What was typed into a refused form, where that is lost. */
  typed: Record<string, string> | undefined
  errors: FieldErrors
}

/** What is known of a holder, as fields of a form. */
export function HolderFields({ holder, canKeepNumbers, typed = {}, errors }: Props) {
  const [kind, setKind] = useState<string>(typed.kind ?? holder?.kind ?? 'individual')
  const kept = holder?.numbers.find(number => number.kind === 'custodian_account')
  const isRetirement = kind === 'sdira' || kind === 'solo_401k'
  return (
    <>
      <Field
        className={style.wide}
        label="Name"
        hint="Exactly as titled, such as “Horizon Trust Company FBO Jane Doe IRA”."
        name="legal_name"
        defaultValue={typed.legal_name ?? holder?.legalName}
        error={errors.legal_name}
        maxLength={holderNameLength}
        autoComplete="off"
        required
      />
      <SelectField
        label="Kind"
        name="kind"
        defaultValue={kind}
        onChange={({ target }) => setKind(target.value)}
        error={errors.kind}
      >
        <Options of={holderKinds} />
      </SelectField>
      <SelectField
        label="Who signs"
        name="signing_rule"
        defaultValue={typed.signing_rule ?? holder?.signingRule ?? 'one'}
      >
        <Options of={signingRules} />
      </SelectField>
      <Field
        label={isRetirement ? 'Custodian' : 'Custodian, if there is one'}
        name="custodian_name"
        defaultValue={typed.custodian_name ?? holder?.custodianName ?? ''}
        error={errors.custodian_name}
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
              : 'Kept encrypted; only its end is shown afterward. It counts once a second person approves it.'
            : 'This site can’t encrypt account numbers yet, so it keeps none. The person who runs its server can turn that on.'
        }
        name="custodian_account"
        defaultValue={typed.custodian_account}
        error={errors.custodian_account}
        maxLength={accountNumberLength + 10}
        autoComplete="off"
        disabled={!canKeepNumbers}
      />
      <TextField
        className={style.wide}
        label="Address"
        name="address"
        rows={3}
        defaultValue={typed.address ?? holder?.address ?? ''}
        error={errors.address}
        maxLength={holderAddressLength}
      />
      <SelectField label="State" name="state" defaultValue={typed.state ?? holder?.state ?? ''} error={errors.state}>
        <option value="">Not known</option>
        <Options of={usStates} />
      </SelectField>
      <SelectField
        label="Statements"
        name="statement_rhythm"
        defaultValue={typed.statement_rhythm ?? holder?.statementRhythm ?? 'quarterly'}
      >
        <Options of={statementRhythms} />
      </SelectField>
    </>
  )
}
