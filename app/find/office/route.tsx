import { href } from 'react-router'
import { searchLength } from '../../../rules/limits.ts'
import { AdminList, Filters } from '../../shell/office/admin-list.tsx'
import { SearchField } from '../../shell/office/search-form.tsx'
import { loadList, showList } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { groupsOf } from './entries.ts'
import type { Entry } from './entry.ts'
import { EntryText } from './entry-text.tsx'
import style from './find.module.css'
import { usualPlaces } from './places.ts'
import type { FindAnswer } from './use-find.ts'
import { countWords, findLabel, nothingFound, whatToTry, whatToType } from './words.ts'

/** Searches for the query's `q`; also used by the dialog that Ctrl K opens. */
export const loader = loadList({
  view: query => ({ search: query.get('q')?.trim() ?? '' }),
  read: ({ actor, operations }, { search }) => operations.findForOffice(actor, search),
  none: { found: [], more: [] },
  failed: 'We couldn’t search just now. Try again in a moment.',
})

export default showList<typeof loader>(FindPage)

/** The office's search as a page: without scripts, and to return to. */
function FindPage({ search, loadError, ...found }: FindAnswer) {
  const groups = search ? groupsOf(search, found) : [{ key: 'place', label: 'Pages', entries: usualPlaces }]
  return (
    <AdminList
      title="Find"
      count={search && countWords(groups)}
      at={href('/profile/admin/find')}
      query={{ q: search || undefined }}
      loadError={loadError}
    >
      <Filters>
        <SearchField label={findLabel} hint={whatToType} maxLength={searchLength} />
      </Filters>
      <LoadError error={loadError} />
      {groups.map(({ key, label, entries, isCut }) => (
        <section key={key} aria-labelledby={`found-${key}`}>
          <h2 id={`found-${key}`} className={`fine muted strong ${style.heading}`}>
            {label}
          </h2>
          <ul className={`plain-list line-above ${style.entries}`}>
            {entries.map(entry => (
              <FoundEntry key={entry.key} entry={entry} />
            ))}
          </ul>
          {isCut && <p className={`fine muted regular ${style.cut}`}>There are more. Add words to narrow.</p>}
        </section>
      ))}
      {groups.length === 0 && !loadError && (
        <EmptyState
          title={nothingFound(search)}
          level={2}
          action={
            <Button size="small" to={href('/profile/admin/find')}>
              Clear search
            </Button>
          }
        >
          {whatToTry}
        </EmptyState>
      )}
    </AdminList>
  )
}

function FoundEntry({ entry }: { entry: Entry }) {
  return (
    <li>
      <Link to={entry.to} className={`cluster baseline gap-0-3 small touch line-below ${style.entry}`}>
        <EntryText entry={entry} />
      </Link>
    </li>
  )
}
