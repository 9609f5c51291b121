import { urlOf } from '../../rules/url.ts'
import { home } from './addresses.ts'

/** Stands for this site, whatever its name is: what leads away from it does not lead back to it. */
const here = 'https://here.invalid'

/**
 * Where to go once signed in. Only a path of this site counts; what a browser could read as another site's address
 * (`//host`, `/\host`, `/.//host`, a tab in between) leads home.
 * @param next the `next` of a query
 * @returns a path with its query and fragment, in the form a browser would give it
 */
export function nextPage(next: string | null): string {
  const url = next?.startsWith('/') && !/[\\\p{Cc}]/u.test(next) ? urlOf(next, here) : undefined
  if (!url) return home
  const { origin, pathname, search, hash } = url
  if (origin !== here || pathname.includes('//')) return home
  // Back to the sign-in would go round in circles.
  return /^\/(login|auth)(\/|$)/.test(pathname) ? home : pathname + search + hash
}

/** @returns the address of the sign-in that leads back to where the request wanted to go */
export function signInFirst(wanted: { pathname: string; search: string }): string {
  const next = wanted.pathname + wanted.search
  return next === home ? '/login' : `/login?${new URLSearchParams({ next })}`
}
