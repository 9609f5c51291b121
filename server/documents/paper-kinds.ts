import { type SqlBool, sql } from 'kysely'
import type { PaperKind } from '../../rules/document-query.ts'
import { type DocumentCategory, defaultCategory } from '../../rules/documents.ts'

/**
 * Papers of a category, and those of the default category, which a fund that sorts nothing uses for all, by what their
 * name says (a regular expression of PostgreSQL). A paper may be of several kinds.
 */
const kinds: Record<PaperKind, { category?: DocumentCategory; named: string }> = {
  statements: { category: 'Statements', named: 'statement|valuation' },
  tax: { category: 'Tax', named: '\\m(tax|1099|1098|1042|k-?1|w-?[289])' },
  agreements: { category: 'Agreements', named: 'agreement|subscription|contract' },
  notes: { named: '\\mnotes?\\M' },
  letters: { category: 'Notices', named: 'letter|notice|confirmation' },
}

/** @returns the category of a kind of papers; undefined for a kind that has none of its own */
export const categoryOf = (kind: PaperKind): DocumentCategory | undefined => kinds[kind].category

/** Whether a row of `documents` is a paper of a kind. */
export function isPaper(kind: PaperKind) {
  const { category, named } = kinds[kind]
  const isNamed = sql<SqlBool>`(category = ${defaultCategory} and filename ~* ${named})`
  return category ? sql<SqlBool>`(category = ${category} or ${isNamed})` : isNamed
}

/** The last year that a document's name says; a later one than it was added in says nothing. */
export const yearOfDocument = sql<number>`least(substring(filename from '.*\\m(20[0-9]{2})\\M')::integer,
  extract(year from app.fund_day(created_at))::integer)`
