import { Outlet, useMatch } from 'react-router'
import type { Actor } from '../../server/access/actor.ts'
import { serverContext } from '../context.ts'
import { pageMeta } from '../site/meta.ts'
import { Badge } from '../ui/badge.tsx'
import { type Tab, TabPanel, Tabs } from '../ui/tabs.tsx'
import type { Route } from './+types/layout'
import { adminPages, home, personPage, settingsPage, withQuery } from './addresses.ts'
import { errorTitle } from './error-page.tsx'
import { keepLastRead, LastRead } from './last-read.tsx'
import style from './layout.module.css'
import { requireActor } from './require-actor.ts'
import { useManagedPerson } from './use-managed-person.ts'
import { useProfileSync } from './use-profile-sync.ts'

export { PortalErrorBoundary as ErrorBoundary } from './error-page.tsx'
export { rereadUnlessOpening as shouldRevalidate } from './opened-document.ts'

export const meta: Route.MetaFunction = ({ error }) => [
  ...pageMeta(errorTitle(error) ?? 'Profile & Documents'),
  { name: 'robots', content: 'noindex' },
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepLastRead]

/** @throws answers: to the sign-in (302), no profile read in time (503) */
export function loader({ url, context }: Route.LoaderArgs) {
  return { me: requireActor(url, context.get(serverContext)) }
}

/** What every page of the portal begins with: who is signed in, and the tabs (specification section 2). */
export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return <LastRead read={loaderData}>{({ me }) => <Portal me={me} />}</LastRead>
}

function Portal({ me }: { me: Actor }) {
  useProfileSync(me)
  const selected = useSelectedTab()
  const managed = useManagedPerson(me)
  const tabs: Tab[] = [
    { id: 'documents', label: 'Documents', to: managed ? personPage(managed) : home },
    { id: 'settings', label: 'Settings', to: withQuery(settingsPage, { user: managed }) },
  ]
  if (me.isAdmin) tabs.push({ id: 'admin', label: 'Admin', to: withQuery(adminPages.people, { user: managed }) })

  return (
    <div className={`wrap ${style.page}`}>
      <header className={style.head}>
        <h1>Profile &amp; Documents</h1>
        <p className={style.who}>
          <span>{me.fullName || me.email}</span>
          {me.isAdmin && <Badge>Administrator</Badge>}
        </p>
      </header>
      <Tabs label="Your portal" tabs={tabs} selected={selected} />
      <TabPanel id={selected}>
        <Outlet context={me} />
      </TabPanel>
    </div>
  )
}

/** A person's documents belong to the documents' tab, whoever manages them. */
function useSelectedTab(): string {
  const settings = useMatch(settingsPage)
  const person = useMatch(`${adminPages.people}/:id`)
  const admin = useMatch('/profile/admin/*')
  if (settings) return 'settings'
  return admin && !person ? 'admin' : 'documents'
}
