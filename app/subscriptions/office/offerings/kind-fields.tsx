import { type HolderKind, holderKinds } from '../../../holders/holders.ts'
import { useRefused } from '../../../shell/commands/command-field.tsx'
import { CheckField } from '../../../shell/ui/check-field.tsx'

/** The kinds of holders that an offering accepts, each a checkbox. */
export function KindFields({ chosen }: { chosen: readonly HolderKind[] }) {
  const { chosen: typed, problems } = useRefused()
  const isChosen = (kind: string) => (typed.kinds ?? chosen).includes(kind as HolderKind)
  return (
    <fieldset className="stack gap-2">
      <legend>Kinds of holders that it accepts</legend>
      {Object.entries(holderKinds).map(([kind, label]) => (
        <CheckField key={kind} label={label} name="kinds" value={kind} defaultChecked={isChosen(kind)} />
      ))}
      {problems.kinds && <p role="alert">{problems.kinds}</p>}
    </fieldset>
  )
}
