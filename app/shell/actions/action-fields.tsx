import type { Command } from '../../../rules/commands/command.ts'
import { useHydrated } from '../hydrated.ts'

/**
 * The hidden fields that every form with an action needs.
 * @param intent the command's name; not needed if its buttons carry it
 */
export function ActionFields<C extends Command = Command>({ intent }: { intent?: C['name'] }) {
  const hydrated = useHydrated()
  return (
    <>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {hydrated && <input type="hidden" name="enhanced" value="1" />}
    </>
  )
}
