import { actAs } from '../../server/database/act-as.ts'
import { type NotificationEvent, notify } from '../../server/notifications/notify.ts'
import { eventually } from './eventually.ts'
import type { SharedPortal } from './shared-portal.ts'

/** Somebody does something that a person is told of, in a transaction as the operations make it. */
export function done(deed: NotificationEvent): Promise<void> {
  return actAs(deed.by, tx => notify(tx, deed))
}

/** Waits until everything there was to tell has been looked at and every mail of it is out. */
export async function allTold(portal: SharedPortal): Promise<void> {
  await eventually('the end of the waiting', async () => {
    const { rows } = await portal.owner.query(
      `select from notices where taken_at is null union all
      select from jobs.job where name in ('send-notices', 'send-mail') and state < 'completed'`,
    )
    return rows.length === 0
  })
}

/** Lets the time of waiting be over now, for what is waiting. */
export async function waitingIsOver(portal: SharedPortal): Promise<void> {
  await portal.owner.query("update jobs.job set start_after = now() where name = 'send-notices'")
}
