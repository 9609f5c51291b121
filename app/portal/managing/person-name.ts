import type { Person } from '../documents/load.ts'
import type { ProfileData } from '../profile-data.ts'

/** @returns what a person is called: the name, or the e-mail address where there is none */
export function nameOf({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName || email
}

/** @returns the page's title while somebody else's documents are managed, so that the browser's tab says so too */
export function whoseDocuments({ me, shown }: ProfileData): string | undefined {
  if (shown.tab !== 'documents' || shown.person.id === me.id) return undefined
  return `Documents of ${nameOf(shown.person)}`
}
