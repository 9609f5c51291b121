import { type ComponentType, lazy } from 'react'

/**
 * A component whose script comes only where it is first drawn, under a `<Suspense>`. The line may be cut just then, or a
 * newer release have other scripts: without a word to the contrary React would let the whole page go for it.
 * @param instead drawn where the script cannot be had, until the document is loaded anew
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props>,
) {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.error(error)
      return { default: instead }
    }),
  )
}
