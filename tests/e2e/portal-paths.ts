/** Addresses of the portal's pages: the one place where stories say how they are written. */

export const settings = '/profile/settings'

/** Pages that only administrators may open. */
export const admin = {
  people: '/profile/admin/people',
  documents: '/profile/admin/documents',
  leads: '/profile/admin/leads',
  deleteRequests: '/profile/admin/delete-requests',
}

/** The list of people, narrowed to those whose name or address contains `search`. */
export function peopleFound(search: string): string {
  return `${admin.people}?q=${encodeURIComponent(search)}`
}

/** One's own documents, with one of them open. */
export function documentOpen(document: string): string {
  return `/profile?document=${document}`
}

/** The documents of another person, as administrators see them. */
export function documentsOf(person: string): string {
  return `/profile/admin/people/${person}`
}
