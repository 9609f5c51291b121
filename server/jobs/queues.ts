import type { Queue } from 'pg-boss'

/** Soon at first, then hourly for five days: a mail server may be away over a weekend. */
const asMail = {
  retryLimit: 130,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 1,
  notify: true,
}

/**
 * The work that is done after the answer, kept in the database until it is done.
 * - `send-mail`: one message (`server/mail`); its content is sealed, since codes travel in it
 * - `send-notices`: gathers what a person is to be told into one mail (`server/notifications/`)
 * - `remove-file`: a stored file whose row is gone (`server/storage`)
 * - `clean-up`: hourly: expired uploads, codes, sessions and counters; messages and calls of long ago
 *
 * Without a heartbeat from its process a job is taken up again, `heartbeatSeconds` (at least 10) after the last one.
 */
export const queues = {
  'send-mail': asMail,
  'send-notices': asMail,
  'remove-file': {
    // However long the storage is away: hourly for a quarter of a year. Nothing else remembers this file.
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
  'clean-up': { retryLimit: 2, retryDelay: 60, expireInSeconds: 600, deleteAfterSeconds: 3600, policy: 'singleton' },
} as const satisfies Record<string, Omit<Queue, 'name'>>

export type QueueName = keyof typeof queues

/** What each queue carries. */
export interface QueueData {
  /** An AES-256-GCM sealed message, see `server/platform/seal.ts`. */
  'send-mail': { sealed: string }
  /** `notices.id`: the notice whose time of waiting is over. */
  'send-notices': { notice: string; user_id: string }
  /** A key in storage. */
  'remove-file': { file_path: string }
  'clean-up': Record<string, never>
}
