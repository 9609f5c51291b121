import { href } from 'react-router'
import { holderKinds } from '../../../../rules/holders.ts'
import type { HolderRow } from '../../../../server/holders/holders-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Day } from '../../../ui/day.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Link } from '../../../ui/link.tsx'
import { edgesOf, type ListPlace } from '../../list-place.ts'
import type { Refusal } from '../../refusal.ts'
import { AdminList, Filters, Rows } from '../admin-list.tsx'
import { Held, NextPaid } from '../held-cells.tsx'
import link from '../person-link.module.css'
import { PersonLink } from '../person-link.tsx'
import { SearchField } from '../search-form.tsx'
import style from './holders.module.css'

type Props = { words: string; place: ListPlace; holders: HolderRow[]; more: boolean; loadError?: Refusal }

/** The names on the register: a holder is a person, a couple, a trust, a company or a retirement account. */
export function HoldersPage({ words, place, holders, more, loadError }: Props) {
  return (
    <AdminList
      title="Holders"
      at={href('/profile/admin/holders')}
      query={{ q: words }}
      loadError={loadError}
      tools={
        <Button size="small" to={href('/profile/admin/holders/new')}>
          New holder
        </Button>
      }
    >
      {(holders.length > 0 || words) && (
        <Filters className={style.search}>
          <SearchField placeholder="Search by name or number" />
        </Filters>
      )}
      <Rows
        columns={columns}
        rows={holders}
        empty={{
          title: words ? 'No holders found' : 'No holders yet',
          text: words
            ? `No holder’s name or number contains “${words}”.`
            : 'A holder is a name on the register of notes: a person, a couple, a trust, a company or a retirement account. The people who act for it see its notes and documents.',
          action: words && <Button to={href('/profile/admin/holders')}>All holders</Button>,
        }}
        pages={{ label: 'holders', page: place.page, more, edges: edgesOf(holders, ({ id }) => id) }}
      />
    </AdminList>
  )
}

const columns: Column<HolderRow>[] = [
  {
    key: 'name',
    header: 'Holder',
    role: 'title',
    cell: ({ id, number, legalName, isFrozen }) => (
      <span className={link.cell}>
        <span>
          <Link to={href('/profile/admin/holders/:id', { id })} className={link.link}>
            {legalName}
          </Link>{' '}
          {isFrozen && <Badge tone="warning">Frozen</Badge>}
        </span>
        <span className={classes(link.below, style.number)}>{number}</span>
      </span>
    ),
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => holderKinds[kind] },
  { key: 'state', header: 'State', cell: ({ state }) => state },
  {
    key: 'members',
    header: 'Authorized people',
    cell: ({ members }) => (
      <span className={classes(link.cell, style.acting)}>
        {members.map(({ id, name }) => (
          <PersonLink key={id} id={id}>
            {name}
          </PersonLink>
        ))}
      </span>
    ),
  },
  { key: 'holds', header: 'Outstanding', figures: true, cell: holder => <Held of={holder} /> },
  { key: 'next', header: 'Next payment', figures: true, cell: holder => <NextPaid of={holder} /> },
  {
    key: 'verified',
    header: 'Verified until',
    cell: ({ accreditedThrough }) => accreditedThrough && <Day date={accreditedThrough} />,
  },
]
