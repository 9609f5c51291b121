import { Outlet } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import { serverContext } from '../../context.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { LastLoaded } from '../last-loaded.tsx'
import { requireAdministrator } from '../require-actor.ts'
import { resultOrError } from '../server-errors.ts'
import { useLiveUpdates } from '../use-live-updates.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/admin-layout'
import style from './admin-layout.module.css'
import { AdminNav } from './admin-nav.tsx'
import { useRememberList } from './last-list.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../viewer-revalidation.ts'

/** @throws answers: not allowed (403), and those of `requireActor` */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { value } = await resultOrError(server.operations.getPendingWork(actor), 'LOAD_REQUESTS_FAILED')
  return { waiting: value }
}

/**
 * Links to the administrators' lists, each with how many entries are waiting. An open list follows changes to everyone's
 * documents, and goes to the sign-in page when the session ends.
 */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates('all')
  useRememberList()
  return (
    <>
      <LastLoaded loaded={loaderData}>
        {({ waiting }) => (
          <>
            <AdminNav waiting={waiting} />
            {waiting && <WaitingFiles {...waiting.waitingFiles} />}
          </>
        )}
      </LastLoaded>
      <Outlet context={me} />
    </>
  )
}

/** Says that the malware scanner doesn't answer; until it does, no one can open what was uploaded. */
function WaitingFiles({ files, since }: PendingWork['waitingFiles']) {
  if (files === 0 || !since) return null
  const them = files === 1 ? 'it' : 'them'
  return (
    <p className={style.held}>
      <strong>{countOf(files, 'uploaded file is', 'uploaded files are')} waiting</strong> for the malware scanner, which
      hasn’t answered since <FormattedDate date={since} time />. Until it does, no one can open {them}, and only the
      people who uploaded {them} see {them} listed.
    </p>
  )
}
