import { data, href, redirect } from 'react-router'
import { electronicRecords } from '../../../../content/electronic-records.ts'
import { withQuery } from '../../../../rules/url.ts'
import { commandActions, type Submission } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { serverContext } from '../../../shell/context.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { nextPage } from '../../../shell/portal/next-page.ts'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { pageTitle } from '../../../site/meta.ts'
import {
  giveEsignConsentCommand,
  requestEsignConsentCommand,
  withdrawEsignConsentCommand,
} from '../../consent.commands.ts'
import type { OwnEsignConsent } from '../../server/consents.ts'
import { Disclosure } from '../disclosure.tsx'
import { GiveConsent } from '../give-consent.tsx'
import type { Route } from './+types/route'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

const here = href('/profile/signing/consent')

/** Where the reader came from, to sign something; null where they came by themselves. Only pages of the portal. */
const cameFrom = (url: URL) => {
  const to = nextPage(url.searchParams.get('to'))
  return url.searchParams.has('to') && to.startsWith('/profile/') && !to.startsWith(here) ? to : null
}

/**
 * Loads the reader's consent to electronic records and signatures.
 * @param url with `to`, the page that it leads back to
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const consent = await unwrapOrRespond(server.operations.getOwnEsignConsent(actor))
  return data({ consent, to: cameFrom(url) })
}

/** POST: begins, gives and withdraws it. */
export const action = commandActions(
  [requestEsignConsentCommand, giveEsignConsentCommand, withdrawEsignConsentCommand],
  {
    redirectTo: ({ url }: Submission) => withQuery(here, { to: cameFrom(url) ?? undefined }),
    after: {
      [giveEsignConsentCommand.name]: (_, { url }) => {
        const to = cameFrom(url)
        return to ? redirect(to) : undefined
      },
    },
  },
)

/** Whether the reader signs in their portal, and how that begins and ends. */
export default function ConsentRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>{pageTitle('Electronic signatures')}</title>
      <LastLoaded loaded={loaderData}>{shown => <ConsentPage {...shown} />}</LastLoaded>
    </>
  )
}

function ConsentPage({ consent, to }: { consent: OwnEsignConsent; to: string | null }) {
  const { say, ...notice } = useNotice()
  return (
    <article className="stack narrow gap-5 pad-below-7">
      {to ? (
        <BackLink to={to}>Back, without agreeing</BackLink>
      ) : (
        <BackLink to={href('/profile/settings')}>Settings</BackLink>
      )}
      {consent.state === 'given' ? (
        <Given consent={consent} to={to} onNotice={say} />
      ) : (
        <>
          {consent.state === 'outdated' && (
            <p className="caution">
              You had agreed, but the terms have changed since. Read them again before you sign.
            </p>
          )}
          <p>
            {to
              ? 'Before you sign in your portal for the first time, the law asks us to show you this:'
              : 'Now you sign on paper. Read this before you sign in your portal:'}
          </p>
          <Disclosure texts={electronicRecords} />
          {consent.state === 'asked' ? (
            <GiveConsent
              command={giveEsignConsentCommand}
              consentId={consent.id}
              sample={{
                address: href('/profile/signing/sample/:id', { id: consent.id }),
                name: 'Sample document',
              }}
              agreement={electronicRecords.agreement}
              onNotice={say}
            />
          ) : (
            <CommandForm command={requestEsignConsentCommand} variant="primary" />
          )}
        </>
      )}
      <Notice {...notice} />
    </article>
  )
}

type GivenProps = {
  consent: OwnEsignConsent & { state: 'given' }
  to: string | null
  onNotice: (notice: string) => void
}

function Given({ consent, to, onNotice }: GivenProps) {
  return (
    <>
      <p>
        You agreed on <FormattedDate date={consent.at} /> to sign in your portal, and to get documents here.
      </p>
      {to && (
        <p>
          <Link to={to}>Continue to what you want to sign</Link>
        </p>
      )}
      <Disclosure texts={electronicRecords} isFolded />
      <p className="quiet">What you’ve signed before stays valid if you withdraw.</p>
      <CommandForm command={withdrawEsignConsentCommand} fields={{ consent: consent.id }} onDone={onNotice} />
    </>
  )
}
