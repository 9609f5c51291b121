import { completedUploadStays } from '../../../rules/limits.ts'
import { onAuthEvent } from '../../session.tsx'
import type { Refusal } from '../errors.ts'
import { whyNotUpload } from './check-file.ts'
import { type Transfer, transfer } from './transfer.ts'

/** Whose documents a file is added to, and who adds it. */
export interface Target {
  actorId: string
  userId: string
}

/** A file on its way (specification section 3). */
export interface UploadItem {
  id: string
  file: File
  userId: string
  status: 'uploading' | 'completed' | 'error'
  /** 0 to 100 */
  progress: number
  /** Bytes that have left this browser. */
  sent: number
  /** While uploading: its turn has not come; it moves; the line is down; all is sent and is being checked. */
  phase: 'waiting' | 'moving' | 'offline' | 'checking'
  /** Words on an item with an error. */
  error?: Refusal
  /** Another try could end otherwise. */
  canRetry: boolean
}

/** Uploads that move at the same time; the others wait their turn. */
const atOnce = 3

/**
 * Every upload of this browser tab. It lives outside of the pages, so that uploads go on while one looks around the
 * site, and ends with the session. On the server it is empty and stays so.
 */
let items: readonly UploadItem[] = []
const transfers = new Map<string, Transfer>()
const watchers = new Set<() => void>()
const targets = new Map<string, Target>()
let frame = 0
let endsWithSession = false

export function getUploads(): readonly UploadItem[] {
  return items
}

/** @returns a function that stops watching */
export function watchUploads(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Adds files; each is checked first, and starts as soon as its turn comes. */
export function addUploads(files: readonly File[], target: Target): void {
  if (!endsWithSession) onAuthEvent(event => event === 'SIGNED_OUT' && stopUploads())
  endsWithSession = true
  const added = files.map((file): UploadItem => {
    const error = whyNotUpload(file)
    const id = crypto.randomUUID()
    targets.set(id, target)
    const common = { id, file, userId: target.userId, progress: 0, sent: 0, canRetry: false }
    return error
      ? { ...common, status: 'error', phase: 'waiting', error }
      : { ...common, status: 'uploading', phase: 'waiting' }
  })
  publish([...items, ...added])
  startNext()
}

/**
 * Takes an item away. One that is still uploading is cancelled, here and on the server; where all of it is there already
 * the server decides whether it is too late.
 */
export function removeUpload(id: string): void {
  const cancelled = transfers.get(id)?.cancel()
  const item = items.find(item => item.id === id)
  if (item?.status === 'uploading' && item.phase === 'checking') {
    cancelled?.then(inTime => {
      if (inTime) forget(id)
      else complete(id)
      startNext()
    })
    return
  }
  forget(id)
  startNext()
}

/** Tries an item with an error once more; what has arrived need not be sent again. */
export function retryUpload(id: string): void {
  change(id, { status: 'uploading', phase: 'waiting', error: undefined })
  startNext()
}

/** Ends everything: the session is over. What has arrived stays for a day, to be continued. */
function stopUploads(): void {
  for (const running of transfers.values()) running.pause()
  for (const { id } of items) forget(id)
}

function startNext(): void {
  let free = atOnce - items.filter(({ status, phase }) => status === 'uploading' && phase !== 'waiting').length
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
  change(id, { phase: 'moving' })
  const running =
    transfers.get(id) ??
    transfer(file, target, {
      onProgress: sent => {
        const progress = Math.floor((sent / file.size) * 100)
        change(id, { sent, progress, phase: sent >= file.size ? 'checking' : 'moving' }, 'later')
      },
      onOffline: () => change(id, { phase: 'offline' }),
      onOnline: () => change(id, { phase: 'moving' }),
      onDone: () => {
        complete(id)
        startNext()
      },
      onError: (error, canRetry) => {
        change(id, { status: 'error', error, canRetry })
        startNext()
      },
    })
  transfers.set(id, running)
  running.start()
}

function change(id: string, change: Partial<UploadItem>, when: 'now' | 'later' = 'now'): void {
  items = items.map(item => (item.id === id ? { ...item, ...change } : item))
  // Progress comes many times a second; a picture of it at each frame is enough.
  if (when === 'now') publish(items)
  else frame ||= requestAnimationFrame(() => publish(items))
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
  cancelAnimationFrame(frame)
  frame = 0
  items = next
  const busy = items.some(({ status }) => status === 'uploading')
  // The browser asks before it leaves while this listens.
  if (busy) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
  for (const watcher of watchers) watcher()
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
