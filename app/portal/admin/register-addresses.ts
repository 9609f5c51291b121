import { adminPages } from '../addresses.ts'

/* Addresses of the office's pages about notes, which no investor's browser loads. */

/** The pages of the register of notes. */
export const registerPages = {
  list: adminPages.register,
  changes: `${adminPages.register}/changes`,
  due: `${adminPages.register}/due`,
  maturities: `${adminPages.register}/maturities`,
  sales: `${adminPages.register}/sales`,
  balance: `${adminPages.register}/balance`,
  newNote: `${adminPages.register}/notes/new`,
  bank: `${adminPages.register}/bank`,
  import: `${adminPages.register}/import`,
} as const

/** What of the register is saved as a CSV file. */
export type RegisterFile = 'register' | 'changes' | 'due' | 'maturities' | 'sales' | 'balance' | 'template' | 'sample'

/** @returns where a table of the register is saved as a CSV file */
export function registerFile(name: RegisterFile): string {
  return `/profile/register/${name}.csv`
}

/** @returns a note's whole story, for administrators */
export function registerNotePage(id: string): string {
  return `${adminPages.register}/notes/${encodeURIComponent(id)}`
}

/** @returns where a draft is changed */
export function editDraftPage(id: string): string {
  return `${registerNotePage(id)}/edit`
}

/** A form for a new holder; `person` is who is to act for it. */
export const newHolderPage = `${adminPages.holders}/new`

/** @returns a holder's page, for administrators */
export function holderPage(id: string): string {
  return `${adminPages.holders}/${encodeURIComponent(id)}`
}

/** @returns a run of statements, for administrators */
export function statementRunPage(id: string): string {
  return `${adminPages.statements}/${encodeURIComponent(id)}`
}
