import { isForeign } from './own-answer.ts'

/** Where the router is going. */
interface Going {
  state: { navigation: { location?: { pathname: string; search: string; hash: string } } }
}

declare global {
  interface Window {
    /** React Router's own. */
    __reactRouterDataRouter?: Going
  }
}

/** How long (ms) until the site is asked again whether it is there. */
const wait = 2000

/**
 * Goes on where the script of a route couldn't be loaded: a newer release has replaced it, or the site doesn't answer. Waits
 * for the site, on the page as it is, then opens the address that was asked for as a new document.
 * @param route its entry in the list of routes
 * @returns the module, if it can be loaded after all; never settles where a new document is loaded
 * @throws the error where no page waits for the script: a form or a link that looks ahead
 */
export async function missingScript(route: { module: string; hasDefaultExport?: boolean }, error: unknown): Promise<unknown> {
  const navigation = () => window.__reactRouterDataRouter?.state.navigation.location
  const target = navigation()
  // A route without a page has nothing for the browser.
  if (!target && !route.hasDefaultExport) return {}
  if (!target) throw error
  let answer = await ask(route.module)
  while (!answer) {
    await new Promise(resolve => setTimeout(resolve, wait))
    answer = await ask(route.module)
  }
  if (answer.ok) {
    const found = await import(/* @vite-ignore */ route.module).catch(() => undefined)
    if (found) return found
  }
  // Unless the reader has gone elsewhere meanwhile.
  if (navigation() === target) location.assign(target.pathname + target.search + target.hash)
  return new Promise(() => {})
}

/** @returns the site's answer for a script; undefined while something else answers, or nothing */
async function ask(script: string): Promise<Response | undefined> {
  const answer = await fetch(script, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer && !isForeign(answer) ? answer : undefined
}
