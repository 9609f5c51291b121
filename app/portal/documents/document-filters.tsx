import { type ReactNode, useState } from 'react'
import {
  type DocumentKind,
  type DocumentQuery,
  type DocumentSort,
  type DocumentState,
  documentLists,
  isFiltered,
  readDocumentQuery,
} from '../../../rules/document-query.ts'
import { searchDelay, searchLength } from '../../../rules/limits.ts'
import { grouped } from '../../../rules/number.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import style from './document-filters.module.css'
import { kindLabels, sortLabels, stateLabels } from './filter-labels.ts'
import { documentsAddress, type ListView } from './list-address.ts'
import { useDocumentQuery } from './use-document-query.ts'
import { useFilterCounts } from './use-filter-counts.ts'

type PersonState = DocumentState<'person'>

type Props = {
  /** Whose documents. */
  personId: string
  view: ListView
  matching: number
  total: number
  /** Shown before the count. */
  children?: ReactNode
}

/**
 * Search, filters and order of a list of documents, and how many there are. They are kept in the address, so that
 * reloading and going back show the same list. Without scripts this is a form with a button.
 */
export function DocumentFilters({ personId, view, matching, total, children }: Props) {
  const { query, change, submit } = useDocumentQuery(view)
  const [open, setOpen] = useState(isFiltered({ ...view.query, search: '' }))
  const { counts, note, ...filters } = useFilterCounts(personId, view.query)
  const activeFilters = Number(query.kind !== undefined) + Number(query.state !== undefined)
  return (
    <search className={style.find}>
      <form action={view.page} className={style.form} onSubmit={submit} data-open={open || undefined}>
        <Field
          label="Search documents by name"
          hideLabel
          type="search"
          name="q"
          placeholder="Search by name"
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
            filters.open()
          }}
        >
          Filter{activeFilters > 0 && ` (${activeFilters})`}
        </Button>
        <div className={style.filters} id="document-filters">
          <FilterSelect
            label="Type"
            name="type"
            noneLabel="All types"
            options={Object.keys(kindLabels) as DocumentKind[]}
            labels={kindLabels}
            counts={counts?.kinds}
            onOpen={filters.open}
            value={query.kind}
            change={change}
          />
          <FilterSelect
            label="Status"
            name="state"
            noneLabel="All statuses"
            options={documentLists.person.states}
            labels={stateLabels}
            counts={counts?.states}
            onOpen={filters.open}
            value={query.state}
            change={change}
          />
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

type FilterSelectProps<Word extends string> = {
  label: string
  name: string
  /** The option for no filter. */
  noneLabel: string
  options: readonly Word[]
  labels: Record<Word, string>
  /** Undefined until they are loaded. */
  counts: Partial<Record<Word, number>> | undefined
  onOpen: () => void
  value: Word | undefined
  change: (part: Partial<DocumentQuery>) => void
}

/** Offers the options; once they are counted, those that have any documents, with how many. */
function FilterSelect<Word extends DocumentKind | PersonState>(props: FilterSelectProps<Word>) {
  const { label, name, noneLabel, options, labels, counts, onOpen, value, change } = props
  const offered = options.filter(word => !counts || counts[word] !== undefined || word === value)
  return (
    <SelectField
      label={label}
      hideLabel
      name={name}
      value={value ?? ''}
      onPointerEnter={onOpen}
      onFocus={onOpen}
      onChange={({ target }) =>
        change(name === 'type' ? { kind: kindFrom(target.value) } : { state: stateFrom(target.value) })
      }
    >
      <option value="">{noneLabel}</option>
      {offered.map(word => (
        <option key={word} value={word}>
          {counts ? `${labels[word]} (${grouped(counts[word] ?? 0)})` : labels[word]}
        </option>
      ))}
    </SelectField>
  )
}

const kindFrom = (type: string) => readDocumentQuery(new URLSearchParams({ type })).kind
const stateFrom = (state: string) => readDocumentQuery(new URLSearchParams({ state })).state

function countOf(matching: number, total: number, query: DocumentQuery): string {
  const documents = `${grouped(total)} ${total === 1 ? 'document' : 'documents'}`
  return isFiltered(query) ? `${grouped(matching)} of ${documents}` : documents
}
