import { href } from 'react-router'
import { holderKinds } from '../../../../rules/holders.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { HolderRow } from '../../../../server/holders/holders-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Link } from '../../../ui/link.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import counted from '../counted-page.module.css'
import { ListHead } from '../list-head.tsx'
import { SearchForm } from '../search-form.tsx'
import style from './holders.module.css'

type Props = { words: string; after?: object; holders: HolderRow[]; more: boolean; loadError?: Refusal }

/** The names on the register: a holder is a person, a couple, a trust, a company or a retirement account. */
export function HoldersPage({ words, after, holders, more, loadError }: Props) {
  const isFirst = after === undefined
  const last = holders.at(-1)
  const isEmpty = holders.length === 0 && !loadError
  return (
    <div className={counted.page}>
      <ListHead title="Holders" count={null}>
        <Button size="small" to={href('/profile/admin/holders/new')}>
          New holder
        </Button>
      </ListHead>
      {(holders.length > 0 || words) && (
        <SearchForm
          label="Holders"
          className={style.search}
          action={href('/profile/admin/holders')}
          values={{ q: words }}
        >
          <Field
            label="Search"
            hideLabel
            type="search"
            name="q"
            placeholder="Search by name or number"
            autoComplete="off"
            defaultValue={words}
          />
        </SearchForm>
      )}
      <LoadError error={loadError} />
      {holders.length > 0 && (
        <StackedLedger caption="Holders" columns={columns} rows={holders} rowKey={({ id }) => id} />
      )}
      {isEmpty && (
        <EmptyState
          title={words ? 'No holders found' : 'No holders yet'}
          level={3}
          action={words ? <Button to={href('/profile/admin/holders')}>All holders</Button> : undefined}
        >
          {words
            ? `No holder’s name or number contains “${words}”.`
            : 'A holder is a name on the register of notes: a person, a couple, a trust, a company or a retirement account. The people who act for it see its notes and documents.'}
        </EmptyState>
      )}
      {(!isFirst || more) && (
        <nav className={style.pages} aria-label="Pages of holders">
          {!isFirst && <Button to={withQuery(href('/profile/admin/holders'), { q: words })}>First page</Button>}
          {more && last && (
            <Button to={withQuery(href('/profile/admin/holders'), { q: words, after: last.id, name: last.legalName })}>
              Next page
            </Button>
          )}
        </nav>
      )}
    </div>
  )
}

const columns: Column<HolderRow>[] = [
  {
    key: 'name',
    header: 'Holder',
    role: 'title',
    cell: ({ id, legalName, isFrozen }) => (
      <>
        <Link to={href('/profile/admin/holders/:id', { id })}>{legalName}</Link>{' '}
        {isFrozen && <Badge tone="warning">Frozen</Badge>}
      </>
    ),
  },
  { key: 'number', header: 'Number', cell: ({ number }) => <span className={style.number}>{number}</span> },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => holderKinds[kind] },
  { key: 'state', header: 'State', cell: ({ state }) => state },
  { key: 'members', header: 'Who acts', cell: ({ members }) => members.join(', ') },
]
