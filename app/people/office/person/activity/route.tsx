import { href } from 'react-router'
import { withQuery } from '../../../../../rules/url.ts'
import { AuditEntries } from '../../../../audit/office/audit-entries.tsx'
import log from '../../../../audit/office/audit-page.module.css'
import type { Shown } from '../../../../shell/portal/list-page.tsx'
import { readPlace } from '../../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { useLiveUpdates } from '../../../../shell/portal/use-live-updates.ts'
import { useAccount } from '../account.ts'

/** Loads log entries by or about a person; the query has the fields of a `ListPlace`. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const place = readPlace(query)
  return { place, ...(await operations.getActivityOf(actor, id, place.after)) }
})

export default showOne<typeof loader>(Activity)

/** Log entries by or about a person and their documents, newest first. */
function Activity({ entries, more, place }: Shown<typeof loader>) {
  const { id, email } = useAccount()
  useLiveUpdates(id)
  return (
    <div className={log.log}>
      <header className={`baseline apart gap-1-4 cluster ${log.head}`}>
        <h2>Activity</h2>
        <p className="quiet">
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
