import { type ComponentType, lazy } from 'react'

/**
 * A component whose script is fetched when it is first rendered. A connection may fail just then, or a newer release may
 * have replaced the script; without a fallback React would give up the whole page.
 * @param fallback rendered where the script can't be loaded, until the document is loaded again
 */
export function lazyWithFallback<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ComponentType<Props>,
) {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.error(error)
      return { default: fallback }
    }),
  )
}
