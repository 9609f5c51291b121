import type pg from 'pg'
import { cleanUpRateLimits } from './access/rate-limit.ts'
import { connect, disconnect } from './database/connection.ts'
import { filenamesOf } from './documents/documents.ts'
import { closeLiveUpdates, openLiveUpdates } from './documents/live-updates.ts'
import { createHttp } from './http-routes.ts'
import { closeSignIn, openSignIn } from './identity/better-auth.ts'
import { cleanUpIdentity } from './identity/clean-up-identity.ts'
import { findMailAddress } from './identity/load-profile.ts'
import { type Handlers, startJobs, stopJobs } from './jobs/jobs.ts'
import { cleanUpRequests } from './leads/requests.ts'
import { closeMail, deliverMail, openMail } from './mail/mailer.ts'
import { cleanUpNotices, sendDigest } from './notifications/digest.ts'
import { closeNotifications, openNotifications } from './notifications/notification-settings.ts'
import { openDatabase } from './open-database.ts'
import { Closers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import { log } from './platform/log.ts'
import { openSeal } from './platform/seal.ts'
import type { Pages } from './request-context.ts'
import { closeStorage, openStorage } from './storage/storage.ts'
import { cleanUpUploads, recoverUploads } from './uploads/clean-up-uploads.ts'
import { removeStoredFile } from './uploads/remove-file.ts'
import { closeUploads, openUploads } from './uploads/uploads.ts'

/** Everything that runs behind the site's address. Disposing of it ends all of it, the last opened first. */
export interface Portal extends AsyncDisposable {
  /** Answers a request: see `createHttp`. */
  fetch: ReturnType<typeof createHttp>['fetch']
  /** Connection string of the database's owner, past every policy: for what an operator does. */
  ownerUrl: string
  /** How to connect to the database as the login role, which owns nothing. */
  login: pg.PoolConfig
  /**
   * Ends what would hold requests open: live updates end, uploads stop where they are and can be continued. To be
   * called once no new requests are taken; disposing does it too.
   */
  endStreams(): Promise<void>
}

interface PortalOptions {
  /** Answers for the pages. */
  pages: Pages
  /** The folder of the built browser files. */
  clientFolder: string
  /** Whether the pages are rendered from the sources, by Vite. */
  development?: boolean
  /** Done once there are a database and a storage, before anything works with them. */
  fill?: (ownerUrl: string) => Promise<void>
  /** Who ends the portal's parts, where that is not the portal itself: the life of the process. */
  closers?: Closers
}

/** The work of each queue. */
const handlers: Handlers = {
  'send-mail': deliverMail,
  'send-notices': sendDigest,
  'remove-file': removeStoredFile,
  'clean-up': async () => {
    await cleanUpRateLimits()
    await cleanUpIdentity()
    await cleanUpUploads()
    await cleanUpNotices()
    await cleanUpRequests()
  },
}

let isOpen = false

/**
 * Opens the portal: database, storage, mail, sign-in, notifications, uploads, queue and live updates, in this order.
 * What fails on the way is thrown once all that was opened is ended again. One at a time in a process: each part is
 * the process's only one.
 * @throws Error where a portal is open in this process; StartError and what the parts throw
 */
export async function openPortal(config: Config, options: PortalOptions): Promise<Portal> {
  if (isOpen) throw new Error('a portal is open already')
  const { closers = new Closers() } = options
  isOpen = true
  closers.add('the portal', () => {
    isOpen = false
  })
  try {
    return await open(config, options, closers)
  } catch (error) {
    await closers.close()
    throw error
  }
}

async function open(
  config: Config,
  { pages, clientFolder, development = false, fill }: PortalOptions,
  closers: Closers,
): Promise<Portal> {
  const { ownerUrl, login, secret } = await openDatabase(config, closers, log)
  openSeal(secret)
  connect(login)
  closers.add('the database connections', disconnect)
  await openStorage(config)
  closers.add('the storage', closeStorage)
  await fill?.(ownerUrl)
  await openMail(config, findMailAddress)
  closers.add('mail', closeMail)
  openSignIn(config)
  closers.add('the sign-in', closeSignIn)
  openNotifications(config, filenamesOf)
  closers.add('notifications', closeNotifications)
  await openUploads(config)
  await startJobs(handlers)
  closers.add('the queue', stopJobs, 12)
  await recoverUploads()
  await openLiveUpdates()
  const endStreams = async () => {
    await Promise.all([closeLiveUpdates(), closeUploads()])
  }
  closers.add('live updates and uploads', endStreams)
  const { fetch } = createHttp({ config, clientFolder, pages, development })
  return { fetch, ownerUrl, login, endStreams, [Symbol.asyncDispose]: () => closers.close() }
}
