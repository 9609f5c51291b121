import type { Person } from '../documents/loader.ts'

/** @returns what a person is called: the name, or the e-mail address where there is none */
export function nameOf({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName || email
}
