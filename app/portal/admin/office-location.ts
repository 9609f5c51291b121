import { matchPath } from 'react-router'
import { type AdminPage, type Place, places } from './admin-pages.ts'

/** How much waits, beside which links. */
export type Waiting = Partial<Record<NonNullable<AdminPage['waits']>, number>>

/** @returns a page's address */
export function addressOf({ path }: AdminPage): string {
  return `/profile/admin/${path}`
}

/** Where somebody is in the office. */
export interface Where {
  place?: Place
  /** Its page that has a link, where they are on that, below it, or on one that it leads to. */
  page?: AdminPage
}

/** @returns the place and the page of an address: those whose own address says most of it */
export function whereIs(pathname: string): Where {
  const below = ({ path }: AdminPage) => matchPath({ path: addressOf({ path }), end: false }, pathname)
  const most = (pages: readonly AdminPage[]) =>
    pages.filter(below).toSorted((one, other) => wordsIn(other.path) - wordsIn(one.path))[0]
  const all = places.flatMap<AdminPage>(({ pages }) => pages)
  const found = most(all)
  const best = all.find(({ path }) => path === found?.under) ?? found
  const place = best && places.find(({ pages }) => pages.includes(best))
  const page = best?.label ? best : place && most(place.pages.filter(({ label }) => label))
  return { ...(place && { place }), ...(page && { page }) }
}

/** How much of an address a path says; a word says more than the place of one. */
function wordsIn(path: string): number {
  return path.split('/').reduce((sum, part) => sum + (part.startsWith(':') ? 1 : 2), 0)
}

/** @returns the places that somebody may open, with the pages that have a link now */
export function placesFor(isAdmin: boolean, waiting: Waiting, page?: AdminPage): Place[] {
  const isShown = (each: AdminPage) =>
    each.label &&
    (isAdmin || each.forApprovers) &&
    (!each.whileWaiting || each === page || waitingIn([each], waiting) > 0)
  return places.flatMap(place => {
    const [first, ...others] = place.pages.filter(isShown)
    if (!first) return []
    // An approver has one page of a place that is named for many.
    return [{ ...place, label: (!isAdmin && first.label) || place.label, pages: [first, ...others] as const }]
  })
}

/** @returns how much waits on some pages */
export function waitingIn(pages: readonly AdminPage[], waiting: Waiting): number {
  return pages.reduce((sum, { waits }) => sum + ((waits && waiting[waits]) ?? 0), 0)
}

/** @returns how the link to a place is marked: one that has a single page is the page itself, of others one of the pages is */
export function currentIn({ place }: Where, { id, pages }: Place): 'page' | 'true' | undefined {
  if (place?.id !== id) return undefined
  return pages.length === 1 ? 'page' : 'true'
}
