import type { Queue } from 'pg-boss'
import type { PreparedRunKind } from '../../app/runs/runs.ts'

/** Soon at first, then hourly for five days: a mail server may be down over a weekend. */
const mailRetries = {
  retryLimit: 130,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 1,
  notify: true,
}

const preparing = {
  // Each attempt resumes the previous one.
  retryLimit: 100,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 600,
  retentionSeconds: 30 * 24 * 3600,
  expireInSeconds: 3 * 3600,
  heartbeatSeconds: 20,
  deleteAfterSeconds: 3600,
  notify: true,
}

/**
 * Work done after the response, stored in the database until it is done.
 * - `send-mail`: one message (`server/mail/mailer.ts`), encrypted because it may contain a code
 * - `send-notices`: combines a person's events into one e-mail (`app/notifications/server/digest.ts`)
 * - `remove-file`: a stored file of a deleted document (`app/uploads/server/remove-file.ts`)
 * - `check-file`: inspects and scans a stored file (`app/file-checks/server/check-file.ts`)
 * - `remind-access-review`: daily; reminds administrators once a year (`app/people/server/access-reminder.ts`)
 * - `send-reminders`: daily; reminds people of pending items (`app/document-requests/server/reminders.ts`)
 * - `send-audit`: entries of the audit log, to AUDIT_SINK (`app/audit/server/send-audit.ts`)
 * - `sign-audit-head`: the daily proof of the audit log (`app/audit/server/signed-head.ts`)
 * - `start-statements`: daily; starts runs of ended statement periods (`app/statements/server/start-runs.ts`)
 * - `prepare-run`: makes and files the documents of a run (`app/runs/server/prepare-run.ts`), by its kind;
 * `prepare-statements` and `prepare-tax-forms` are those of the version before
 * - `keep-tax-papers`: daily; queues printed forms for undeliverable e-mails (`app/tax/server/bounced-mail.ts`)
 * - `deliver`: stores a delivery's copies and makes their documents (`app/deliveries/server/deliver-files.ts`)
 * - `tell-of-grant`: notifies a holder's members of a delegate's changed access (`app/delegates/server/notify-of-grant.ts`)
 * - `keep-grants`: daily; notifies of delegates' access that ends soon, monthly of their views (`app/delegates/server/`)
 * - `match-papers`: reads and matches the files of a bulk delivery (`app/bulk-delivery/server/match-documents.ts`)
 * - `release-papers`: makes the documents of a bulk delivery (`app/bulk-delivery/server/release-documents.ts`)
 * - `seal-file`: seals a file and files it (`app/sealing/server/sealed-files.ts`)
 * - `back-up`: nightly, if BACKUP_URL is set (`app/backup/server/nightly-backup.ts`)
 * - `sweep`: weekly; compares documents with stored files (`app/upkeep/server/sweep.ts`)
 * - `check-figures`: daily; compares stored figures with counts (`app/documents/server/document-figures.ts`)
 * - `advance-notes`: hourly; date-driven changes of notes (`app/notes/server/advance-notes.ts`)
 * - `compare-register`: daily; compares the register with its ledger and the due list
 * (`app/register/server/compare-register.ts`)
 * - `keep-accreditations`: daily; ends approvals, destroys evidence on its day, reminds
 * (`app/accreditation/server/end-accreditations.ts`, `remind.ts`)
 * - `check-names`: each minute, and after an upload; compares names with the sanctions lists
 * (`app/sanctions/server/check-names.ts`)
 * - `keep-subscriptions`: hourly and at each funding; signs notes, and lets quotes lapse
 * (`app/subscriptions/server/keep-subscriptions.ts`)
 * - `clean-up`: hourly: expired uploads, codes, sessions and rate limits; old messages and calls
 *
 * A job without a heartbeat from its process is taken over after `heartbeatSeconds` (at least 10).
 */
export const queues = {
  'send-mail': mailRetries,
  'send-notices': mailRetries,
  'remove-file': {
    // Hourly for three months, however long the storage is unreachable: nothing else remembers this file.
    retryLimit: 2160,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    retentionSeconds: 100 * 24 * 3600,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 60,
    notify: true,
  },
  'check-file': {
    // Each minute for three months: while the scanner can't be reached the file stays hidden.
    retryLimit: 130_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: 100 * 24 * 3600,
    expireInSeconds: 300,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 60,
    notify: true,
  },
  'remind-access-review': {
    retryLimit: 5,
    retryDelay: 60,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'send-reminders': {
    retryLimit: 5,
    retryDelay: 60,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'check-figures': {
    retryLimit: 3,
    retryDelay: 600,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'advance-notes': {
    retryLimit: 3,
    retryDelay: 300,
    // Ten thousand notes on one day, each in its own transaction.
    expireInSeconds: 1800,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'compare-register': {
    retryLimit: 3,
    retryDelay: 300,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'keep-accreditations': {
    retryLimit: 5,
    retryDelay: 60,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'check-names': {
    retryLimit: 20,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 600,
    // Ten thousand names with a new list.
    expireInSeconds: 1800,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 60,
    notify: true,
    policy: 'stately',
  },
  'send-audit': {
    ...mailRetries,
    // Hourly for three months; unsent entries stay in the log.
    retryLimit: 2160,
    retentionSeconds: 100 * 24 * 3600,
    expireInSeconds: 600,
    deleteAfterSeconds: 60,
    // One queued and one running: both the job itself and its schedule queue it.
    policy: 'stately',
  },
  'sign-audit-head': { ...mailRetries, retryLimit: 12, expireInSeconds: 120, policy: 'stately' },
  'start-statements': {
    retryLimit: 5,
    retryDelay: 600,
    expireInSeconds: 300,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'prepare-run': preparing,
  'prepare-statements': preparing,
  'prepare-tax-forms': preparing,
  'keep-tax-papers': {
    retryLimit: 5,
    retryDelay: 60,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  deliver: {
    // As soon as possible; each attempt resumes the previous one. The clean-up queues it again afterward.
    retryLimit: 100,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    retentionSeconds: 30 * 24 * 3600,
    expireInSeconds: 3 * 3600,
    heartbeatSeconds: 20,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  'tell-of-grant': {
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 60,
    notify: true,
  },
  'keep-grants': {
    retryLimit: 5,
    retryDelay: 60,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'match-papers': {
    // From the start each time: two thousand pages take two minutes.
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    retentionSeconds: 30 * 24 * 3600,
    expireInSeconds: 3600,
    heartbeatSeconds: 20,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  'release-papers': {
    // Each attempt resumes the previous one. The clean-up queues it again afterward.
    retryLimit: 100,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    retentionSeconds: 30 * 24 * 3600,
    expireInSeconds: 3 * 3600,
    heartbeatSeconds: 20,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  'seal-file': {
    // More often than a file is attempted: a process that dies counts as none. The clean-up queues it again afterward.
    retryLimit: 100,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 600,
    retentionSeconds: 30 * 24 * 3600,
    expireInSeconds: 300,
    heartbeatSeconds: 20,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  sweep: {
    // Nightly if the storage doesn't answer; a million files take a while.
    retryLimit: 6,
    retryDelay: 86_400,
    expireInSeconds: 6 * 3600,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 3600,
    policy: 'singleton',
  },
  'back-up': {
    retryLimit: 6,
    retryDelay: 600,
    // Limit for the first copy of many files to a remote store.
    expireInSeconds: 23 * 3600,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 24 * 3600,
    policy: 'stately',
  },
  'keep-subscriptions': {
    retryLimit: 5,
    retryDelay: 60,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
    policy: 'stately',
  },
  'clean-up': { retryLimit: 2, retryDelay: 60, expireInSeconds: 600, deleteAfterSeconds: 3600, policy: 'singleton' },
} as const satisfies Record<string, Omit<Queue, 'name'>>

/** Schedules of jobs (cron, UTC). */
export const schedules: Partial<Record<keyof typeof queues, string>> = {
  'remind-access-review': '41 14 * * *',
  'keep-tax-papers': '23 13 * * *',
  // Morning in every time zone of the United States.
  'send-reminders': '11 16 * * *',
  'check-figures': '37 7 * * *',
  'advance-notes': '3 * * * *',
  // Morning of the fund's day, after `advance-notes`.
  'compare-register': '37 11 * * *',
  'keep-accreditations': '31 13 * * *',
  'keep-grants': '47 13 * * *',
  // Starts before business hours on the first business day after a period.
  'start-statements': '5 11 * * *',
  'back-up': '23 8 * * *',
  'keep-subscriptions': '29 * * * *',
  'clean-up': '17 * * * *',
  // Sunday night in the United States.
  sweep: '23 7 * * 0',
  'sign-audit-head': '7 * * * *',
  'send-audit': '* * * * *',
  'check-names': '* * * * *',
}

export type QueueName = keyof typeof queues

/** Queues to which every working role may add jobs, with `app.enqueue`. The clean-up has a schedule of its own. */
export const openQueues = [
  'send-mail',
  'send-notices',
  'remove-file',
  'check-file',
  'prepare-statements',
  'prepare-tax-forms',
  'prepare-run',
  'deliver',
  'tell-of-grant',
  'match-papers',
  'release-papers',
  'seal-file',
  'check-names',
  'keep-subscriptions',
] as const satisfies QueueName[]
export type OpenQueueName = (typeof openQueues)[number]

/** Data of each queue's jobs. */
export interface QueueData {
  /** An AES-256-GCM sealed message, see `server/platform/seal.ts`; `again` for an administrator's single retry. */
  'send-mail': { sealed: string; again?: boolean }
  /** `notices.id`: the notice whose delay has passed. */
  'send-notices': { notice: string; user_id: string }
  /** A key in storage. */
  'remove-file': { file_path: string }
  /** `documents.id` */
  'check-file': { document_id: string }
  'remind-access-review': Record<string, never>
  'send-reminders': Record<string, never>
  'check-figures': Record<string, never>
  'advance-notes': Record<string, never>
  'compare-register': Record<string, never>
  'keep-accreditations': Record<string, never>
  'check-names': Record<string, never>
  'send-audit': Record<string, never>
  'sign-audit-head': Record<string, never>
  'start-statements': Record<string, never>
  'prepare-run': { kind: PreparedRunKind; run: string }
  'prepare-statements': { run: string }
  'prepare-tax-forms': { run: string }
  'keep-tax-papers': Record<string, never>
  /** `document_deliveries.id` */
  deliver: { delivery: string }
  /** `grants.id` */
  'tell-of-grant': { grant: string; what: 'accepted' | 'revoked' }
  'keep-grants': Record<string, never>
  /** `paper_batches.id` and `round` */
  'match-papers': { batch: string; round: number }
  /** `paper_batches.id` */
  'release-papers': { batch: string }
  /** `sealed_files.id` */
  'seal-file': { file: string }
  'back-up': Record<string, never>
  sweep: Record<string, never>
  'keep-subscriptions': Record<string, never>
  'clean-up': Record<string, never>
}
