import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { PreparedRunKind } from '../rules/runs.ts'
import { cleanUpRateLimits } from './access/rate-limit.ts'
import { closeSecurityEvents, openSecurityEvents } from './access/security-events.ts'
import { endAccreditations } from './accreditation/end-accreditations.ts'
import { remindOfAccreditation } from './accreditation/remind.ts'
import { approvalKinds } from './approval-kinds.ts'
import { openApprovals } from './approvals/approval-kind.ts'
import { openAuditSink, sendAudit, signAuditHead } from './audit/send-audit.ts'
import { mailOverdueArchive } from './backup/archive/overdue-archive-mail.ts'
import { prepareArchive } from './backup/archive/start-archive.ts'
import { catchUpOnBackups, closeBackups, openBackups, runNightlyBackup } from './backup/nightly-backup.ts'
import { mailOverdueBackup } from './backup/overdue-mail.ts'
import { matchDocuments } from './bulk-delivery/match-documents.ts'
import { releaseDocuments } from './bulk-delivery/release-documents.ts'
import { resumeBatches } from './bulk-delivery/resume-batches.ts'
import { connect, type DatabaseAccess, disconnect } from './database/connection.ts'
import { closeSessionLocks } from './database/session-locks.ts'
import { readsOf } from './delegates/delegate-reads.ts'
import { sendGrantReminders } from './delegates/grant-reminders.ts'
import { notifyOfGrant } from './delegates/notify-of-grant.ts'
import { delegatesExport } from './delegates/own-delegates.ts'
import { deliverFiles, resumeDeliveries } from './deliveries/deliver-files.ts'
import { sendReminders } from './document-requests/reminders.ts'
import { openRequestsOf } from './document-requests/requests-list.ts'
import { cleanUpInfected } from './documents/check-states.ts'
import { cleanUpDecisions } from './documents/decisions.ts'
import { checkFigures } from './documents/document-figures.ts'
import { filenamesOf, taxDocumentsOf } from './documents/documents.ts'
import { closeLiveUpdates, openLiveUpdates } from './documents/live-updates.ts'
import { unsignedOf } from './documents/signing.ts'
import { closeFileAccesses, openFileAccesses } from './downloads/file-accesses.ts'
import { checkFile } from './file-checks/check-file.ts'
import { openScanner } from './file-checks/scanner.ts'
import { closeSearches } from './find/typed-searches.ts'
import { holdersExport } from './holders/holders-list.ts'
import { openNumberVault } from './holders/number-vault.ts'
import { publishBrowserFiles } from './http/browser-files.ts'
import { createFront } from './http/front.ts'
import { onlyWellFormed } from './http/well-formed.ts'
import { createHttp } from './http-routes.ts'
import { cleanUpIdentity } from './identity/clean-up-identity.ts'
import { findMailAddress, setSignUpHandler } from './identity/load-profile.ts'
import { closeSignIn, openSignIn } from './identity/sign-in-settings.ts'
import { type Handlers, startJobs, stopJobs } from './jobs/jobs.ts'
import { cleanUpLeads } from './leads/manage-leads.ts'
import { prepareLetters } from './letters/yearly-letters.ts'
import { cleanUpMailFailures } from './mail/mail-failures.ts'
import { closeMail, deliverMail, openMail } from './mail/mailer.ts'
import { unreadOf } from './messages/conversations.ts'
import { findMaturingNotes } from './notes/accreditation-facts.ts'
import { advanceNotes, catchUpOnNotes } from './notes/advance-notes.ts'
import { progressOfNotes } from './notes/payment-news.ts'
import { cleanUpNotices, sendDigest } from './notifications/digest.ts'
import { closeNotifications, openNotifications } from './notifications/notification-settings.ts'
import { notifyAdministrators } from './notifications/notify.ts'
import { openDatabase } from './open-database.ts'
import { remindAccessReview } from './people/access-reminder.ts'
import { setDataExports } from './people/data-export.ts'
import { Closers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import { log } from './platform/log.ts'
import { openSeal } from './platform/seal.ts'
import { compareRegister } from './register/compare-register.ts'
import type { Pages } from './request-context.ts'
import { notifyLateReaders } from './runs/recall-documents.ts'
import { prepareRun } from './statements/prepare-run.ts'
import { startDueRuns } from './statements/start-runs.ts'
import { closeStorage, openStorage, storage } from './storage/storage.ts'
import { openSystem } from './system/system-state.ts'
import { printBounced } from './tax/bounced-mail.ts'
import { taxExport } from './tax/own-tax.ts'
import { prepareForms } from './tax/prepare-forms.ts'
import { sweepInJob } from './upkeep/sweep.ts'
import { cleanUpUploads, recoverUploads } from './uploads/clean-up-uploads.ts'
import { removeStoredFile } from './uploads/remove-file.ts'
import { closeUploads, openUploads } from './uploads/uploads.ts'

/** Everything that runs behind the site's address. Disposing of it ends all of it, last opened first. */
export interface Portal extends AsyncDisposable {
  /** Handles every request: the front, then the routes of `createHttp`. */
  listener: RequestListener
  /** Connection string of the database's owner, who bypasses every policy, for operators' commands. */
  ownerUrl: string
  /** How it connects to the database. */
  access: DatabaseAccess
  /**
   * Ends whatever keeps requests open: live updates end, uploads pause and can be continued. Call it once no new
   * requests are accepted; disposing does it too.
   */
  endStreams(): Promise<void>
}

interface PortalOptions {
  /** Handles requests for pages. */
  pages: Pages
  /** The folder of the built browser files; without it, something else serves them, such as Vite. */
  clientFolder?: string
  /** Whether Vite renders the pages from the sources. */
  development?: boolean
  /** Connection string of the database's owner, where the database has been started already, see `startDatabase`. */
  database?: Promise<string>
  /** Runs once everything is open that operations need, before jobs and requests use it. */
  fill?: (ownerUrl: string) => Promise<void>
  /** Ends the portal's parts, if not the portal itself: the process's own list. */
  closers?: Closers
}

/** The runs that a job prepares. */
const preparedKinds: Record<PreparedRunKind, (job: { run: string }) => Promise<void>> = {
  statements: job => prepareRun(job),
  tax: job => prepareForms(job),
  letters: prepareLetters,
}

/** The handler of each queue. */
const handlers: Handlers = {
  'send-mail': deliverMail,
  'send-notices': sendDigest,
  'remove-file': removeStoredFile,
  'check-file': checkFile,
  'remind-access-review': () => remindAccessReview(),
  'send-reminders': () => sendReminders(),
  'keep-accreditations': async () => {
    await endAccreditations()
    await remindOfAccreditation(findMaturingNotes)
  },
  'advance-notes': () => advanceNotes(),
  'compare-register': async () => {
    await compareRegister()
  },
  'send-audit': sendAudit,
  'sign-audit-head': signAuditHead,
  'start-statements': () => startDueRuns(),
  'prepare-run': ({ kind, run }) => preparedKinds[kind]({ run }),
  'prepare-statements': job => prepareRun(job),
  'prepare-tax-forms': job => prepareForms(job),
  'keep-tax-papers': async () => {
    await printBounced()
  },
  deliver: deliverFiles,
  'tell-of-grant': notifyOfGrant,
  'keep-grants': () => sendGrantReminders(),
  'match-papers': matchDocuments,
  'release-papers': releaseDocuments,
  'back-up': runNightlyBackup,
  sweep: sweepInJob,
  'check-figures': checkFigures,
  'clean-up': async () => {
    await mailOverdueBackup()
    await mailOverdueArchive()
    await cleanUpRateLimits()
    await cleanUpIdentity()
    await recoverUploads()
    await cleanUpUploads()
    await resumeDeliveries()
    await resumeBatches()
    await notifyLateReaders()
    await cleanUpInfected()
    await cleanUpDecisions()
    await cleanUpNotices()
    await cleanUpMailFailures()
    await cleanUpLeads()
  },
}

let isOpen = false

/**
 * Opens the portal: database, storage, mail, sign-in, notifications, uploads, queue and live updates, in this order. If
 * a part fails, those already opened are closed before this throws. Only one portal per process: its parts are global
 * to the process.
 * @throws Error where this process already has a portal; StartError and errors of the parts
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
  { pages, clientFolder, database, development = false, fill }: PortalOptions,
  closers: Closers,
): Promise<Portal> {
  const { ownerUrl, access, secret } = await openDatabase(config, closers, log, database)
  openSeal(secret)
  if (clientFolder && config.databaseUrl) await publishBrowserFiles(ownerUrl, clientFolder)
  const archive = prepareArchive(config, ownerUrl, secret)
  closers.add('the archive', archive.stop)
  connect(access, config.workers)
  closers.add('the database connections', disconnect)
  closers.add('the locks', closeSessionLocks)
  openSecurityEvents()
  closers.add('the security events', closeSecurityEvents)
  openFileAccesses()
  closers.add('the record of what was served', closeFileAccesses)
  await openStorage(config)
  closers.add('the storage', closeStorage)
  openSystem(config)
  openApprovals(approvalKinds)
  setDataExports([holdersExport, delegatesExport, taxExport])
  openNumberVault(config)
  await openMail(config, findMailAddress)
  closers.add('mail', closeMail)
  openSignIn(config)
  closers.add('the sign-in', closeSignIn)
  openNotifications(config, {
    filenamesOf,
    taxDocumentsOf,
    unreadOf,
    unsignedOf,
    openRequestsOf,
    progressOfNotes,
    readsOf,
  })
  closers.add('notifications', closeNotifications)
  closers.add('searches', closeSearches)
  await fill?.(ownerUrl)
  setSignUpHandler(tx => notifyAdministrators(tx, 'person-joined'))
  closers.add('the sign-up handler', () => setSignUpHandler(undefined))
  openScanner(config)
  await openUploads(config)
  openAuditSink(config)
  openBackups(config)
  await startJobs(handlers)
  closers.add('the queue', stopJobs, 12)
  closers.add('a backup', closeBackups)
  await catchUpOnBackups()
  await catchUpOnNotes()
  await archive.start(storage())
  await recoverUploads()
  await openLiveUpdates()
  const endStreams = async () => {
    await Promise.all([closeLiveUpdates(), closeUploads()])
  }
  closers.add('live updates and uploads', endStreams)
  const { fetch } = createHttp({ config, pages, development })
  const routes = getRequestListener(fetch, { overrideGlobalObjects: false })
  const listener = onlyWellFormed(clientFolder ? createFront(config, clientFolder, routes) : routes)
  return { listener, ownerUrl, access, endStreams, [Symbol.asyncDispose]: () => closers.close() }
}
