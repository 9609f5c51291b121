import type { Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import type { DelegateKind } from '../../delegates/delegates.ts'
import type { Progress } from '../../notes/payment-day.ts'

/** The configuration of notifications. */
interface NotificationSettings {
  /** How long events are collected before they are e-mailed, in milliseconds. */
  noticeWindow: number
  /** Finds by id the names of those documents that exist and the transaction may see. */
  filenamesOf: (tx: Transaction<Database>, documentIds: string[]) => Promise<Map<string, string>>
  /** Finds those of these documents that people are notified of whatever they chose: what they need for their taxes. */
  taxDocumentsOf: (tx: Transaction<Database>, documentIds: string[]) => Promise<Set<string>>
  /** Finds which of these conversations are unread for the person of the transaction. */
  unreadOf: (tx: Transaction<Database>, userId: string, conversationIds: string[]) => Promise<UnreadConversation[]>
  /** Finds by id the names of those documents that still have to be signed, of those the transaction may see. */
  unsignedOf: (tx: Transaction<Database>, documentIds: string[]) => Promise<Map<string, string>>
  /** Finds by id the names of those requests that are still open, of those the transaction may see. */
  openRequestsOf: (tx: Transaction<Database>, requestIds: string[]) => Promise<Map<string, string>>
  /** Finds how far the payments of these notes are, of those the transaction may see. */
  progressOfNotes: (tx: Transaction<Database>, noteIds: string[]) => Promise<Progress[]>
  /** Finds what these delegates viewed in the month before, of the holders that the transaction may see. */
  readsOf: (tx: Transaction<Database>, delegateIds: string[], before: Date) => Promise<DelegateReads[]>
}

/** What one delegate viewed in a month. */
export interface DelegateReads {
  kind: DelegateKind
  /** Each counted once. */
  documents: number
  /** Whether they viewed notes and payments. */
  figures: boolean
}

export interface UnreadConversation {
  id: string
  /** The reader's own with the fund, rather than an investor's or visitor's that an administrator reads. */
  isOwn: boolean
}

let settings: NotificationSettings | undefined

/**
 * Prepares notifications.
 * @param sources come from capabilities that notify and so can't be imported here
 */
export function openNotifications(
  { noticeWindow }: { readonly noticeWindow: number },
  sources: Omit<NotificationSettings, 'noticeWindow'>,
): void {
  settings = { noticeWindow, ...sources }
}

/** Forgets the configuration. */
export function closeNotifications(): void {
  settings = undefined
}

export function notificationSettings(): NotificationSettings {
  if (!settings) throw new Error('notifications are not open')
  return settings
}
