import { useState } from 'react'
import { useLastAnswer } from '../../shell/commands/command-form.tsx'
import { Options } from '../../shell/ui/options.tsx'
import { holderKinds, maskedNumber, signingRules, statementRhythms, usStates } from '../holders.ts'
import type { Holder } from '../server/holders-list.ts'
import style from './holders.module.css'

/**
 * @param canStoreNumbers whether this site can store account numbers: it has a VAULT_KEY
 * @param holder with the current values
 * @returns what the form of a holder's details adds to them, and their layout
 */
export function useHolderFields(canStoreNumbers: boolean, holder?: Holder) {
  const typed = useLastAnswer()?.typed
  const [kind, setKind] = useState<string>(typed?.kind ?? holder?.kind ?? 'individual')
  const kept = holder?.numbers.find(number => number.kind === 'custodian_account')
  const isRetirement = kind === 'sdira' || kind === 'solo_401k'
  const fields = {
    legalName: { className: style.wide, defaultValue: holder?.legalName },
    kind: {
      defaultValue: kind,
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setKind(currentTarget.value),
      children: <Options of={holderKinds} />,
    },
    signingRule: { defaultValue: holder?.signingRule ?? 'one', children: <Options of={signingRules} /> },
    custodianName: {
      ...(isRetirement && { label: 'Custodian' }),
      defaultValue: holder?.custodianName ?? '',
      required: kind === 'sdira',
    },
    custodianAccount: {
      hint: canStoreNumbers
        ? kept
          ? `Kept: ${maskedNumber(kept.last4)}. Enter another one only if it has changed.`
          : 'Kept encrypted; only its end is shown afterward. It counts once a second person approves it.'
        : 'This site can’t encrypt account numbers yet, so it keeps none. The person who runs its server can turn that on.',
      disabled: !canStoreNumbers,
    },
    address: { className: style.wide, defaultValue: holder?.address ?? '' },
    state: {
      defaultValue: holder?.state ?? '',
      required: false,
      children: (
        <>
          <option value="">Not known</option>
          <Options of={usStates} />
        </>
      ),
    },
    statementRhythm: {
      defaultValue: holder?.statementRhythm ?? 'quarterly',
      children: <Options of={statementRhythms} />,
    },
  }
  return { fields, layout: holderLayout }
}

/** Of forms about a holder. */
export const holderLayout = `stack gap-3-5 align-end column-44 ${style.form}`
