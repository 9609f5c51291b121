/** The portal's first page: the reader's own documents. */
export const home = '/profile'

/** What the home asks once is answered here. */
export const homeActions = '/profile/home'

export const settingsPage = '/profile/settings'

/** The reader's conversations with the fund. */
export const messagesPage = '/profile/messages'

/** What the reader holds. */
export const notesPage = '/profile/notes'

/** Asks who is there before something sensitive; `next` leads back. */
export const proofPage = '/profile/proof'

/** The same page for an administrator whose session must show a passkey. */
export const passkeyPage = `${proofPage}?passkey`

/** @returns where a person signs a document, and says so */
export function signingPage(documentId: string): string {
  return `/profile/signing/${encodeURIComponent(documentId)}`
}

/** Where a holder’s accreditation is verified, for those who act for it. */
export const accreditationPage = '/profile/accreditation'

/** Where documents are asked for, and what becomes of that. */
export const requestActions = '/profile/requests'

/** The administrators' lists. */
export const adminPages = {
  today: '/profile/admin/today',
  people: '/profile/admin/people',
  documents: '/profile/admin/documents',
  deleteRequests: '/profile/admin/delete-requests',
  messages: '/profile/admin/messages',
  outstanding: '/profile/admin/outstanding',
  accreditation: '/profile/admin/accreditation',
  access: '/profile/admin/access',
  audit: '/profile/admin/audit',
  mail: '/profile/admin/mail',
  system: '/profile/admin/system',
  register: '/profile/admin/register',
  approvals: '/profile/admin/approvals',
  holders: '/profile/admin/holders',
  statements: '/profile/admin/statements',
} as const

/** @returns where an administrator sees and manages a person's documents */
export function personPage(id: string): string {
  return `${adminPages.people}/${encodeURIComponent(id)}`
}

/** The sections of a person's page; `documents` is at the page's own address. */
export type PersonSection = 'details' | 'messages' | 'signing' | 'access' | 'activity'

/** @returns a section of a person's page, for administrators */
export function personSection(id: string, section: PersonSection): string {
  return `${personPage(id)}/${section}`
}

/** @returns where a browser without scripts is warned before it downloads a file that could do harm */
export function downloadPage(documentId: string): string {
  return `/profile/download/${documentId}`
}

/** @returns a path with a query of all fields that have a value */
export function withQuery(path: string, fields: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size > 0 ? `${path}?${query}` : path
}
