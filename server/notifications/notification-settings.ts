import type { Transaction } from 'kysely'
import type { Database } from '../database/types.ts'

/** What notifications are sent with. */
interface NotificationSettings {
  /** How long news for a person is gathered before it is mailed, in milliseconds. */
  noticeWindow: number
  /** Finds the names of those documents that are there and the transaction may see, by id. */
  filenamesOf: (tx: Transaction<Database>, documentIds: string[]) => Promise<Map<string, string>>
}

let settings: NotificationSettings | undefined

/**
 * Makes notifications ready.
 * @param filenamesOf asks the documents, which notify and so cannot be imported from here
 */
export function openNotifications(
  { noticeWindow }: { readonly noticeWindow: number },
  filenamesOf: NotificationSettings['filenamesOf'],
): void {
  settings = { noticeWindow, filenamesOf }
}

/** Forgets what they are sent with. */
export function closeNotifications(): void {
  settings = undefined
}

export function notificationSettings(): NotificationSettings {
  if (!settings) throw new Error('notifications are not open')
  return settings
}
