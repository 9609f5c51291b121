import type { Granted } from '../../../rules/delegates.ts'

/** What investors call the categories that they don't call by their names. */
const categoryNames: Record<string, string> = { Notices: 'Letters' }

/** @returns a category of documents as investors call it */
export function categoryName(category: string): string {
  return categoryNames[category] ?? category
}

/** @returns what somebody sees, such as 'Tax, Statements, notes and payments' */
export function grantedWords({ categories, figures }: Pick<Granted, 'categories' | 'figures'>): string {
  return [...categories.map(categoryName), ...(figures ? ['notes and payments'] : [])].join(', ')
}

/** @returns whether they may save documents, as a sentence goes on */
export function savingWords({ download, categories }: Pick<Granted, 'download' | 'categories'>): string {
  if (categories.length === 0) return ''
  return download ? 'They can view and download documents.' : 'They can view documents here, but not download them.'
}
