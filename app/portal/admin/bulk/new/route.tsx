import { href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { timeZone } from '../../../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../../../rules/dates.ts'
import { namedPeriods } from '../../../../../rules/deliveries.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, texts } from '../../../../actions/fields.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { hasFailed } from '../../has-failed.ts'
import type { Route } from './+types/route'
import { NewBatchPage } from './new-page.tsx'

/** Loads what a new batch starts with. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return { id: crypto.randomUUID(), periods: namedPeriods(isoDayIn(timeZone, new Date())) }
}

/** What is being composed stays as it is while documents change elsewhere; what has never loaded is loaded. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href || hasFailed('portal/admin/bulk/new/route')
}

/** POST: takes uploaded files, and has them read and matched. */
export const action = defineActions({
  by: 'administrator',
  redirectTo: () => href('/profile/admin/bulk/new'),
  keepsPageOnFault: true,
  intents: {
    start: {
      run: async ({ actor, operations, form }) => {
        const id = await operations.startBatch(actor, {
          id: text(form, 'id'),
          files: texts(form, 'upload'),
          split: { mode: text(form, 'split'), pages: text(form, 'pages') },
          category: text(form, 'category'),
          fundName: text(form, 'fund'),
          word: text(form, 'word'),
          period: text(form, 'period'),
        })
        return redirect(href('/profile/admin/bulk/:id', { id }))
      },
      otherwise: 'BULK_FAILED',
    },
  },
})

/** Uploads the files of a bulk delivery. */
export default function NewBatchRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <NewBatchPage key={shown.id} {...shown} />}</LastLoaded>
}
