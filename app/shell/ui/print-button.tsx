import { useHydrated } from '../hydrated.ts'
import { Button } from './button.tsx'

/** Prints the page. Without scripts, people use the browser's own menu. */
export function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button size="small" onClick={() => window.print()}>
      Print
    </Button>
  )
}
