import type { Person } from '../../../documents/investor/load-documents.ts'

/** @returns a person's name, or the e-mail address if there is none */
export function nameOf({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName || email
}
