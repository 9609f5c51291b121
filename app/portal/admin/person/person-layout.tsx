import { Outlet, redirect, useLocation } from 'react-router'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { serverContext } from '../../../context.ts'
import { pageMeta, pageTitle } from '../../../site/meta.ts'
import { Link } from '../../../ui/link.tsx'
import { adminPages, home, type PersonSection, personPage, personSection } from '../../addresses.ts'
import { errorTitle } from '../../error-page.tsx'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireActor, requireAdministrator } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import { useMe } from '../../use-me.ts'
import { useLastList } from '../last-list.ts'
import { SectionNav } from '../section-nav.tsx'
import type { Route } from './+types/person-layout'
import { AccountContext, accountName } from './account.ts'
import style from './person-banner.module.css'
import { PersonBanner } from './person-banner.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/** The page itself renders its title, so that the title stays when the person can't be reloaded. */
export const meta: Route.MetaFunction = ({ error }) => [
  ...(error ? pageMeta(errorTitle(error) ?? '') : []),
  { name: 'robots', content: 'noindex' },
]

/**
 * Loads whose page it is.
 * @throws answers: no such person (404), redirect to an investor's own documents (302), not allowed (403)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const reader = requireActor(url, server)
  if (reader.id === params.id && !reader.isAdmin) throw redirect(home + url.search)
  const actor = requireAdministrator(url, server)
  return { account: await unwrapOrRespond(server.operations.getUserForAdmin(actor, params.id)) }
}

const sections: { section?: PersonSection; label: string; heading: string }[] = [
  { section: 'details', label: 'Details', heading: 'Details of' },
  { label: 'Documents', heading: 'Documents of' },
  { section: 'messages', label: 'Messages', heading: 'Messages with' },
  { section: 'signing', label: 'Signing', heading: 'Signing by' },
  { section: 'access', label: 'Sessions and rights', heading: 'Sessions and rights of' },
  { section: 'activity', label: 'Activity', heading: 'Activity of' },
]

/** A person's page, for administrators: one banner that says whose it is, and its sections. */
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
  const { section, heading } = sections.find(({ section }) => section && pathname.endsWith(`/${section}`)) ?? {
    heading: 'Documents of',
  }
  const people = useLastList(adminPages.people)
  const addressOf = (to?: PersonSection) => (to ? personSection(account.id, to) : own ? home : personPage(account.id))
  return (
    <AccountContext value={account}>
      <title>{pageTitle(`${heading} ${accountName(account)}`)}</title>
      {/* The banner is in sight as far as this reaches. */}
      <div>
        {!own && (
          <Link className={style.back} to={people}>
            All users
          </Link>
        )}
        <PersonBanner me={me} account={account} heading={heading} managing={section === undefined} />
        <SectionNav
          label={`About ${accountName(account)}`}
          links={sections.map(({ section, label }) => ({ to: addressOf(section), label, end: true }))}
        />
        <Outlet context={me} />
      </div>
    </AccountContext>
  )
}
