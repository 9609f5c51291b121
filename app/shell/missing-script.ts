import { fetchOwn } from './own-answer.ts'
import { routerState } from './router-state.ts'

/** How long (ms) until the site is asked again whether it is there. */
const wait = 2000

/**
 * Goes on where the script of a route couldn't be loaded: a newer release has replaced it, or the site doesn't answer.
 * Waits for the site, on the page as it is, then opens the requested address, if need be as a new document.
 * @param route its entry in the list of routes
 * @returns the module, if it can be loaded after all; never settles where a new document is loaded
 * @throws the error where no page needs the script: for a form, or a link that prefetches
 */
export async function missingScript(route: { module: string; hasDefaultExport?: boolean }, error: unknown) {
  const going = () => routerState()?.navigation.location
  const target = going()
  if (!target) {
    if (route.hasDefaultExport) throw error
    // A route without a page has nothing for the browser.
    return {}
  }
  const isThere = () =>
    fetchOwn(route.module, { cache: 'no-store' }).then(
      () => true,
      () => false,
    )
  while (!(await isThere())) await new Promise(resolve => setTimeout(resolve, wait))
  return import(/* @vite-ignore */ route.module).catch(() => {
    // Unless the reader has gone elsewhere meanwhile.
    if (going() === target) location.assign(target.pathname + target.search + target.hash)
    return new Promise(() => {})
  })
}
