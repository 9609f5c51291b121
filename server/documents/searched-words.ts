import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { paperKinds } from '../../rules/document-query.ts'
import { containing } from '../database/like-pattern.ts'
import { searchWords } from '../database/search-words.ts'
import { categoryOf, isPaper, yearOfDocument } from './paper-kinds.ts'

/**
 * Whether a row of `documents` of one person is found by each word: in its name, with or without hyphens; as what its
 * category or its kind is called; as the year that it is about; or in the name of the holder that it is filed with.
 * Everyone's are found by `app.documents_with`, which indexes serve.
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
    // '1099int' and 'w9', as many type them; a hyphen alone is looked for in the name.
    ...(bare === '%%' ? [] : [sql`replace(app.folded(filename), '-', '') like ${bare}`]),
    sql`category = any (${categories})`,
    ...ofKinds,
    ...(/^20\d\d$/.test(word) ? [sql`${yearOfDocument} = ${word}::integer`] : []),
    // By its key: as `exists` the planner might read every holder.
    sql`coalesce((select app.folded(h.legal_name) like ${pattern} from holders h where h.id = holder_id), false)`,
  ]
  return sql<SqlBool>`(${sql.join(named, sql` or `)})`
}
