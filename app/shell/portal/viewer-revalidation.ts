import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { submissionsEnd } from '../actions/submissions.ts'

/** Reloads in progress, and those of them that are about documents alone. */
let reloads = 0
let reloadsOfDocuments = 0

/**
 * Reloads the page's data after a change, once no form is being submitted. Opening or closing a document meanwhile
 * interrupts this; the data is then loaded with that navigation.
 * @param revalidate React Router's, which settles once data has been loaded, whatever interrupted it
 * @param ofDocuments whether only documents changed
 */
export async function reload(revalidate: () => Promise<void>, ofDocuments = false): Promise<void> {
  await submissionsEnd()
  reloads++
  if (ofDocuments) reloadsOfDocuments++
  await revalidate().catch(() => {})
  reloads--
  if (ofDocuments) reloadsOfDocuments--
}

/**
 * `shouldRevalidate` for every route of a page that lists documents: opening and closing a document loads nothing,
 * since the list already has it, unless that interrupts a reload.
 */
export function shouldRevalidateDocuments({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const sameList = withoutDocument(currentUrl.search) === withoutDocument(nextUrl.search)
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return sameList && samePage && reloads === 0 ? false : defaultShouldRevalidate
}

/** `shouldRevalidate` for the portal's frame, which doesn't depend on documents. */
export function shouldRevalidateFrame(to: ShouldRevalidateFunctionArgs): boolean {
  const isReload = to.currentUrl.pathname === to.nextUrl.pathname && !to.formMethod
  return isReload && reloads > 0 && reloads === reloadsOfDocuments ? false : shouldRevalidateDocuments(to)
}

function withoutDocument(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('document')
  return query.toString()
}
