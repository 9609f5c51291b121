import { href } from 'react-router'
import { withQuery } from '../../../../../rules/url.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { readPlace } from '../../../list-place.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { useLiveUpdates } from '../../../use-live-updates.ts'
import { AuditEntries } from '../../audit/audit-entries.tsx'
import log from '../../audit/audit-page.module.css'
import { useAccount } from '../account.ts'
import type { Route } from './+types/route'

/** Loads log entries by or about a person; the query has the fields of a `ListPlace`. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const place = readPlace(url.searchParams)
  return { place, ...(await unwrapOrRespond(server.operations.getActivityOf(actor, params.id, place.after))) }
}

/** Log entries by or about a person and their documents, newest first. */
export default function PersonActivity({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <Activity {...shown} />}
    </LastLoaded>
  )
}

function Activity({ entries, more, place }: Route.ComponentProps['loaderData']) {
  const { id, email } = useAccount()
  useLiveUpdates(id)
  return (
    <div className={log.log}>
      <header className={`baseline apart gap-1-4 cluster ${log.head}`}>
        <h2>Activity</h2>
        <p>
          What they did, and what was done to them and their documents. To filter or export it,{' '}
          <a href={withQuery(href('/profile/admin/audit'), { person: email })}>open it in the log</a>.
        </p>
      </header>
      <AuditEntries
        entries={entries}
        empty={{ title: 'Nothing yet', text: 'What they do here will appear in this list.' }}
        pages={{
          label: 'the activity',
          page: place.page,
          more,
          addressOf: to => withQuery(href('/profile/admin/people/:id/activity', { id }), to),
        }}
      />
    </div>
  )
}
