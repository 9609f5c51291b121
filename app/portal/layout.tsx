import { useEffect } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { serverContext } from '../context.ts'
import { pageMeta } from '../site/meta.ts'
import { Badge } from '../ui/badge.tsx'
import { type Tab, TabPanel, Tabs } from '../ui/tabs.tsx'
import type { Route } from './+types/profile'
import { AllDocuments } from './admin/all-documents.tsx'
import { AdminLists } from './admin/lists.tsx'
import { UsersList } from './admin/users-list.tsx'
import { DeleteRequests } from './delete-requests/delete-requests.tsx'
import { DocumentsTab } from './documents/documents-tab.tsx'
import { errorTitle } from './error-page.tsx'
import { useManaged } from './managing/use-managed.ts'
import { whoseDocuments } from './managing/whose.ts'
import { home } from './next-page.ts'
import style from './profile.module.css'
import { keep, loadProfilePage, readAnew, withoutDocument } from './profile-data.ts'
import { RequestsTab } from './requests/requests-tab.tsx'
import { useSameProfile } from './same-profile.ts'
import { SettingsTab } from './settings/settings-tab.tsx'

export { PortalErrorBoundary as ErrorBoundary } from './error-page.tsx'

export const meta: Route.MetaFunction = ({ error, loaderData }) => [
  ...pageMeta(errorTitle(error) ?? (loaderData && whoseDocuments(loaderData)) ?? 'Profile & Documents'),
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
  useSameProfile(me)

  const user = useManaged(loaderData)
  const addressOf = (tab?: string) => {
    const query = new URLSearchParams({ ...(tab && { tab }), ...(user && { user }) })
    return String(query) ? `${home}?${query}` : home
  }
  const tabs: Tab[] = [
    { id: 'documents', label: 'Documents', to: addressOf() },
    { id: 'settings', label: 'Settings', to: addressOf('settings') },
  ]
  if (me.isAdmin) tabs.push({ id: 'admin', label: 'Admin', to: addressOf('admin') })

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
        {shown.tab === 'settings' && <SettingsTab me={me} {...shown} />}
        {shown.tab === 'admin' && <AdminLists selected={shown.list} waiting={shown.waiting} />}
        {shown.tab === 'admin' && shown.list === 'users' && <UsersList me={me} {...shown} />}
        {shown.tab === 'admin' && shown.list === 'documents' && <AllDocuments me={me} {...shown} />}
        {shown.tab === 'admin' && shown.list === 'delete-requests' && <DeleteRequests me={me} {...shown} />}
        {shown.tab === 'admin' && shown.list === 'requests' && <RequestsTab {...shown} />}
      </TabPanel>
    </div>
  )
}
