import { useState } from 'react'
import { holderKinds, maskedNumber, signingRules, statementRhythms, usStates } from '../../../../rules/holders.ts'
import type { Holder } from '../../../../server/holders/holders-list.ts'
import { CommandField, useRefused } from '../../../commands/command-field.tsx'
import { Options } from '../../../ui/options.tsx'
import style from './holders.module.css'

type Props = {
  /** The current values. */
  holder?: Holder
  /** Whether this site can store account numbers: it has a VAULT_KEY. */
  canStoreNumbers: boolean
}

export function HolderFields({ holder, canStoreNumbers }: Props) {
  const { typed } = useRefused()
  const [kind, setKind] = useState<string>(typed.kind ?? holder?.kind ?? 'individual')
  const kept = holder?.numbers.find(number => number.kind === 'custodian_account')
  const isRetirement = kind === 'sdira' || kind === 'solo_401k'
  return (
    <>
      <CommandField className={style.wide} name="legalName" defaultValue={holder?.legalName} />
      <CommandField name="kind" defaultValue={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
        <Options of={holderKinds} />
      </CommandField>
      <CommandField name="signingRule" defaultValue={holder?.signingRule ?? 'one'}>
        <Options of={signingRules} />
      </CommandField>
      <CommandField
        {...(isRetirement && { label: 'Custodian' })}
        name="custodianName"
        defaultValue={holder?.custodianName ?? ''}
        required={kind === 'sdira'}
      />
      <CommandField
        hint={
          canStoreNumbers
            ? kept
              ? `Kept: ${maskedNumber(kept.last4)}. Enter another one only if it has changed.`
              : 'Kept encrypted; only its end is shown afterward. It counts once a second person approves it.'
            : 'This site can’t encrypt account numbers yet, so it keeps none. The person who runs its server can turn that on.'
        }
        name="custodianAccount"
        disabled={!canStoreNumbers}
      />
      <CommandField className={style.wide} name="address" rows={3} defaultValue={holder?.address ?? ''} />
      <CommandField name="state" defaultValue={holder?.state ?? ''} required={false}>
        <option value="">Not known</option>
        <Options of={usStates} />
      </CommandField>
      <CommandField name="statementRhythm" defaultValue={holder?.statementRhythm ?? 'quarterly'}>
        <Options of={statementRhythms} />
      </CommandField>
    </>
  )
}
