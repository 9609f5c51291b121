import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { countOf } from '../../../rules/number.ts'
import { Button } from '../../shell/ui/button.tsx'
import { fileSize } from '../../shell/ui/file-size.ts'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { Progress } from '../../shell/ui/progress.tsx'
import style from './upload-list.module.css'
import { getUploads, removeUpload, retryUpload, subscribeToUploads, type UploadItem } from './upload-queue.ts'

export { UploadArea } from './upload-area.tsx'
export { addUploads } from './upload-queue.ts'

const noUploads: readonly UploadItem[] = []

type Props = {
  /** The owner of the documents. */
  userId: string
  /** Their name, unless that is the reader. */
  forName?: string | undefined
}

/**
 * The uploads to a person's documents, one entry per file (specification section 4). This list may be off screen, so a
 * notice at the bottom of the window reports when they have arrived.
 */
export function UploadList({ userId, forName }: Props) {
  const { say, ...notice } = useNotice()
  const all = useSyncExternalStore(subscribeToUploads, getUploads, () => noUploads)
  const items = useMemo(() => all.filter(item => item.userId === userId), [all, userId])
  const announcement = useAnnouncement(items)
  useArrivals(items, forName, say)
  return (
    <div>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {items.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari doesn't announce a list without bullets
        <ul role="list" className="plain-list double-above above-5" aria-label="Uploads">
          {items.map(item => (
            <UploadEntry key={item.id} item={item} />
          ))}
        </ul>
      )}
      <Notice {...notice} />
    </div>
  )
}

function UploadEntry({ item }: { item: UploadItem }) {
  const { id, file, status, progress, error } = item
  return (
    <li className={style.item} data-status={status}>
      <div className="stack shrink gap-1">
        {status === 'uploading' ? (
          <Progress
            label={<span className="small strong breakable leading-4 any-width">{file.name}</span>}
            value={progress}
          />
        ) : (
          <p className="small strong breakable leading-4 any-width">{file.name}</p>
        )}
        <p className={{ uploading: style.state, completed: style.done, error: style.error }[status]}>
          {status === 'error' ? error?.message : stateOf(item)}
        </p>
      </div>
      <div className={style.actions}>
        {status === 'uploading' && (
          <Button size="small" variant="link" onClick={() => removeUpload(id)} aria-label={`Cancel ${file.name}`}>
            Cancel
          </Button>
        )}
        {status === 'error' && (
          <>
            {item.canRetry && (
              <Button size="small" variant="link" onClick={() => retryUpload(id)} aria-label={`Retry ${file.name}`}>
                Retry
              </Button>
            )}
            <Button size="small" variant="link" onClick={() => removeUpload(id)} aria-label={`Dismiss ${file.name}`}>
              Dismiss
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

function stateOf({ status, phase, sent, file }: UploadItem): string {
  if (status === 'completed') return `Uploaded · ${fileSize(file.size)}`
  if (phase === 'waiting') return `Waiting · ${fileSize(file.size)}`
  if (phase === 'offline') return 'No connection. The upload will resume when you’re back online.'
  if (phase === 'away') return 'The site isn’t answering. The upload will resume by itself.'
  if (phase === 'checking') return 'Sent. Checking the file…'
  return `${fileSize(sent)} of ${fileSize(file.size)}`
}

/** @returns what to announce to screen readers: starts and ends of uploads, not every percent */
function useAnnouncement(items: readonly UploadItem[]): string {
  const before = useRef(new Map<string, { name: string; status: UploadItem['status'] }>())
  const [announcement, announce] = useState('')
  useEffect(() => {
    const sentences: string[] = []
    const started = items.filter(
      ({ id, status }) => status === 'uploading' && before.current.get(id)?.status !== 'uploading',
    )
    if (started.length === 1) sentences.push(`Uploading ${started[0]?.file.name}.`)
    else if (started.length > 1) sentences.push(`Uploading ${started.length} files.`)
    for (const { id, file, status, error } of items) {
      if (before.current.get(id)?.status === status) continue
      if (status === 'error') sentences.push(`${file.name}: ${error?.message}`)
    }
    for (const [id, { name, status }] of before.current) {
      if (status === 'uploading' && !items.some(item => item.id === id)) sentences.push(`Canceled ${name}.`)
    }
    before.current = new Map(items.map(({ id, file, status }) => [id, { name: file.name, status }]))
    if (sentences.length > 0) announce(sentences.join(' '))
  }, [items])
  return announcement
}

/** Announces completed uploads, once none is in progress. */
function useArrivals(items: readonly UploadItem[], forName: string | undefined, say: (notice: string) => void): void {
  // Collected until the last one completes: by then the first ones have left the list.
  const unannounced = useRef(new Map<string, UploadItem>())
  const announced = useRef(new Set<string>())
  useEffect(() => {
    for (const item of items)
      if (item.status === 'completed' && !announced.current.has(item.id)) unannounced.current.set(item.id, item)
    if (unannounced.current.size === 0 || items.some(({ status }) => status === 'uploading')) return
    say(arrivalInWords([...unannounced.current.values()], forName))
    for (const id of unannounced.current.keys()) announced.current.add(id)
    unannounced.current.clear()
  }, [items, forName, say])
}

function arrivalInWords(arrived: readonly UploadItem[], forName: string | undefined): string {
  const [first] = arrived
  const what = arrived.length === 1 && first ? first.file.name : countOf(arrived.length, 'file')
  if (forName) return `Delivered to ${forName}: ${what}`
  return arrived.every(({ isRequested }) => isRequested) ? `We’ve received ${what}. Thank you.` : `Added: ${what}`
}
