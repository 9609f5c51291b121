import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { AdminList, Filters, Rows } from '../../shell/office/admin-list.tsx'
import { ChoiceField } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { ListedSubscription } from '../server/office-subscriptions.ts'
import { type SubscriptionState, stateWords, steps, subscriptionsPerPage, turnWords } from '../subscriptions.ts'

/** Loads a page of the subscriptions; the query has `page`, from 1, and `state`, without which it lists all that haven't ended. */
export const loader = loadList({
  view: query => ({
    page: pageNumber(query),
    state: (Object.keys(stateWords) as SubscriptionState[]).find(each => each === query.get('state')),
  }),
  read: ({ actor, operations }, { page, state }) => operations.getSubscriptions(actor, { page: page - 1, state }),
  none: { subscriptions: [], total: 0 },
  failed: 'LOAD_SUBSCRIPTIONS_FAILED',
})

const columns: Column<ListedSubscription>[] = [
  {
    header: 'Investor',
    role: 'title',
    cell: ({ id, investor }) => <Link to={href('/profile/admin/subscriptions/:id', { id })}>{investor}</Link>,
  },
  { header: 'Offering', cell: ({ offering }) => offering },
  {
    header: 'Amount',
    figures: true,
    cell: ({ amountCents }) => (amountCents ? formatCents(BigInt(amountCents)) : ''),
  },
  { header: 'State', cell: ({ state }) => stateWords[state] },
  { header: 'Next', cell: ({ step }) => step && steps[step] },
  { header: 'Waiting for', cell: ({ turn }) => turnWords[turn] },
  { header: 'Since', cell: ({ since }) => <FormattedDate date={since} /> },
]

/** Subscriptions: what comes next, from whom, and since when. */
function SubscriptionsPage({ page, state, subscriptions, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Subscriptions"
      count={countOf(total, 'subscription')}
      at={href('/profile/admin/subscriptions')}
      query={{ state }}
      loadError={loadError}
    >
      <Filters className="cluster gap-3 align-start short-fields">
        <ChoiceField label="State" hideLabel name="state" all="All in progress" options={stateWords} />
      </Filters>
      <Rows
        columns={columns}
        rows={subscriptions}
        empty={{
          title: state ? 'None in this state' : 'No subscriptions in progress',
          text: 'Investments that people start in their portal appear here, with what comes next.',
        }}
        pages={{ label: 'subscriptions', page, total, size: subscriptionsPerPage }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(SubscriptionsPage)
