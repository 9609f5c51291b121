import { type ReactNode, useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { searchDelay, searchLength } from '../../../rules/limits.ts'
import { grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { FailedLoad } from '../../shell/actions/failed-answers.ts'
import { isFailed } from '../../shell/portal/catch-up.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Field, SelectField } from '../../shell/ui/field.tsx'
import {
  type DocumentQuery,
  type DocumentSort,
  documentLists,
  isFiltered,
  readDocumentQuery,
  writeDocumentQuery,
} from '../document-query.ts'
import type { FilterCounts } from '../server/document-search.ts'
import style from './document-filters.module.css'
import { sortLabels } from './filter-labels.ts'
import { documentsAddress, type ListView } from './list-address.ts'
import { useDocumentQuery } from './use-document-query.ts'

type Props = {
  /** The documents' owner. */
  personId: string
  view: ListView
  matching: number
  total: number
  /** The offered filters. */
  filters: readonly DocumentFilter[]
  /** Shown before the count. */
  children?: ReactNode
}

/**
 * Search, filters and order of a list of documents, and how many match. They are part of the address, so that reloading
 * and going back show the same list. Without scripts this is a form with a button.
 */
export function DocumentFilters({ personId, view, matching, total, filters, children }: Props) {
  const { query, change, submit } = useDocumentQuery(view)
  const [open, setOpen] = useState(isFiltered({ ...view.query, search: '' }))
  const { counts, note, open: onOpen } = useFilterCounts(personId, view.query)
  const activeFilters = [query.kind, query.topic, query.year, query.state].filter(Boolean).length
  return (
    <search className={style.find}>
      <form action={view.page} className={style.form} onSubmit={submit} data-open={open || undefined}>
        <Field
          label="Search documents"
          hideLabel
          type="search"
          name="q"
          placeholder="Name, kind, year"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={searchLength}
          value={query.search}
          onChange={({ target }) => change({ search: target.value }, searchDelay)}
        />
        <Button
          className={style.toggle}
          aria-expanded={open}
          aria-controls="document-filters"
          onClick={() => {
            setOpen(!open)
            onOpen()
          }}
        >
          Filter{activeFilters > 0 && ` (${activeFilters})`}
        </Button>
        <div className={style.filters} id="document-filters">
          {filters.map(filter => (
            <FilterSelect
              key={filter.name}
              {...filter}
              counts={counts?.[filter.counted]}
              query={query}
              change={change}
              onOpen={onOpen}
            />
          ))}
          <SelectField
            label="Sort by"
            hideLabel
            name="sort"
            value={query.sort}
            onChange={({ target }) => change({ sort: target.value as DocumentSort<'person'> })}
          >
            {documentLists.person.sorts.map(sort => (
              <option key={sort} value={sort}>
                {sortLabels[sort]}
              </option>
            ))}
          </SelectField>
          <Button type="submit" className={style.unscripted}>
            Show
          </Button>
        </div>
      </form>
      <div className={style.count}>
        {children}
        <p role="status">{countOf(matching, total, view.query)}</p>
        <p aria-live="polite">{note}</p>
        {/* With no matches the empty list shows this link instead. */}
        {isFiltered(view.query) && matching > 0 && <ClearLink view={view} />}
      </div>
    </search>
  )
}

/** Shows the whole list again, in the current order. */
export function ClearLink({ view }: { view: ListView }) {
  const { sort } = view.query
  return (
    <Button
      variant="link"
      size="small"
      to={documentsAddress({ ...view, query: { search: '', sort } })}
      replace
      preventScrollReset
      viewTransition={false}
      onClick={() => document.querySelector<HTMLElement>('input[name=q]')?.focus()}
    >
      Clear search and filters
    </Button>
  )
}

export interface DocumentFilter {
  label: string
  /** Its parameter in an address, and the property of the query that it sets. */
  name: string
  field: 'kind' | 'state' | 'topic' | 'year'
  /** Its property of the counts. */
  counted: keyof FilterCounts
  /** The option for no filter. */
  noneLabel: string
  labels: () => Record<string, string>
}

type FilterSelectProps = DocumentFilter & {
  /** Undefined until they are loaded. */
  counts: Partial<Record<string, number>> | undefined
  onOpen: () => void
  query: DocumentQuery
  change: (part: Partial<DocumentQuery>) => void
}

/** Shows the options; once they are counted, only those with documents, with their number. */
function FilterSelect(props: FilterSelectProps) {
  const { label, name, field, noneLabel, counts, onOpen, query, change } = props
  const labels = props.labels()
  const value = String(query[field] ?? '')
  const offered = Object.keys({ ...labels, ...(field === 'year' ? counts : undefined) })
    .filter(word => !counts || counts[word] !== undefined || word === value)
    // Years, newest first; other words stay in order.
    .sort((a, b) => Number(b) - Number(a) || 0)
  return (
    <SelectField
      label={label}
      hideLabel
      name={name}
      value={value}
      onPointerEnter={onOpen}
      onFocus={onOpen}
      onChange={({ target }) =>
        change({ [field]: readDocumentQuery(new URLSearchParams({ [name]: target.value }))[field] })
      }
    >
      <option value="">{noneLabel}</option>
      {offered.map(word => (
        <option key={word} value={word}>
          {`${labels[word] ?? word}${counts ? ` (${grouped(counts[word] ?? 0)})` : ''}`}
        </option>
      ))}
    </SelectField>
  )
}

function countOf(matching: number, total: number, query: DocumentQuery): string {
  const documents = `${grouped(total)} ${total === 1 ? 'document' : 'documents'}`
  return isFiltered(query) ? `${grouped(matching)} of ${documents}` : documents
}

/**
 * How many documents each filter would show, loaded once the filters are used.
 * @param personId the documents' owner
 * @returns `open`, to be called then; `counts`; and the message while there are none
 */
function useFilterCounts(personId: string, query: DocumentQuery) {
  const { load, data: answer } = useFetcher<FilterCounts | FailedLoad | null>()
  const data = isFailed(answer) ? null : answer
  const [isOpen, setOpen] = useState(false)
  const filters = writeDocumentQuery({ ...query, sort: 'newest' })
  const address = withQuery(href('/profile/counts'), { ...filters, user: personId })
  useEffect(() => {
    if (isOpen) load(address)
  }, [isOpen, load, address])
  const missing = data === null ? 'The numbers of documents can’t be loaded right now.' : 'Counting documents …'
  return { open: () => setOpen(true), counts: data ?? undefined, note: isOpen && !data ? missing : '' }
}
