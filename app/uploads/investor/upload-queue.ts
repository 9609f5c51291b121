import { completedUploadStays } from '../../../rules/limits.ts'
import { requestProof } from '../../identity/investor/proof/request-proof.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { onAuthEvent } from '../../shell/session.tsx'
import { uploadProblem } from './check-file.ts'
import { createTransfer, type Transfer, type UploadTarget } from './file-transfer.ts'

/** A file being uploaded (specification section 3). */
export interface UploadItem {
  id: string
  file: File
  userId: string
  status: 'uploading' | 'completed' | 'error'
  /** 0 to 100 */
  progress: number
  /** Bytes sent so far. */
  sent: number
  /** While uploading: queued, sending, no connection, the site doesn't answer, or being checked by the server. */
  phase: 'waiting' | 'sending' | 'offline' | 'away' | 'checking'
  /** The message of an item with an error. */
  error?: Refusal
  /** Whether it fulfills a request of the fund. */
  isRequested: boolean
  /** Whether trying again could succeed. */
  canRetry: boolean
}

/** Uploads that are sent at the same time; the others wait. */
const concurrentUploads = 3

/**
 * All uploads of this browser tab. Stored outside the pages, so that they continue across navigation, until the session
 * ends. On the server this is always empty.
 */
let items: readonly UploadItem[] = []
const transfers = new Map<string, Transfer>()
const listeners = new Set<() => void>()
const targets = new Map<string, UploadTarget>()
let pendingFrame = 0
let stopsAtSignOut = false

export function getUploads(): readonly UploadItem[] {
  return items
}

/** @returns a function that unsubscribes */
export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Adds files; each is checked first and starts when it is its turn. */
export function addUploads(files: readonly File[], target: UploadTarget): void {
  if (!stopsAtSignOut) onAuthEvent(event => event === 'SIGNED_OUT' && stopUploads())
  stopsAtSignOut = true
  const added = files.map((file): UploadItem => {
    const error = uploadProblem(file)
    const id = crypto.randomUUID()
    targets.set(id, target)
    const isRequested = target.requestId !== undefined
    const common = { id, file, userId: target.userId, progress: 0, sent: 0, isRequested, canRetry: false }
    return error
      ? { ...common, status: 'error', phase: 'waiting', error }
      : { ...common, status: 'uploading', phase: 'waiting' }
  })
  publish([...items, ...added])
  startNext()
}

/**
 * Removes an item. One that is still uploading is canceled here and on the server; if the whole file has been sent, the
 * server decides whether it is too late to cancel.
 */
export function removeUpload(id: string): void {
  const cancellation = transfers.get(id)?.cancel()
  const item = items.find(item => item.id === id)
  if (item?.status === 'uploading' && item.phase === 'checking') {
    cancellation?.then(canceled => {
      if (canceled) forget(id)
      else complete(id)
      startNext()
    })
    return
  }
  forget(id)
  startNext()
}

/** Retries an item with an error; parts that the server already has aren't sent again. */
export function retryUpload(id: string): void {
  if (needsProof(items.find(item => item.id === id))) proveAndRetry()
  else restart(id)
}

const needsProof = (item: UploadItem | undefined) => item?.error?.code === 'PROOF_NEEDED'

let isProving = false

/** Asks once for proof for all items that need it, then resumes them. */
function proveAndRetry(): void {
  if (isProving) return
  isProving = true
  const declined = () => false
  void requestProof()
    .catch(declined)
    .then(isProved => {
      isProving = false
      if (isProved) for (const { id } of items.filter(needsProof)) restart(id)
    })
}

function restart(id: string): void {
  change(id, { status: 'uploading', phase: 'waiting', error: undefined })
  startNext()
}

/** Stops all uploads when the session ends. The server retains received parts for a day, so they can be resumed. */
function stopUploads(): void {
  for (const running of transfers.values()) running.pause()
  for (const { id } of items) forget(id)
}

function startNext(): void {
  let free =
    concurrentUploads - items.filter(({ status, phase }) => status === 'uploading' && phase !== 'waiting').length
  for (const item of items) {
    if (free <= 0) return
    if (item.status !== 'uploading' || item.phase !== 'waiting') continue
    free--
    start(item)
  }
}

function start({ id, file }: UploadItem): void {
  const target = targets.get(id)
  if (!target) return
  change(id, { phase: 'sending' })
  const running =
    transfers.get(id) ??
    createTransfer(file, target, {
      onProgress: sent => {
        const progress = Math.floor((sent / file.size) * 100)
        change(id, { sent, progress, phase: sent >= file.size ? 'checking' : 'sending' }, 'nextFrame')
      },
      onOffline: () => change(id, { phase: 'offline' }),
      onAway: () => change(id, { phase: 'away' }),
      onOnline: () => change(id, { phase: 'sending' }),
      onDone: () => {
        complete(id)
        startNext()
      },
      onError: (error, canRetry) => {
        change(id, { status: 'error', error, canRetry })
        startNext()
        if (error.code === 'PROOF_NEEDED') proveAndRetry()
      },
    })
  transfers.set(id, running)
  running.start()
}

function change(id: string, change: Partial<UploadItem>, when: 'now' | 'nextFrame' = 'now'): void {
  items = items.map(item => (item.id === id ? { ...item, ...change } : item))
  // Progress is reported many times a second; rendering once a frame is enough.
  if (when === 'now') publish(items)
  else pendingFrame ||= requestAnimationFrame(() => publish(items))
}

function complete(id: string): void {
  transfers.delete(id)
  change(id, { status: 'completed', progress: 100 })
  setTimeout(forget, completedUploadStays, id)
}

function forget(id: string): void {
  transfers.delete(id)
  targets.delete(id)
  publish(items.filter(item => item.id !== id))
}

function publish(next: readonly UploadItem[]): void {
  cancelAnimationFrame(pendingFrame)
  pendingFrame = 0
  items = next
  const busy = items.some(({ status }) => status === 'uploading')
  // With this listener the browser asks before leaving the page.
  if (busy) addEventListener('beforeunload', confirmLeaving)
  else removeEventListener('beforeunload', confirmLeaving)
  for (const listener of listeners) listener()
}

function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
