import { href, matchPath, Outlet, redirect, useLocation } from 'react-router'
import { serverContext } from '../../../shell/context.ts'
import { useLastList } from '../../../shell/office/last-list.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import { errorTitle } from '../../../shell/portal/error-page.tsx'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireActor, requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { pageMeta } from '../../../site/meta.ts'
import type { ListedUser } from '../../server/people-list.ts'
import { SectionNav } from '../section-nav.tsx'
import type { Route } from './+types/person-layout'
import { AccountContext, accountName } from './account.ts'
import style from './person-banner.module.css'
import { PersonBanner } from './person-banner.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'

/** The page sets its name itself, so that it stays when the person can't be reloaded. */
export const meta: Route.MetaFunction = ({ error }) => [
  ...(error ? pageMeta(errorTitle(error) ?? '') : []),
  { name: 'robots', content: 'noindex' },
]

/**
 * Loads the page's person.
 * @throws answers: no such person (404), redirect to an investor's own documents (302), not allowed (403)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const reader = requireActor(url, server)
  if (reader.id === params.id && !reader.isAdmin) throw redirect(href('/profile') + url.search)
  const actor = requireAdministrator(url, server)
  return { account: await unwrapOrRespond(server.operations.getUserForAdmin(actor, params.id)) }
}

const documents = { path: '/profile/admin/people/:id', label: 'Documents', heading: 'Documents of' } as const
const sections = [
  { path: '/profile/admin/people/:id/overview', label: 'Overview', heading: '' },
  documents,
  { path: '/profile/admin/people/:id/messages', label: 'Messages', heading: 'Messages with' },
  { path: '/profile/admin/people/:id/signing', label: 'Signing', heading: 'Signing by' },
  { path: '/profile/admin/people/:id/access', label: 'Sessions and rights', heading: 'Sessions and rights of' },
  { path: '/profile/admin/people/:id/activity', label: 'Activity', heading: 'Activity of' },
] as const

/** A person's page, for administrators: a banner with the person, and sections. */
export default function PersonLayout({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {({ account }) => <PersonPage key={account.id} account={account} />}
    </LastLoaded>
  )
}

function PersonPage({ account }: { account: ListedUser }) {
  const me = useMe()
  const { pathname } = useLocation()
  const own = account.id === me.id
  const shown = sections.find(({ path }) => matchPath(path, pathname)) ?? documents
  const people = useLastList(href('/profile/admin/people'))
  return (
    <AccountContext value={account}>
      {/* The banner is visible within this element. */}
      <div>
        {!own && (
          <BackLink className={style.back} to={people}>
            All people
          </BackLink>
        )}
        <PersonBanner me={me} account={account} heading={shown.heading} managing={shown === documents} />
        <SectionNav
          label={`About ${accountName(account)}`}
          links={sections.map(({ path, label }) => ({
            to: own && path === documents.path ? href('/profile') : href(path, { id: account.id }),
            label,
            end: true,
          }))}
        />
        <Outlet context={me} />
      </div>
    </AccountContext>
  )
}
