import { href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { timeZone } from '../../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../../rules/dates.ts'
import { namedPeriods } from '../../../deliveries/deliveries.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import { hasFailed } from '../../../shell/office/has-failed.ts'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { startBatchCommand } from '../../start.commands.ts'
import type { Route } from './+types/route'
import { NewBatchPage } from './new-page.tsx'

/** Loads what a new batch starts with. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return { id: crypto.randomUUID(), periods: namedPeriods(isoDayIn(timeZone, new Date())) }
}

/** The form isn't reloaded while documents change elsewhere, unless it has never loaded. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href || hasFailed('bulk-delivery/office/new/route')
}

/** POST: takes uploaded files, and has them read and matched. */
export const action = commandActions([startBatchCommand], {
  redirectTo: () => href('/profile/admin/bulk/new'),
  saysOnErrorPage: true,
  run: {
    'papers.start': async ({ actor, operations }, { id, upload, split, pages, category, fund, word, period }) => {
      const filed = { category, fundName: fund, word, period }
      await operations.startBatch(actor, { id, files: upload, split: { mode: split, pages }, ...filed })
      return redirect(href('/profile/admin/bulk/:id', { id }))
    },
  },
})

/** Uploads the files of a bulk delivery. */
export default function NewBatchRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <NewBatchPage key={shown.id} {...shown} />}</LastLoaded>
}
