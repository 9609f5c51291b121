import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { fileSize } from '../../ui/file-size.ts'
import { Progress } from '../../ui/progress.tsx'
import { getUploads, removeUpload, retryUpload, type UploadItem, watchUploads } from './queue.ts'
import style from './upload-list.module.css'

export { addUploads } from './queue.ts'

const none: readonly UploadItem[] = []

/** What is on its way to a person's documents, an entry a file (specification section 4). */
export function UploadList({ userId }: { userId: string }) {
  const all = useSyncExternalStore(watchUploads, getUploads, () => none)
  const items = useMemo(() => all.filter(item => item.userId === userId), [all, userId])
  const said = useNews(items)
  return (
    <div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {items.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari hears no list where there are no bullets
        <ul role="list" className={style.list} aria-label="Uploads">
          {items.map(item => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Item({ item }: { item: UploadItem }) {
  const { id, file, status, progress, error } = item
  return (
    <li className={style.item} data-status={status}>
      <div className={style.what}>
        {status === 'uploading' ? (
          <Progress label={<span className={style.name}>{file.name}</span>} value={progress} />
        ) : (
          <p className={style.name}>{file.name}</p>
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
  if (phase === 'checking') return 'Sent. Checking the file…'
  return `${fileSize(sent)} of ${fileSize(file.size)}`
}

/** What a screen reader is told: beginnings and ends, not every percent. */
function useNews(items: readonly UploadItem[]): string {
  const before = useRef(new Map<string, { name: string; status: UploadItem['status'] }>())
  const [said, say] = useState('')
  useEffect(() => {
    const news: string[] = []
    const begun = items.filter(
      ({ id, status }) => status === 'uploading' && before.current.get(id)?.status !== 'uploading',
    )
    if (begun.length === 1) news.push(`Uploading ${begun[0]?.file.name}.`)
    else if (begun.length > 1) news.push(`Uploading ${begun.length} files.`)
    for (const { id, file, status, error } of items) {
      if (before.current.get(id)?.status === status) continue
      if (status === 'completed') news.push(`Uploaded ${file.name}.`)
      if (status === 'error') news.push(`${file.name}: ${error?.message}`)
    }
    for (const [id, { name, status }] of before.current) {
      if (status === 'uploading' && !items.some(item => item.id === id)) news.push(`Canceled ${name}.`)
    }
    before.current = new Map(items.map(({ id, file, status }) => [id, { name: file.name, status }]))
    if (news.length > 0) say(news.join(' '))
  }, [items])
  return said
}
