import { href } from 'react-router'
import { urlOf, withQuery } from '../../../rules/url.ts'

/** A placeholder for this site's origin, whatever its name: an address that resolves to another origin leads away. */
const placeholderOrigin = 'https://here.invalid'

/**
 * The page to continue to after signing in. Only a path on this site is accepted; anything a browser could read as
 * another site's address (`//host`, `/\host`, `/.//host`, a tab in between) leads to the portal's first page.
 * @param next the query's `next` field
 * @returns a path with its query and fragment, normalized as a browser would
 */
export function nextPage(next: string | null): string {
  const url = next?.startsWith('/') && !/[\\\p{Cc}]/u.test(next) ? urlOf(next, placeholderOrigin) : undefined
  if (!url) return href('/profile')
  const { origin, pathname, search, hash } = url
  if (origin !== placeholderOrigin || pathname.includes('//')) return href('/profile')
  // Going back to the sign-in page would loop.
  return /^\/(login|auth)(\/|$)/.test(pathname) ? href('/profile') : pathname + search + hash
}

/** @returns the address of the sign-in page, which then continues to the wanted page */
export function signInAddress(wanted: { pathname: string; search: string }): string {
  const next = wanted.pathname + wanted.search
  // The end of a session is noticed in several ways, the last of them perhaps on the sign-in page already.
  if (wanted.pathname === href('/login')) return next
  return next === href('/profile') ? href('/login') : withQuery(href('/login'), { next })
}
