import { href } from 'react-router'
import { withQuery } from '../../../../../rules/url.ts'
import { serverContext } from '../../../../context.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { useLiveUpdates } from '../../../use-live-updates.ts'
import { AuditEntries } from '../../audit/audit-entries.tsx'
import log from '../../audit/audit-page.module.css'
import { AuditPages } from '../../audit/audit-pages.tsx'
import { firstEntry } from '../../audit/first-entry.ts'
import { useAccount } from '../account.ts'
import type { Route } from './+types/route'

/** Loads what a person did and what was done about them; the query has `before`, the entry before which to begin. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const start = firstEntry(url.searchParams)
  const page = await unwrapOrRespond(server.operations.getActivityOf(actor, params.id, start))
  return { ...page, isNewest: start === undefined }
}

/** What a person did, and what was done to them and their documents, newest first. */
export default function PersonActivity({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <Activity {...shown} />}
    </LastLoaded>
  )
}

function Activity({ entries, older, isNewest }: Route.ComponentProps['loaderData']) {
  const { id, email } = useAccount()
  useLiveUpdates(id)
  const addressOf = (before?: number) =>
    withQuery(href('/profile/admin/people/:id/activity', { id }), { before: before?.toString() })
  return (
    <div className={log.log}>
      <header className={log.head}>
        <h2>Activity</h2>
        <p>
          What they did, and what was done to them and their documents. To filter or export it,{' '}
          <a href={withQuery(href('/profile/admin/audit'), { person: email })}>open it in the log</a>.
        </p>
      </header>
      {entries.length > 0 ? (
        <AuditEntries entries={entries} />
      ) : (
        <EmptyState title={isNewest ? 'Nothing yet' : 'No more entries'} level={3}>
          {isNewest ? 'What they do here will appear in this list.' : 'This is the end of the list.'}
        </EmptyState>
      )}
      <AuditPages label="Pages of the activity" older={older} isNewest={isNewest} addressOf={addressOf} />
    </div>
  )
}
