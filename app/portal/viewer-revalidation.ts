import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * `shouldRevalidate` for every route of a page that lists documents: opening and closing a document loads nothing,
 * since the list already has it.
 */
export function shouldRevalidateDocuments({
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
