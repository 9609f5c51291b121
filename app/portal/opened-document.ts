import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Opening and closing a document reads nothing: it is in the list. For every route of a page that lists documents. */
export function rereadUnlessOpening({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const sameList = withoutDocument(currentUrl.search) === withoutDocument(nextUrl.search)
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return sameList && samePage ? false : defaultShouldRevalidate
}

function withoutDocument(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('document')
  return query.toString()
}
