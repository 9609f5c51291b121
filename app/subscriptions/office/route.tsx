import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { AdminList, Filters, Rows } from '../../shell/office/admin-list.tsx'
import { ChoiceField } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { ListedSubscription } from '../server/office-subscriptions.ts'
import { type SubscriptionState, stateWords, steps, turnWords } from '../subscriptions.ts'

/** Loads subscriptions; the query's `state` filters them, all that haven't ended by default. */
export const loader = loadList({
  view: query => ({ state: (query.get('state') ?? '') as SubscriptionState | '' }),
  read: ({ actor, operations }, { state }) =>
    operations.getSubscriptions(actor, { state: state && Object.hasOwn(stateWords, state) ? state : undefined }),
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
  { header: 'Turn', cell: ({ turn }) => turnWords[turn] },
  { header: 'Since', cell: ({ since }) => <FormattedDate date={since} /> },
]

/** Subscriptions by state: whose turn it is, and since when. */
function SubscriptionsPage({ state, subscriptions, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Subscriptions"
      count={countOf(total, 'subscription')}
      at={href('/profile/admin/subscriptions')}
      query={{ state }}
      loadError={loadError}
    >
      <Filters>
        <ChoiceField label="State" hideLabel name="state" all="All in progress" options={stateWords} />
      </Filters>
      <Rows
        columns={columns}
        rows={subscriptions}
        empty={{
          title: state ? 'None in this state' : 'No subscriptions in progress',
          text: 'Investments that people start in their portal will appear here, with whose turn it is.',
        }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(SubscriptionsPage)
