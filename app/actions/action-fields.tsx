import { useHydrated } from '../hydrated.ts'

/**
 * The hidden fields of every form that an action answers.
 * @param intent what the form asks for; a form whose buttons say that needs none
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
