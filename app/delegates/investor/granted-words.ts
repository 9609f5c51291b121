import type { Granted } from '../delegates.ts'

/** Investors' names for categories, where they differ. */
const categoryNames: Record<string, string> = { Notices: 'Letters' }

export function categoryName(category: string): string {
  return categoryNames[category] ?? category
}

/** @returns a delegate's access in words, such as 'Tax, Statements, notes and payments' */
export function grantedWords({ categories, figures }: Pick<Granted, 'categories' | 'figures'>): string {
  return [...categories.map(categoryName), ...(figures ? ['notes and payments'] : [])].join(', ')
}

/** @returns whether a delegate may save documents, as a clause of a sentence */
export function savingWords({ download, categories }: Pick<Granted, 'download' | 'categories'>): string {
  if (categories.length === 0) return ''
  return download ? 'They can view and download documents.' : 'They can view documents here, but not download them.'
}
