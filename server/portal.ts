import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { endAccreditations } from '../app/accreditation/server/end-accreditations.ts'
import { remindOfAccreditation } from '../app/accreditation/server/remind.ts'
import { accreditationSeal } from '../app/accreditation/server/signed-copy.ts'
import { openApprovals } from '../app/approvals/server/approval-kind.ts'
import { openAuditSink, sendAudit, signAuditHead } from '../app/audit/server/send-audit.ts'
import { mailOverdueArchive } from '../app/backup/server/archive/overdue-archive-mail.ts'
import { prepareArchive } from '../app/backup/server/archive/start-archive.ts'
import { catchUpOnBackups, closeBackups, openBackups, runNightlyBackup } from '../app/backup/server/nightly-backup.ts'
import { mailOverdueBackup } from '../app/backup/server/overdue-mail.ts'
import { matchDocuments } from '../app/bulk-delivery/server/match-documents.ts'
import { releaseDocuments } from '../app/bulk-delivery/server/release-documents.ts'
import { resumeBatches } from '../app/bulk-delivery/server/resume-batches.ts'
import { remindCoveredPersons } from '../app/covered-persons/server/covered-mail.ts'
import { coveredExport } from '../app/covered-persons/server/own-questionnaires.ts'
import { readsOf } from '../app/delegates/server/delegate-reads.ts'
import { sendGrantReminders } from '../app/delegates/server/grant-reminders.ts'
import { notifyOfGrant } from '../app/delegates/server/notify-of-grant.ts'
import { delegatesExport } from '../app/delegates/server/own-delegates.ts'
import { deliverFiles, resumeDeliveries } from '../app/deliveries/server/deliver-files.ts'
import { sendReminders } from '../app/document-requests/server/reminders.ts'
import { openRequestsOf } from '../app/document-requests/server/requests-list.ts'
import { cleanUpInfected } from '../app/documents/server/check-states.ts'
import { cleanUpDecisions } from '../app/documents/server/decisions.ts'
import { checkFigures } from '../app/documents/server/document-figures.ts'
import { filenamesOf, taxDocumentsOf } from '../app/documents/server/documents.ts'
import { closeLiveUpdates, openLiveUpdates } from '../app/documents/server/live-updates.ts'
import { unsignedOf } from '../app/documents/server/signing.ts'
import { closeFileAccesses, openFileAccesses } from '../app/downloads/server/file-accesses.ts'
import { checkFile } from '../app/file-checks/server/check-file.ts'
import { openScanner } from '../app/file-checks/server/scanner.ts'
import { closeSearches } from '../app/find/server/typed-searches.ts'
import { holdersExport } from '../app/holders/server/holders-list.ts'
import { openNumberVault } from '../app/holders/server/number-vault.ts'
import { cleanUpIdentity } from '../app/identity/server/clean-up-identity.ts'
import { findMailAddress, setSignUpHandler } from '../app/identity/server/load-profile.ts'
import { closeSignIn, openSignIn } from '../app/identity/server/sign-in-settings.ts'
import { cleanUpLeads } from '../app/leads/server/manage-leads.ts'
import { prepareLetters } from '../app/letters/server/yearly-letters.ts'
import { unreadOf } from '../app/messages/server/conversations.ts'
import { findMaturingNotes } from '../app/notes/server/accreditation-facts.ts'
import { advanceNotes, catchUpOnNotes } from '../app/notes/server/advance-notes.ts'
import { progressOfNotes } from '../app/notes/server/payment-news.ts'
import { cleanUpNotices, sendDigest } from '../app/notifications/server/digest.ts'
import { closeNotifications, openNotifications } from '../app/notifications/server/notification-settings.ts'
import { notifyAdministrators } from '../app/notifications/server/notify.ts'
import { remindAccessReview } from '../app/people/server/access-reminder.ts'
import { setDataExports } from '../app/people/server/data-export.ts'
import { compareRegister } from '../app/register/server/compare-register.ts'
import type { PreparedRunKind } from '../app/runs/runs.ts'
import { notifyLateReaders } from '../app/runs/server/recall-documents.ts'
import { checkNames } from '../app/sanctions/server/check-names.ts'
import { remindOfCertificate } from '../app/sealing/server/certificate-mail.ts'
import { openSealing } from '../app/sealing/server/seal-certificates.ts'
import { openSealKinds } from '../app/sealing/server/seal-kinds.ts'
import { resumeSeals, sealFile } from '../app/sealing/server/sealed-files.ts'
import { esignExport } from '../app/signing/server/consents.ts'
import { openEnvelopeKinds } from '../app/signing/server/envelope-kinds.ts'
import { envelopesExport } from '../app/signing/server/envelopes-list.ts'
import { keepEnvelopes } from '../app/signing/server/keep-envelopes.ts'
import { envelopeSeal } from '../app/signing/server/seal-envelope.ts'
import { prepareRun } from '../app/statements/server/prepare-run.ts'
import { startDueRuns } from '../app/statements/server/start-runs.ts'
import { agreementKind } from '../app/subscriptions/server/agreement-kind.ts'
import { confirmationSeal, noteSeal } from '../app/subscriptions/server/funded-documents.ts'
import { keepSubscriptions } from '../app/subscriptions/server/keep-subscriptions.ts'
import { subscriptionsExport } from '../app/subscriptions/server/own-subscriptions.ts'
import { openSystem } from '../app/system/server/system-state.ts'
import { printBounced } from '../app/tax/server/bounced-mail.ts'
import { taxExport } from '../app/tax/server/own-tax.ts'
import { prepareForms } from '../app/tax/server/prepare-forms.ts'
import { sweepInJob } from '../app/upkeep/server/sweep.ts'
import { cleanUpUploads, recoverUploads } from '../app/uploads/server/clean-up-uploads.ts'
import { removeStoredFile } from '../app/uploads/server/remove-file.ts'
import { closeUploads, openUploads } from '../app/uploads/server/uploads.ts'
import { wireExport } from '../app/wire-instructions/server/own-wire.ts'
import { cleanUpRateLimits } from './access/rate-limit.ts'
import { closeSecurityEvents, openSecurityEvents } from './access/security-events.ts'
import { approvalKinds } from './approval-kinds.ts'
import { connect, type DatabaseAccess, disconnect } from './database/connection.ts'
import { closeSessionLocks } from './database/session-locks.ts'
import { publishBrowserFiles } from './http/browser-files.ts'
import { prerenderedPages } from './http/prerendered-pages.ts'
import { onlyWellFormed } from './http/site-server.ts'
import { createHttp } from './http-routes.ts'
import { type Handlers, startJobs, stopJobs } from './jobs/jobs.ts'
import { cleanUpMailFailures } from './mail/mail-failures.ts'
import { closeMail, deliverMail, openMail } from './mail/mailer.ts'
import { openDatabase } from './open-database.ts'
import { Closers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import { log } from './platform/log.ts'
import { openSeal } from './platform/seal.ts'
import type { Pages } from './request-context.ts'
import { closeStorage, openStorage, storage } from './storage/storage.ts'

/** Everything that runs behind the site's address. Disposing of it ends all of it, last opened first. */
export interface Portal extends AsyncDisposable {
  /** Handles every request: prerendered pages, then the routes of `createHttp`. */
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
  'send-reminders': async () => {
    await sendReminders()
    await keepEnvelopes()
    await remindCoveredPersons()
    await remindOfCertificate()
  },
  'keep-subscriptions': () => keepSubscriptions(),
  'keep-accreditations': async () => {
    await endAccreditations()
    await remindOfAccreditation(findMaturingNotes)
  },
  'advance-notes': () => advanceNotes(),
  'compare-register': async () => {
    await compareRegister()
  },
  'check-names': () => checkNames(),
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
  'seal-file': sealFile,
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
    await resumeSeals()
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
  openSealKinds([accreditationSeal, envelopeSeal, noteSeal, confirmationSeal])
  openEnvelopeKinds([agreementKind])
  setDataExports([
    ...[holdersExport, delegatesExport, taxExport, esignExport, envelopesExport],
    ...[subscriptionsExport, wireExport, coveredExport],
  ])
  openNumberVault(config)
  openSealing(config)
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
  const { fetch } = createHttp({ config, pages, clientFolder, development })
  const routes = getRequestListener(fetch, { overrideGlobalObjects: false })
  const listener = onlyWellFormed(clientFolder ? prerenderedPages(config, clientFolder, routes) : routes)
  return { listener, ownerUrl, access, endStreams, [Symbol.asyncDispose]: () => closers.close() }
}
