import { adminPages, home, personPage, settingsPage } from './addresses.ts'

/** The administrators' lists, by the names that `list` used to have for them. */
const lists: Record<string, string> = {
  documents: adminPages.documents,
  'delete-requests': adminPages.deleteRequests,
  requests: adminPages.messages,
}

/**
 * Until 2026 the portal was a single page that chose what to show by `tab`, `list` and `user`. E-mail and bookmarks
 * still contain such addresses.
 * @param query of an address whose path is `home`
 * @returns the address of the same page today, with all other fields kept; undefined for an address that is current
 */
export function currentAddress(query: URLSearchParams): string | undefined {
  const [tab, list, user] = ['tab', 'list', 'user'].map(name => query.get(name))
  if (tab === null && user === null) return undefined
  const rest = new URLSearchParams(query)
  for (const name of ['tab', 'list']) rest.delete(name)
  let path: string = home
  if (tab === 'settings') path = settingsPage
  else if (tab === 'admin') path = lists[list ?? ''] ?? adminPages.people
  else {
    rest.delete('user')
    if (user) path = personPage(user)
  }
  return rest.size > 0 ? `${path}?${rest}` : path
}
