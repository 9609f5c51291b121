/** Paths of the portal's pages, in one place for all browser tests. */

export const settings = '/profile/settings'

/** Pages that only administrators may open. */
export const admin = {
  today: '/profile/admin/today',
  find: '/profile/admin/find',
  people: '/profile/admin/people',
  documents: '/profile/admin/documents',
  messages: '/profile/admin/messages',
  deliver: '/profile/admin/deliver',
  deliveries: '/profile/admin/deliveries',
  bulk: '/profile/admin/bulk',
  runs: '/profile/admin/runs',
  deleteRequests: '/profile/admin/delete-requests',
  outstanding: '/profile/admin/outstanding',
  access: '/profile/admin/access',
  audit: '/profile/admin/audit',
  system: '/profile/admin/system',
  approvals: '/profile/admin/approvals',
  holders: '/profile/admin/holders',
}

/** The list of users, filtered by name or e-mail address. */
export function peopleFound(search: string): string {
  return `${admin.people}?q=${encodeURIComponent(search)}`
}

/** The signed-in person's documents, with one of them open. */
export function documentOpen(document: string): string {
  return `/profile?document=${document}`
}

/** The documents of another person, as administrators see them. */
export function documentsOf(person: string): string {
  return `/profile/admin/people/${person}`
}
