import { useHydrated } from '../hydrated.ts'

/**
 * The hidden fields that every form with an action needs.
 * @param intent what the form asks for; not needed if its buttons carry it
 */
export function ActionFields({ intent }: { intent?: string }) {
  const hydrated = useHydrated()
  return (
    <>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {hydrated && <input type="hidden" name="enhanced" value="1" />}
    </>
  )
}
