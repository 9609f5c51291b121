import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { paperKinds } from '../../rules/document-query.ts'
import { containing } from '../database/like-pattern.ts'
import { searchWords } from '../database/search-words.ts'
import { categoryOf, isPaper, yearOfDocument } from './paper-kinds.ts'

/**
 * Whether each word matches one person's row of `documents`: its name, with or without hyphens; its category or kind;
 * its year; or its holder's name. For everyone's documents, `app.documents_with` uses indexes.
 */
export function isFoundBy(search: string): RawBuilder<SqlBool> {
  const words = searchWords(search)
  return words.length > 0 ? sql<SqlBool>`(${sql.join(words.map(hasWord), sql` and `)})` : sql<SqlBool>`true`
}

function hasWord(word: string): RawBuilder<SqlBool> {
  const pattern = containing(word)
  const bare = pattern.replaceAll('-', '')
  const categories = sql`app.categories_searched(${word})`
  const ofKinds = paperKinds.flatMap(kind => {
    const category = categoryOf(kind)
    return category ? [sql`(${category} = any (${categories}) and ${isPaper(kind)})`] : []
  })
  const named = [
    sql`app.folded(filename) like ${pattern}`,
    // Finds '1099int' and 'w9' without hyphens; a hyphen alone matches names only.
    ...(bare === '%%' ? [] : [sql`replace(app.folded(filename), '-', '') like ${bare}`]),
    sql`category = any (${categories})`,
    ...ofKinds,
    ...(/^20\d\d$/.test(word) ? [sql`${yearOfDocument} = ${word}::integer`] : []),
    // By primary key: with `exists` the planner might read every holder.
    sql`coalesce((select app.folded(h.legal_name) like ${pattern} from holders h where h.id = holder_id), false)`,
  ]
  return sql<SqlBool>`(${sql.join(named, sql` or `)})`
}
