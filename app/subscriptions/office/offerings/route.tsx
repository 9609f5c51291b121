import { href, redirect } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import { holderKinds } from '../../../holders/holders.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { draftOfferingCommand } from '../../offerings.commands.ts'
import type { OfferingRow } from '../../server/offerings.ts'
import { offeringWords } from '../../subscriptions.ts'
import { KindFields } from './kind-fields.tsx'

/** Loads the offerings, the newest first. */
export const loader = loadList({
  read: async ({ actor, operations }) => ({ offerings: await operations.getOfferings(actor) }),
  none: { offerings: [] },
  failed: 'LOAD_OFFERINGS_FAILED',
})

/** POST: drafts an offering. */
export const action = commandActions([draftOfferingCommand], {
  redirectTo: () => href('/profile/admin/offerings'),
  after: { 'offering.draft': (id: string) => redirect(href('/profile/admin/offerings/:id', { id })) },
})

const columns: Column<OfferingRow>[] = [
  {
    header: 'Offering',
    role: 'title',
    cell: ({ id, name }) => <Link to={href('/profile/admin/offerings/:id', { id })}>{name}</Link>,
  },
  {
    header: 'State',
    cell: ({ state }) => <Badge tone={state === 'draft' ? 'warning' : 'plain'}>{offeringWords[state]}</Badge>,
  },
  { header: 'Accepts', cell: ({ kinds }) => kinds.map(kind => holderKinds[kind]).join(', ') },
  { header: 'Disclosures', figures: true, cell: ({ disclosures }) => grouped(disclosures) },
  { header: 'In progress', figures: true, cell: ({ going }) => grouped(going) },
  { header: 'Confirmed', figures: true, cell: ({ confirmed }) => grouped(confirmed) },
]

/** What the fund offers, and a form for another draft. */
function OfferingsPage({ offerings, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Offerings"
      count={countOf(offerings.length, 'offering')}
      at={href('/profile/admin/offerings')}
      loadError={loadError}
    >
      <Rows
        columns={columns}
        rows={offerings}
        empty={{
          title: 'No offerings yet',
          text: 'An offering has a name, the kinds of holders it accepts, and its disclosures. Two people open it to investors.',
        }}
      />
      <details className="pad-above-5" open={offerings.length === 0}>
        <summary className="below-4">Draft an offering</summary>
        <CommandForm command={draftOfferingCommand} fields={{ kinds: <KindFields chosen={[]} /> }} />
      </details>
    </AdminList>
  )
}

export default showList<typeof loader>(OfferingsPage)
