import { href, redirect } from 'react-router'
import { serverContext } from '../../../shell/context.ts'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import type { Route } from './+types/details'

/** Details are part of the overview; older links redirect there. */
export function loader({ url, params, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return redirect(href('/profile/admin/people/:id/overview', { id: params.id }))
}
