import { type SqlBool, sql } from 'kysely'
import type { DocumentTopic } from '../document-query.ts'
import { type DocumentCategory, defaultCategory } from '../documents.ts'

/**
 * Kinds of documents by category and, for the default category, which an unsorted fund uses for all, by name (a
 * PostgreSQL regular expression). A document may have several kinds.
 */
const kinds: Record<DocumentTopic, { category?: DocumentCategory; named: string }> = {
  statements: { category: 'Statements', named: 'statement|valuation' },
  tax: { category: 'Tax', named: '\\m(tax|1099|1098|1042|k-?1|w-?[289])' },
  agreements: { category: 'Agreements', named: 'agreement|subscription|contract' },
  notes: { named: '\\mnotes?\\M' },
  letters: { category: 'Notices', named: 'letter|notice|confirmation' },
}

/** @returns the category of a document kind, if it has its own */
export const categoryOf = (kind: DocumentTopic): DocumentCategory | undefined => kinds[kind].category

/** Whether a row of `documents` is of a kind. */
export function isAboutTopic(kind: DocumentTopic) {
  const { category, named } = kinds[kind]
  const isNamed = sql<SqlBool>`(category = ${defaultCategory} and filename ~* ${named})`
  return category ? sql<SqlBool>`(category = ${category} or ${isNamed})` : isNamed
}

/** The last year in a document's name; at most the year it was added. */
export const yearOfDocument = sql<number>`least(substring(filename from '.*\\m(20[0-9]{2})\\M')::integer,
  extract(year from app.fund_day(created_at))::integer)`
