import { matchPath } from 'react-router'
import { type AdminPage, type Place, places } from './admin-pages.ts'

export type Waiting = Partial<Record<NonNullable<AdminPage['pending']>, number>>

export function addressOf({ path }: AdminPage): string {
  return `/profile/admin/${path}`
}

export interface Where {
  place?: Place
  /** The page with a link: the current page, or the one above it or leading to it. */
  page?: AdminPage
}

/** @returns the section and page of an address: the longest match */
export function locate(pathname: string): Where {
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

/** How much of an address a path matches; a literal word counts more than a parameter. */
function wordsIn(path: string): number {
  return path.split('/').reduce((sum, part) => sum + (part.startsWith(':') ? 1 : 2), 0)
}

/** @returns the sections that the person may open, with the currently linked pages */
export function placesFor(isAdmin: boolean, waiting: Waiting, page?: AdminPage): Place[] {
  const isShown = (each: AdminPage) =>
    each.label &&
    (isAdmin || each.forApprovers) &&
    (!each.whilePending || each === page || pendingIn([each], waiting) > 0)
  return places.flatMap(place => {
    const [first, ...others] = place.pages.filter(isShown)
    if (!first) return []
    // An approver has one page, in a section named for many.
    return [{ ...place, label: (!isAdmin && first.label) || place.label, pages: [first, ...others] as const }]
  })
}

/** @returns the total count of some pages */
export function pendingIn(pages: readonly AdminPage[], waiting: Waiting): number {
  return pages.reduce((sum, { pending }) => sum + ((pending && waiting[pending]) ?? 0), 0)
}

/** @returns the `aria-current` of a section's link: 'page' for a section with a single page, else 'true' */
export function currentIn({ place }: Where, { id, pages }: Place): 'page' | 'true' | undefined {
  if (place?.id !== id) return undefined
  return pages.length === 1 ? 'page' : 'true'
}
