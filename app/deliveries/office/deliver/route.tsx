import { href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { timeZone } from '../../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../../rules/dates.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import { hasFailed } from '../../../shell/office/has-failed.ts'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { namedPeriods } from '../../deliveries.ts'
import { sendDeliveryCommand } from '../../delivery.commands.ts'
import type { Route } from './+types/route'
import { DeliverPage } from './deliver-page.tsx'

/** Loads who can be sent documents; the query's `to` names recipients who are chosen already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  return {
    id: crypto.randomUUID(),
    recipients: await unwrapOrRespond(server.operations.getDeliveryRecipients(actor)),
    periods: namedPeriods(isoDayIn(timeZone, new Date())),
    to: url.searchParams.getAll('to'),
  }
}

/** The form isn't reloaded while documents change elsewhere, unless it has never loaded. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href || hasFailed('deliveries/office/deliver/route')
}

/** POST: sends files to people and holders. */
export const action = commandActions([sendDeliveryCommand], {
  redirectTo: () => href('/profile/admin/deliver'),
  saysOnErrorPage: true,
  run: {
    'delivery.submit': async ({ actor, operations }, { id, category, fund, upload, name, to, without }) => {
      const files = upload.map((each, at) => ({ upload: each, name: name[at] ?? '' }))
      await operations.sendDelivery(actor, { id, category, fundName: fund, files, to, without })
      return redirect(href('/profile/admin/deliveries/:id', { id }))
    },
  },
})

/** Sends documents to several people and holders. */
export default function DeliverRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <DeliverPage key={shown.id} {...shown} />}</LastLoaded>
}
