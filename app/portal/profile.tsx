import { useEffect } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { serverContext } from '../context.ts'
import { pageMeta } from '../site/meta.ts'
import { Badge } from '../ui/badge.tsx'
import { type Tab, TabPanel, Tabs } from '../ui/tabs.tsx'
import type { Route } from './+types/profile'
import { AdminTab } from './admin-tab.tsx'
import { DocumentsTab } from './documents/documents-tab.tsx'
import { errorTitle } from './error-page.tsx'
import style from './profile.module.css'
import { keep, loadProfilePage, readAnew, withoutDocument } from './profile-data.ts'
import { AdminLists } from './requests/admin-lists.tsx'
import { RequestsTab } from './requests/requests-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

export { PortalErrorBoundary as ErrorBoundary } from './error-page.tsx'

export const meta: Route.MetaFunction = ({ error }) => [
  ...pageMeta(errorTitle(error) ?? 'Profile & Documents'),
  { name: 'robots', content: 'noindex' },
]

export function loader({ url, context }: Route.LoaderArgs) {
  return loadProfilePage(url, context.get(serverContext))
}

export function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return readAnew(url.search, serverLoader)
}

/** Opening and closing a document reads nothing: it is in the list. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const sameList = withoutDocument(currentUrl.search) === withoutDocument(nextUrl.search)
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return sameList && samePage ? false : defaultShouldRevalidate
}

/** The portal: one's documents, one's settings, and for administrators everybody (specification section 2). */
export default function Profile({ loaderData }: Route.ComponentProps) {
  const { me, shown } = loaderData
  const { search } = useLocation()
  useEffect(() => keep(search, loaderData), [search, loaderData])

  const tabs: Tab[] = [
    { id: 'documents', label: 'Documents', to: '/profile' },
    { id: 'settings', label: 'Settings', to: '/profile?tab=settings' },
  ]
  if (me.isAdmin) tabs.push({ id: 'admin', label: 'Admin', to: '/profile?tab=admin' })

  return (
    <div className={`wrap ${style.page}`}>
      <header className={style.head}>
        <h1>Profile &amp; Documents</h1>
        <p className={style.who}>
          <span>{me.fullName || me.email}</span>
          {me.isAdmin && <Badge>Administrator</Badge>}
        </p>
      </header>
      <Tabs label="Your portal" tabs={tabs} selected={shown.tab} />
      <TabPanel id={shown.tab}>
        {shown.tab === 'documents' && <DocumentsTab key={shown.person.id} me={me} {...shown} />}
        {shown.tab === 'settings' && <SettingsTab me={me} />}
        {shown.tab === 'admin' && <AdminLists selected={shown.list} />}
        {shown.tab === 'admin' && shown.list === 'users' && <AdminTab me={me} {...shown} />}
        {shown.tab === 'admin' && shown.list === 'requests' && <RequestsTab {...shown} />}
      </TabPanel>
    </div>
  )
}
