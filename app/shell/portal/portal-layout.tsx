import { Suspense } from 'react'
import { href, matchPath, Outlet, useLocation } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Accounts } from '../../holders/server/accounts.ts'
import { pageMeta } from '../../site/meta.ts'
import { serverContext } from '../context.ts'
import { useHydrated } from '../hydrated.ts'
import { useInOffice } from '../layout/use-in-office.ts'
import { lazyWithFallback } from '../lazy-with-fallback.ts'
import { Badge } from '../ui/badge.tsx'
import { type Tab, TabPanel, Tabs } from '../ui/tabs.tsx'
import type { Route } from './+types/portal-layout'
import type { AccountSwitcherProps } from './account-switcher.tsx'
// Among the page's own styles, so that it arrives styled.
import './account-switcher.module.css'
import { CatchUp } from './catch-up.tsx'
import { errorTitle } from './error-page.tsx'
import { LastLoaded } from './last-loaded.tsx'
import PhoneBar from './phone-bar.tsx'
import style from './portal-layout.module.css'
import { requireActor } from './require-actor.ts'
import { useManagedPerson } from './use-managed-person.ts'

export { PortalErrorBoundary as ErrorBoundary } from './error-page.tsx'
export { shouldRevalidateFrame as shouldRevalidate } from './viewer-revalidation.ts'

const PasskeyOffer = lazyWithFallback(
  () => import('./on-demand.tsx'),
  () => null,
)

/** Loaded on demand, so that investors don't load it. Without a `<Suspense>`, so its keys work as soon as the page. */
const FindOpener = lazyWithFallback<{ me: Actor }>(
  () => import('./lazy-imports.ts').then(({ loadFindOpener }) => loadFindOpener()),
  () => null,
)

/** On demand like the search: most people have one account. */
const AccountSwitcher = lazyWithFallback<AccountSwitcherProps>(
  () => import('./lazy-imports.ts').then(({ loadAccountSwitcher }) => loadAccountSwitcher()),
  () => null,
)

/** The pages' names, rendered by the server, by the first segment after `/profile` in their addresses. */
const names: Record<string, string> = {
  accreditation: 'Accreditation',
  'covered-person': 'Your questionnaire',
  delegates: 'Shared access',
  messages: 'Messages',
  notes: 'Notes',
  settings: 'Settings',
  shared: 'Shared with you',
  signing: 'Signing',
  subscribe: 'Invest',
  tax: 'Taxes',
  wire: 'Wire instructions',
}

const partOf = (pathname: string) => pathname.toLowerCase().split('/')[2] ?? ''
const isSigningConsent = (pathname: string) => matchPath(href('/profile/signing/consent'), pathname) !== null
/** @returns the name of a page; a year is the reader's own or a shared one */
function nameOf(pathname: string, me: Actor): string {
  const part = partOf(pathname)
  if (isSigningConsent(pathname)) return 'Electronic signatures'
  if (part === 'year') return me.isMember ? `Your ${pathname.split('/')[3]}` : 'Shared with you'
  return names[part] ?? 'Profile & Documents'
}

function tabOf(pathname: string, { isMember }: Actor): string {
  const part = partOf(pathname)
  if (part === 'delegates' || isSigningConsent(pathname)) return 'settings'
  if (part === 'year' && isMember) return 'notes'
  return ['settings', 'messages', 'notes'].includes(part) ? part : 'documents'
}

export const meta: Route.MetaFunction = ({ error, loaderData }) => [
  ...pageMeta(errorTitle(error) ?? loaderData?.name ?? ''),
  { name: 'robots', content: 'noindex' },
]

/**
 * Without the number of unread messages the page still renders.
 * @throws answers: redirect to sign-in (302), profile not loaded in time or no database (503)
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const me = requireActor(url, server)
  const { operations, account } = server
  const [unread, accounts] = await Promise.all([
    operations.countUnreadConversations(me).catch(() => 0),
    // Without them a page covers all accounts.
    me.isMember ? operations.getAccounts(me, account).catch(() => undefined) : undefined,
  ])
  const now = new Date()
  // Saves the page's script a request for the signed-in person and the session's end (app/shell/session.tsx).
  const selected = tabOf(url.pathname, me)
  // Taxes and similar pages belong to the Documents tab, but not to the home.
  const inBar = selected === 'documents' ? partOf(url.pathname) || 'home' : selected
  const page = { name: nameOf(url.pathname, me), selected, inBar }
  return { me, session: { endsAt: server.sessionEndsAt ?? now, now }, unread, accounts, ...page }
}

/** The top of every portal page outside the office: the signed-in person, and the tabs (specification section 2). */
export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <LastLoaded loaded={loaderData}>{shown => <Portal {...shown} />}</LastLoaded>
      <CatchUp />
    </>
  )
}

type PortalProps = {
  me: Actor
  unread: number
  accounts: Accounts | undefined
  /** The page's name, and the id of its tab. */
  name: string
  selected: string
  /** For the bottom bar; see `PhoneBar`. */
  inBar: string
}

function Portal({ me, unread, accounts, name, selected, inBar }: PortalProps) {
  const managed = useManagedPerson(me)
  const isOffice = useInOffice()
  // Set by the sign-in page. The server doesn't know it, so it can't render it.
  const { state } = useLocation()
  const offersPasskey = useHydrated() && state?.offersPasskey
  const tabs: Tab[] = [
    {
      id: 'documents',
      label: 'Documents',
      to: managed ? href('/profile/admin/people/:id', { id: managed }) : href('/profile'),
    },
    {
      id: 'messages',
      label: (
        <>
          Messages
          {unread > 0 && (
            <span className={style.unread}>
              {unread}
              <span className="visually-hidden"> new</span>
            </span>
          )}
        </>
      ),
      to: me.isAdmin ? href('/profile/admin/messages') : href('/profile/messages'),
    },
    { id: 'settings', label: 'Settings', to: withQuery(href('/profile/settings'), { user: managed }) },
  ]
  if (me.isMember) tabs.splice(1, 0, { id: 'notes', label: 'Notes', to: href('/profile/notes') })
  if (me.isAdmin)
    tabs.push({ id: 'admin', label: 'Admin', to: withQuery(href('/profile/admin/today'), { user: managed }) })
  else if (me.isApprover) tabs.push({ id: 'admin', label: 'Approvals', to: href('/profile/admin/approvals') })
  if (isOffice) return <Outlet context={me} />

  return (
    <div className={`wrap ${style.page}`}>
      <header className={style.head} data-print="no">
        <h1>{name}</h1>
        {me.isAdmin && <FindOpener me={me} />}
        <p className={style.who}>
          <span>{me.fullName || me.email}</span>
          {me.isAdmin && <Badge>Administrator</Badge>}
        </p>
      </header>
      {accounts && <AccountSwitcher {...accounts} me={me} />}
      <Tabs label="Your portal" tabs={tabs} selected={selected} />
      <TabPanel id={selected}>
        <Outlet context={me} />
      </TabPanel>
      {offersPasskey && (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      )}
      <PhoneBar isAdmin={me.isAdmin} isMember={me.isMember} managed={managed} unread={unread} current={inBar} />
    </div>
  )
}
