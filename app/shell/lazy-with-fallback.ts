import { type ComponentType, lazy } from 'react'

/**
 * A component whose script is loaded when it is first rendered, below a `<Suspense>`. If that fails, because the
 * connection drops or a newer release has replaced the script, React alone would replace the whole page with an error.
 * @param load imports the component's module
 * @param fallback rendered if the script can't be loaded, until the document is loaded again
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
