/** Where the portal begins. */
export const home = '/profile'

/**
 * Where to go once signed in. Only a path of this site counts: `//host`, `/\host` and the like would lead elsewhere.
 * @param next the `next` of a query
 */
export function nextPage(next: string | null): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return home
  // Back to the sign-in would go round in circles.
  return /^\/(login|auth)(\/|\?|#|$)/.test(next) ? home : next
}

/** @returns the address of the sign-in that leads back to where the request wanted to go */
export function signInFirst(wanted: { pathname: string; search: string }): string {
  const next = wanted.pathname + wanted.search
  return next === home ? '/login' : `/login?${new URLSearchParams({ next })}`
}
