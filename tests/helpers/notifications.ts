import { type NotificationEvent, notify } from '../../app/notifications/server/notify.ts'
import { actAs } from '../../server/database/act-as.ts'
import { eventually } from './eventually.ts'
import { runPendingJobs, type SharedPortal } from './shared-portal.ts'

/** Creates an event's notifications, in a transaction of the person who caused it, like the operations. */
export function notifyOf(event: NotificationEvent & { by: { id: string } }): Promise<void> {
  return actAs(event.by, tx => notify(tx, event))
}

/** Waits until every notification has been processed and its e-mail sent. */
export async function allNotified(portal: SharedPortal): Promise<void> {
  await eventually('an empty notification queue', async () => {
    const { rows } = await portal.owner.query(
      `select from notices where taken_at is null union all
      select from jobs.job where name in ('send-notices', 'send-mail') and state < 'completed'`,
    )
    return rows.length === 0
  })
}

/** Ends the notification delay now for all waiting notifications. */
export function endNotificationDelay(portal: SharedPortal): Promise<void> {
  return runPendingJobs(portal, 'send-notices')
}
