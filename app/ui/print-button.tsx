import { useHydrated } from '../hydrated.ts'
import { Button } from './button.tsx'

/** Prints the page. Without scripts the browser's own menu does. */
export function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button size="small" onClick={() => window.print()}>
      Print
    </Button>
  )
}
