import { Outlet } from 'react-router'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import { serverContext } from '../../context.ts'
import { MenuLink } from '../../ui/link.tsx'
import { adminPages } from '../addresses.ts'
import { LastRead } from '../last-read.tsx'
import { useLiveUpdates } from '../live-updates.ts'
import { useMe } from '../me.ts'
import { requireAdministrator } from '../require-actor.ts'
import { resultOrError } from '../server-errors.ts'
import type { Route } from './+types/layout'
import style from './layout.module.css'

export { rereadUnlessOpening as shouldRevalidate } from '../opened-document.ts'

const lists = [
  { label: 'Users', to: adminPages.people },
  { label: 'Documents', to: adminPages.documents },
  { label: 'Delete requests', to: adminPages.deleteRequests, waits: 'deleteRequests' },
  { label: 'Requests', to: adminPages.leads, waits: 'requests' },
] as const satisfies { label: string; to: string; waits?: keyof PendingWork }[]

/** @throws answers: not allowed (403), and those of the portal's layout */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { value } = await resultOrError(server.operations.getPendingWork(actor), 'LOAD_REQUESTS_FAILED')
  return { waiting: value }
}

/**
 * The administrators' lists, and how much waits in each for an answer. While one is open it is in step with everybody's
 * documents, and a session that ends leads to the sign-in.
 */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates('all')
  return (
    <>
      <LastRead read={loaderData}>{({ waiting }) => <Lists waiting={waiting} />}</LastRead>
      <Outlet context={me} />
    </>
  )
}

function Lists({ waiting }: { waiting: PendingWork | undefined }) {
  return (
    <nav aria-label="Lists" className={style.lists}>
      {lists.map(list => (
        <MenuLink key={list.to} to={list.to} preventScrollReset viewTransition={false}>
          {list.label}
          {'waits' in list && <Waiting count={waiting?.[list.waits] ?? 0} />}
        </MenuLink>
      ))}
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={style.count}>
      {count > 999 ? '999+' : count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
