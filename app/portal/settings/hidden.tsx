import { useHydrated } from '../../hydrated.ts'

/** What a form says besides what is typed into it. */
export function Hidden({ intent }: { intent: string }) {
  const hydrated = useHydrated()
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      {hydrated && <input type="hidden" name="script" value="1" />}
    </>
  )
}
