import { notesPage } from '../addresses.ts'

/** @returns the page of a note */
export function notePage(id: string): string {
  return `${notesPage}/${encodeURIComponent(id)}`
}

/** All of the reader's payments, as a CSV file. */
export const paymentsFile = '/profile/notes/payments.csv'
