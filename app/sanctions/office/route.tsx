import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { Figures } from '../../register/office/figures.tsx'
import style from '../../register/office/register.module.css'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandField, useRefused } from '../../shell/commands/command-field.tsx'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import rows from '../../shell/office/rows.module.css'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { fileSize } from '../../shell/ui/file-size.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { useNotice } from '../../shell/ui/notice.tsx'
import { addSanctionsListCommand } from '../sanctions.commands.ts'
import { hitStates, listKinds, nameSources, sanctionsPerPage } from '../sanctions.ts'
import type { UploadedList } from '../server/lists.ts'
import type { SanctionsHit, SanctionsList, SanctionsWork } from '../server/sanctions-work.ts'

/** Loads the lists, and a page of the hits and of the names compared; the query has `hits` and `checks`, from 1. */
export const loader = loadList({
  view: query => ({ hitPage: pageNumber(query, 'hits'), checkPage: pageNumber(query, 'checks') }),
  read: ({ actor, operations }, { hitPage, checkPage }) =>
    operations.getSanctions(actor, { hits: hitPage - 1, checks: checkPage - 1 }),
  none: {
    ...{ lists: [], hits: [], hitCount: 0, open: 0, checks: [], checkCount: 0, unchecked: 0, nameless: [] },
    longestAge: null,
  },
  failed: 'SANCTIONS_FAILED',
})

const at = href('/profile/admin/sanctions')

/** POST: uploads a list. */
export const action = commandActions([addSanctionsListCommand], {
  redirectTo: () => at,
  after: {
    [addSanctionsListCommand.name]: (uploaded: UploadedList) => ({
      notice:
        uploaded === 'confirmed'
          ? 'This list is in force already. It counts as the newest from today.'
          : addSanctionsListCommand.notice,
    }),
  },
})

export default showList<typeof loader>(SanctionsPage)

/** OFAC's lists as uploaded, and the names that are close to one of their entries. */
function SanctionsPage(props: Shown<typeof loader>) {
  const { lists, hits, open, checks, unchecked, nameless, longestAge, loadError, hitPage, checkPage } = props
  const notice = useNotice()
  const query = {
    hits: hitPage > 1 ? String(hitPage) : undefined,
    checks: checkPage > 1 ? String(checkPage) : undefined,
  }
  const inForce = lists.filter(list => list.isInForce)
  return (
    <AdminList
      title="Sanctions"
      count={countOf(open, 'open hit')}
      at={at}
      query={query}
      loadError={loadError}
      notice={notice}
    >
      <p className="quiet column-44 breakable">
        Names of holders, of the people behind them and authorized for them, of payees and of originators of funds are
        compared with OFAC’s lists.{' '}
        {longestAge === null
          ? 'The fund’s settings refuse nothing for it.'
          : `From the first list on, nothing is sold or paid while a list is more than ${longestAge} days old, or while a name is close to an entry and two people haven’t cleared it.`}
      </p>
      {inForce.length > 0 && (
        <Figures
          alike
          figures={[
            ...inForce.map(
              list => [listKinds[list.kind], <Age key={list.id} list={list} longestAge={longestAge} />] as const,
            ),
            ['Names still to compare', grouped(unchecked)],
          ]}
        />
      )}
      <section aria-labelledby="hits" className="stack gap-4 pad-above-5">
        <h2 id="hits">Hits</h2>
        <Rows
          caption="Hits"
          className={rows.rows}
          columns={hitColumns}
          rows={hits}
          empty={{ title: 'No hits', text: 'A name that is close to an entry of a list appears here.' }}
          pages={{ label: 'hits', field: 'hits', page: hitPage, total: props.hitCount, size: sanctionsPerPage }}
        />
      </section>
      {nameless.length > 0 && (
        <section aria-labelledby="nameless" className="stack gap-4 pad-above-5">
          <h2 id="nameless">Not compared</h2>
          <p className={style.about}>
            These authorized people have no full name in the portal. Enter it under their details; they’re compared
            within a minute.
          </p>
          <Rows
            caption="Not compared"
            className={rows.rows}
            columns={namelessColumns}
            rows={nameless}
            empty={{ title: 'No one', text: 'Everyone who is authorized for a holder has a full name.' }}
          />
        </section>
      )}
      <section aria-labelledby="upload" className="stack gap-4 pad-above-5 narrow">
        <h2 id="upload">Upload a list</h2>
        <p className={style.about}>
          Download both lists from OFAC’s Sanctions List Service and upload them unchanged, without opening them in a
          program first. Upload them again even if nothing has changed: a list’s age counts from its last upload.
        </p>
        <CommandForm
          command={addSanctionsListCommand}
          variant={inForce.length > 0 ? 'quiet' : 'primary'}
          fields={{ anyway: <Anyway /> }}
          isEmptied
          onDone={notice.say}
        />
      </section>
      <section aria-labelledby="lists" className="stack gap-4 pad-above-5">
        <h2 id="lists">Lists</h2>
        <Rows
          caption="Lists"
          columns={listColumns}
          rows={lists}
          empty={{ title: 'No list yet', text: 'Nothing is compared or refused until you upload the first.' }}
        />
      </section>
      <section aria-labelledby="checks" className="stack gap-4 pad-above-5">
        <h2 id="checks">Names compared</h2>
        <Rows
          caption="Names compared"
          className={rows.rows}
          columns={checkColumns}
          rows={checks}
          empty={{ title: 'No names compared', text: 'They appear here about a minute after a list is uploaded.' }}
          pages={{ label: 'names', field: 'checks', page: checkPage, total: props.checkCount, size: sanctionsPerPage }}
        />
      </section>
    </AdminList>
  )
}

/** Only once a list was refused for something unusual. */
function Anyway() {
  return useRefused().code === 'SANCTIONS_DOUBT' ? <CommandField name="anyway" /> : null
}

function Age({ list: { age, publishedOn }, longestAge }: { list: SanctionsList; longestAge: number | null }) {
  const words = age === 0 ? 'Uploaded today' : `${countOf(age, 'day')} old`
  return (
    <>
      {longestAge !== null && age > longestAge ? <Badge tone="danger">{words}: too old</Badge> : words}
      <span className={rows.fact}>Published {formatDay(publishedOn)}</span>
    </>
  )
}

const hitColumns: Column<SanctionsHit>[] = [
  {
    header: 'Name',
    role: 'title',
    className: rows.grows,
    cell: ({ id, name, source }) => (
      <>
        <Link to={href('/profile/admin/sanctions/:id', { id })}>{name}</Link>
        <span className={rows.fact}>{nameSources[source]}</span>
      </>
    ),
  },
  {
    header: 'Entry',
    className: rows.grows,
    cell: ({ entry, matched }) => (
      <>
        {matched}
        {matched !== entry.name && <span className={rows.fact}>{entry.name}</span>}
      </>
    ),
  },
  { header: 'Closeness', figures: true, cell: ({ score }) => `${score} of 100` },
  {
    header: 'State',
    cell: ({ state, isListed }) => (
      <>
        {state === 'cleared' ? (
          hitStates[state]
        ) : (
          <Badge tone={state === 'open' ? 'warning' : 'danger'}>{hitStates[state]}</Badge>
        )}
        {!isListed && <span className={rows.fact}>No longer on the list</span>}
      </>
    ),
  },
  { header: 'Found', cell: ({ foundAt }) => <FormattedDate date={foundAt} /> },
]

const namelessColumns: Column<SanctionsWork['nameless'][number]>[] = [
  {
    header: 'Person',
    role: 'title',
    className: rows.grows,
    cell: ({ id, email }) => <Link to={href('/profile/admin/people/:id/overview', { id })}>{email}</Link>,
  },
  { header: 'Authorized for', className: rows.grows, cell: ({ holders }) => holders.join(', ') },
]

const listColumns: Column<SanctionsList>[] = [
  {
    header: 'List',
    role: 'title',
    className: rows.grows,
    cell: ({ kind, filename, bytes }) => (
      <>
        {listKinds[kind]}
        <span className={rows.fact}>
          {filename}, {fileSize(bytes)}
        </span>
      </>
    ),
  },
  { header: 'Published', cell: ({ publishedOn }) => formatDay(publishedOn) },
  {
    header: 'Entries',
    figures: true,
    cell: ({ entries, aliases }) => (
      <>
        {grouped(entries)}
        <span className={rows.fact}>{countOf(aliases, 'alias', 'aliases')}</span>
      </>
    ),
  },
  { header: 'Compared', figures: true, cell: ({ checked }) => grouped(checked) },
  {
    header: 'Uploaded',
    className: rows.grows,
    cell: ({ addedAt, addedBy, isInForce }) => (
      <>
        <FormattedDate date={addedAt} />
        <span className={rows.fact}>
          {addedBy}
          {isInForce ? '' : ', superseded'}
        </span>
      </>
    ),
  },
  { header: 'SHA-256', className: rows.grows, cell: ({ sha256 }) => <code className="fine breakable">{sha256}</code> },
]

const checkColumns: Column<SanctionsWork['checks'][number]>[] = [
  { header: 'Name', role: 'title', className: rows.grows, cell: ({ name }) => name },
  { header: 'Source', cell: ({ source }) => nameSources[source] },
  { header: 'List', cell: ({ kind }) => listKinds[kind] },
  { header: 'Hits', figures: true, cell: ({ hits }) => grouped(hits) },
  { header: 'Compared', cell: ({ checkedAt }) => <FormattedDate date={checkedAt} time /> },
]
