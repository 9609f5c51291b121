import { type ReactNode, useState } from 'react'
import {
  type DocumentKind,
  type DocumentQuery,
  type DocumentSort,
  type DocumentState,
  documentLists,
  narrows,
  readDocumentQuery,
} from '../../../rules/document-query.ts'
import { searchLength, searchPause } from '../../../rules/limits.ts'
import { grouped } from '../../../rules/number.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { documentsAddress, type ListPlace } from './address.ts'
import style from './find-bar.module.css'
import { kindNames, sortNames, stateNames } from './query-names.ts'
import { useDocumentQuery } from './use-document-query.ts'

type PersonState = DocumentState<'person'>

type Props = {
  place: ListPlace
  matching: number
  total: number
  kinds: Partial<Record<DocumentKind, number>>
  states: Record<PersonState, number>
  /** Stands before the count. */
  children?: ReactNode
}

/**
 * Search, filters and order of a list of documents, and how many there are. What is asked for is kept in the address,
 * so that a reload and the way back show the same. Without scripts it is a form with a button.
 */
export function FindBar({ place, matching, total, kinds, states, children }: Props) {
  const { wanted, change, submit } = useDocumentQuery(place)
  const [open, setOpen] = useState(narrows({ ...place.query, search: '' }))
  const set = Number(wanted.kind !== undefined) + Number(wanted.state !== undefined)
  return (
    <search className={style.find}>
      <form action={place.page} className={style.form} onSubmit={submit} data-open={open || undefined}>
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
          value={wanted.search}
          onChange={({ target }) => change({ search: target.value }, searchPause)}
        />
        <Button
          className={style.toggle}
          aria-expanded={open}
          aria-controls="document-filters"
          onClick={() => setOpen(!open)}
        >
          Filter{set > 0 && ` (${set})`}
        </Button>
        <div className={style.filters} id="document-filters">
          <Choice
            label="Type"
            name="type"
            none="All types"
            options={Object.keys(kindNames) as DocumentKind[]}
            names={kindNames}
            counts={kinds}
            wanted={wanted.kind}
            {...{ change }}
          />
          <Choice
            label="Status"
            name="state"
            none="Any status"
            options={documentLists.person.states}
            names={stateNames}
            counts={states}
            wanted={wanted.state}
            {...{ change }}
          />
          <SelectField
            label="Sort by"
            hideLabel
            name="sort"
            value={wanted.sort}
            onChange={({ target }) => change({ sort: target.value as DocumentSort<'person'> })}
          >
            {documentLists.person.sorts.map(sort => (
              <option key={sort} value={sort}>
                {sortNames[sort]}
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
        <p role="status">{countOf(matching, total, place.query)}</p>
        {/* Where nothing is left, it stands there. */}
        {narrows(place.query) && matching > 0 && <ClearLink place={place} />}
      </div>
    </search>
  )
}

/** Back to the whole list, in the order it has. */
export function ClearLink({ place }: { place: ListPlace }) {
  const { sort } = place.query
  return (
    <Button
      variant="link"
      size="small"
      to={documentsAddress({ ...place, query: { search: '', sort } })}
      replace
      preventScrollReset
      viewTransition={false}
      onClick={() => document.querySelector<HTMLElement>('input[name=q]')?.focus()}
    >
      Clear search and filters
    </Button>
  )
}

type ChoiceProps<Word extends string> = {
  label: string
  name: string
  /** What stands for no choice. */
  none: string
  options: readonly Word[]
  names: Record<Word, string>
  counts: Partial<Record<Word, number>>
  wanted: Word | undefined
  change: (part: Partial<DocumentQuery>) => void
}

/** Offers what there is, with how many of each. */
function Choice<Word extends DocumentKind | PersonState>(props: ChoiceProps<Word>) {
  const { label, name, none, options, names, counts, wanted, change } = props
  const offered = options.filter(word => counts[word] !== undefined || word === wanted)
  return (
    <SelectField
      label={label}
      hideLabel
      name={name}
      value={wanted ?? ''}
      onChange={({ target }) =>
        change(name === 'type' ? { kind: kindOf(target.value) } : { state: stateOf(target.value) })
      }
    >
      <option value="">{none}</option>
      {offered.map(word => (
        <option key={word} value={word}>
          {`${names[word]} (${grouped(counts[word] ?? 0)})`}
        </option>
      ))}
    </SelectField>
  )
}

const kindOf = (type: string) => readDocumentQuery(new URLSearchParams({ type })).kind
const stateOf = (state: string) => readDocumentQuery(new URLSearchParams({ state })).state

function countOf(matching: number, total: number, query: DocumentQuery): string {
  const documents = `${grouped(total)} ${total === 1 ? 'document' : 'documents'}`
  return narrows(query) ? `${grouped(matching)} of ${documents}` : documents
}
