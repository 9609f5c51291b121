import { data, href, Link, redirect, useSearchParams } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { readForm } from '../../../shell/actions/fields.ts'
import { nextPage } from '../../../shell/portal/next-page.ts'
import { pageMeta } from '../../../site/meta.ts'
import { holdForm } from '../proof/held-form.ts'
import { SendHeld } from '../proof/send-held.tsx'
import type { Route } from './+types/held'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

export const meta = () => [...pageMeta('Sign in to continue'), { name: 'robots', content: 'noindex' }]

/** POST: a form that was sent without scripts after its session had ended, as the browser sends it once more. */
export async function action({ request }: Route.ActionArgs) {
  return data({ held: holdForm(await readForm(request)) })
}

/**
 * @param url with `to`, the address of the form, and `next`, where to go after signing in
 * @throws answers: redirect for anyone who arrives without a form (302)
 */
export function loader({ url }: Route.LoaderArgs) {
  if (!url.searchParams.has('to')) throw redirect(nextPage(url.searchParams.get('next')))
  return null
}

/** Holds what someone typed until they have signed in, in another tab: only this page has it, and nothing stores it. */
export default function HeldUntilSignIn({ actionData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const next = nextPage(query.get('next'))
  return (
    <div className="wrap">
      <h1>Sign in to continue</h1>
      <SettingsSection
        title="You’ve been signed out"
        note="Nothing you entered is lost. Sign in in another tab, then come back to this one and continue."
      >
        <p>
          <Link to={withQuery(href('/login'), { next })} target="_blank" reloadDocument>
            Sign in
          </Link>
        </p>
        {actionData && <SendHeld form={actionData.held} to={nextPage(query.get('to'))} />}
      </SettingsSection>
    </div>
  )
}
