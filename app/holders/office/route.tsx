import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { AdminList, Filters, Rows } from '../../shell/office/admin-list.tsx'
import { Held, NextPaid } from '../../shell/office/held-cells.tsx'
import link from '../../shell/office/person-link.module.css'
import { PersonLink } from '../../shell/office/person-link.tsx'
import rows from '../../shell/office/rows.module.css'
import { ChoiceField, SearchField } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { edgesOf, readPlace, toRequestedPage } from '../../shell/portal/list-place.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { Day } from '../../shell/ui/day.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { type HolderShow, holderKinds, holderShows, maturingSoon } from '../holders.ts'
import type { HolderRow } from '../server/holders-list.ts'
import style from './holders.module.css'

/** Loads a page of holders, by name; the query has a search `q`, the filter `show`, and the fields of a `ListPlace`. */
export const loader = loadList({
  view: query => ({ words: query.get('q')?.trim() ?? '', show: showFrom(query.get('show')), place: readPlace(query) }),
  read: ({ actor, operations }, { words, show, place }) =>
    operations.getHolders(actor, { words, ...(show && { show }), ...toRequestedPage(place) }),
  none: { holders: [], more: false, totals: undefined },
  failed: 'LOAD_HOLDERS_FAILED',
})

function showFrom(requested: string | null): HolderShow | undefined {
  return requested !== null && Object.hasOwn(holderShows, requested) ? (requested as HolderShow) : undefined
}

export default showList<typeof loader>(HoldersPage)

const nothingShown: Record<HolderShow, { title: string; text: string }> = {
  late: { title: 'No late payments', text: 'Every payment past its pay date is recorded.' },
  unverified: { title: 'Everyone is verified', text: 'Every holder is verified for any sale.' },
  maturing: { title: 'Nothing matures soon', text: `No note matures in the next ${maturingSoon} days.` },
}

/** The names on the register: a holder is a person, a couple, a trust, a company or a retirement account. */
function HoldersPage({ words, show, place, holders, more, totals, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Holders"
      count={totals && `${countOf(totals.holders, 'holder')}, ${formatCents(totals.held)} outstanding`}
      at={href('/profile/admin/holders')}
      query={{ q: words || undefined, show }}
      loadError={loadError}
      tools={
        <Button size="small" to={href('/profile/admin/holders/new')}>
          New holder
        </Button>
      }
    >
      {(holders.length > 0 || words || show) && (
        <Filters className={`stack gap-3 column-44 short-fields ${style.search}`}>
          <SearchField placeholder="Search by name or number" />
          <ChoiceField label="Show" hideLabel name="show" all="All holders" options={holderShows} />
        </Filters>
      )}
      <Rows
        className={rows.rows}
        columns={columns}
        rows={holders}
        empty={{
          title: 'No holders yet',
          text: 'A holder is a name on the register of notes: a person, a couple, a trust, a company or a retirement account. Its authorized people see its notes and documents.',
        }}
        unmatched={{
          ...(show && !words
            ? nothingShown[show]
            : {
                title: 'No holders found',
                text: `No ${show ? 'such ' : ''}holder’s name or number contains “${words}”.`,
              }),
          all: 'All holders',
        }}
        pages={{ label: 'holders', page: place.page, more, edges: edgesOf(holders, ({ id }) => id) }}
      />
    </AdminList>
  )
}

const columns: Column<HolderRow>[] = [
  {
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: ({ id, number, legalName, isFrozen }) => (
      <span className={rows.group}>
        <span>
          <Link to={href('/profile/admin/holders/:id', { id })} className={link.link}>
            {legalName}
          </Link>{' '}
          {isFrozen && <Badge tone="warning">Frozen</Badge>}
        </span>
        <span className={classes(rows.fact, rows.number)}>{number}</span>
      </span>
    ),
  },
  {
    header: 'Kind',
    className: classes(rows.grows, rows.little, rows.wide),
    cell: ({ kind }) => holderKinds[kind],
  },
  { header: 'State', className: rows.desk, cell: ({ state }) => state },
  {
    header: 'Authorized people',
    className: rows.grows,
    cell: ({ members }) => (
      <span className={classes(rows.group, style.acting)}>
        {members.map(({ id, name }) => (
          <PersonLink key={id} id={id}>
            {name}
          </PersonLink>
        ))}
      </span>
    ),
  },
  { header: 'Outstanding', figures: true, cell: holder => <Held of={holder} /> },
  { header: 'Next payment', figures: true, cell: holder => <NextPaid of={holder} /> },
  {
    header: 'Verified until',
    cell: ({ accreditedThrough }) => accreditedThrough && <Day date={accreditedThrough} />,
  },
]
