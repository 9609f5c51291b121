import { href } from 'react-router'
import { fromCents } from '../../../rules/number.ts'
import type { SalesByState } from '../../register/server/sales.ts'
import { PageName } from '../../shell/office/page-name.tsx'
import { loadList, showList } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'
import { civilDay } from '../investor/civil-day.ts'
import { methodWords } from '../methods.ts'
import type { ListedAccreditation } from '../server/review-list.ts'
import style from './accreditation-lists.module.css'
import { BinderList } from './binder-list.tsx'

/**
 * Loads verifications to review, those that end soon, holders that no note can be sold to, and sales, for the binders.
 */
export const loader = loadList({
  read: async ({ actor, operations }) => {
    const [lists, sales] = await Promise.all([operations.getAccreditations(actor), operations.getSales(actor)])
    return { lists, sales }
  },
  none: { lists: undefined, sales: undefined },
  failed: 'LOAD_ACCREDITATION_FAILED',
})

/** The office's queue of accreditations, and the list of what ends. */
export default showList<typeof loader>(AccreditationLists)

type Lists = { waiting: ListedAccreditation[]; ending: ListedAccreditation[]; blocked: ListedAccreditation[] }

const holder: Column<ListedAccreditation> = {
  header: 'Holder',
  role: 'title',
  cell: ({ id, holderName, holderNumber }) => (
    <>
      <Link to={href('/profile/admin/accreditation/:id', { id })}>{holderName}</Link>{' '}
      <span className="unbroken quiet regular">{holderNumber}</span>
    </>
  ),
}
const method: Column<ListedAccreditation> = {
  header: 'Verified',
  cell: ({ method: how }) => methodWords[how].title,
}
const amount: Column<ListedAccreditation> = {
  header: 'Amount',
  figures: true,
  cell: ({ amountCents }) => fromCents(Number(amountCents)),
}

const waitingColumns: Column<ListedAccreditation>[] = [
  holder,
  method,
  amount,
  { header: 'Sent', cell: ({ submittedAt }) => submittedAt && <FormattedDate date={submittedAt} /> },
  {
    header: 'Review',
    cell: ({ state, isReviewedBySelf }) =>
      isReviewedBySelf ? (
        <Badge>Approved by you</Badge>
      ) : state === 'in_review' ? (
        <Badge tone="warning">Second review</Badge>
      ) : (
        <Badge tone="warning">First review</Badge>
      ),
  },
]

const endingColumns: Column<ListedAccreditation>[] = [
  holder,
  method,
  amount,
  { header: 'Last day', cell: ({ validThrough }) => validThrough && civilDay(validThrough) },
]

const blockedColumns: Column<ListedAccreditation>[] = [holder, method, amount]

type Props = { lists: Lists | undefined; sales: SalesByState[] | undefined; loadError?: Refusal | undefined }

/** Verifications to review, verifications that end soon, blocked holders, and the binders for counsel. */
function AccreditationLists({ lists, sales = [], loadError }: Props) {
  return (
    <>
      <PageName name="Accreditation" />
      <LoadError error={loadError} />
      {lists && (
        <div className={`stack narrow gap-7 above-4 pad-below-7 ${style.lists}`}>
          <section aria-labelledby="waiting">
            <h2 id="waiting">To review</h2>
            {lists.waiting.length === 0 ? (
              <EmptyState title="Nothing to review" level={3}>
                What investors send about their accreditation will appear here, oldest first.
              </EmptyState>
            ) : (
              <List caption="Accreditations to review" columns={waitingColumns} rows={lists.waiting} />
            )}
          </section>
          <section aria-labelledby="ending">
            <h2 id="ending">Ending within four months</h2>
            {lists.ending.length === 0 ? (
              <p className="quiet regular">No approval ends within the next four months.</p>
            ) : (
              <List caption="Approvals that end soon" columns={endingColumns} rows={lists.ending} />
            )}
          </section>
          {lists.blocked.length > 0 && (
            <section aria-labelledby="blocked">
              <h2 id="blocked">No sales</h2>
              <p className="quiet regular">
                We have information that contradicts these verifications. No note can be sold to them until two people
                clear it.
              </p>
              <List caption="Holders no note can be sold to" columns={blockedColumns} rows={lists.blocked} />
            </section>
          )}
          {sales.length > 0 && <BinderList sales={sales} />}
        </div>
      )}
    </>
  )
}

type ListProps = { caption: string; columns: Column<ListedAccreditation>[]; rows: ListedAccreditation[] }

function List({ caption, columns, rows }: ListProps) {
  return <StackedLedger caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
