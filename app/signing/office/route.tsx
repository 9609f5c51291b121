import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, Filters, Rows } from '../../shell/office/admin-list.tsx'
import rows from '../../shell/office/rows.module.css'
import { ChoiceField, SearchField } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { Button } from '../../shell/ui/button.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { useNotice } from '../../shell/ui/notice.tsx'
import { countersignBatchCommand } from '../envelope.commands.ts'
import { type EnvelopeShow, envelopeKinds, envelopeShows, envelopeStates, envelopesPerPage } from '../envelopes.ts'
import type { EnvelopeEntry } from '../server/envelopes-list.ts'
import style from './envelopes.module.css'

const shows = Object.keys(envelopeShows) as EnvelopeShow[]

/** Loads a page of the envelopes; the query has `page`, from 1, `show` and the search `q`. */
export const loader = loadList({
  view: query => ({
    ...{ page: pageNumber(query), show: shows.find(each => each === query.get('show')) },
    search: query.get('q')?.trim() ?? '',
  }),
  read: ({ actor, operations }, { page, show, search }) =>
    operations.getEnvelopes(actor, { page: page - 1, show, search }),
  none: { envelopes: [], total: 0 },
  failed: 'ENVELOPES_FAILED',
})

/** POST: countersigns several together. */
export const action = commandActions([countersignBatchCommand], {
  redirectTo: () => href('/profile/admin/envelopes'),
})

const columns: Column<EnvelopeEntry>[] = [
  {
    header: 'Document',
    role: 'title',
    className: rows.grows,
    cell: ({ id, title, number, kind }) => (
      <>
        <Link to={href('/profile/admin/envelopes/:id', { id })}>{title}</Link>
        <span className={rows.fact}>
          {number} · {envelopeKinds[kind]}
        </span>
      </>
    ),
  },
  { header: 'Holder', className: rows.grows, cell: ({ holder, holderNumber }) => `${holder} · ${holderNumber}` },
  {
    header: 'State',
    cell: ({ state, problem }) =>
      problem ? <Badge tone="danger">Not sealed</Badge> : <Badge tone="plain">{envelopeStates[state]}</Badge>,
  },
  { header: 'Signed', figures: true, cell: ({ signed, signers }) => `${signed} of ${signers}` },
  { header: 'Next', className: rows.grows, cell: ({ state, next }) => (state === 'sent' ? next : null) },
  { header: 'Until', cell: ({ expiresOn }) => expiresOn && formatDay(expiresOn) },
]

const choosing: Column<EnvelopeEntry>[] = [
  {
    header: 'Countersign',
    role: 'choice',
    cell: ({ id, title, holder }) => (
      <label className="center touch">
        <input
          type="checkbox"
          name="id"
          value={id}
          autoComplete="off"
          aria-label={`Countersign ${title} of ${holder}`}
        />
      </label>
    ),
  },
  ...columns,
]

/** Documents that people sign in the portal, newest first. */
function EnvelopesPage({ page, show, search, envelopes, total, loadError }: Shown<typeof loader>) {
  const notice = useNotice()
  const toFund = show === 'fund' && envelopes.length > 0
  const list = (
    <Rows
      columns={toFund ? choosing : columns}
      rows={envelopes}
      empty={{
        title: 'No envelopes yet',
        text: 'Documents that people sign in the portal appear here, with who has signed and who is next.',
      }}
      unmatched={{ title: 'None', text: 'No envelope matches.', all: 'All envelopes' }}
      pages={{ label: 'envelopes', page, total, size: envelopesPerPage }}
    />
  )
  return (
    <AdminList
      title="Envelopes"
      count={countOf(total, 'envelope')}
      at={href('/profile/admin/envelopes')}
      query={{ show, q: search || undefined }}
      loadError={loadError}
      notice={notice}
      tools={
        <Button size="small" variant={toFund ? 'quiet' : 'primary'} to={href('/profile/admin/envelopes/new')}>
          New envelope
        </Button>
      }
    >
      <Filters className="cluster gap-3 align-start short-fields">
        <SearchField label="Search" hideLabel placeholder="Document, number or holder" />
        <ChoiceField label="Show" hideLabel name="show" all="All" options={envelopeShows} />
      </Filters>
      {toFund ? (
        <CommandForm
          command={countersignBatchCommand}
          variant="primary"
          className={style.together}
          fields={{ id: list, control: { inputMode: 'numeric' } }}
          onDone={notice.say}
        />
      ) : (
        list
      )}
    </AdminList>
  )
}

export default showList<typeof loader>(EnvelopesPage)
