import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { type Refusal, refusal } from '../errors.ts'
import { acceptAttribute, uploadRule } from './accepted-files.ts'
import { loadUploads } from './lazy-uploads.ts'
import type { Target } from './queue.ts'
import style from './upload-area.module.css'

/**
 * Where files are chosen or dropped. A drop anywhere on the page counts: next to the area the browser would open the
 * file and leave the page.
 * @param forName whose documents these become, where they are not one's own
 */
export function UploadArea({ target, forName }: { target: Target; forName?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Refusal>()
  const { actorId, userId } = target
  const add = async (files: File[]) => {
    setError(undefined)
    try {
      const { addUploads } = await loadUploads()
      addUploads(files, { actorId, userId })
    } catch {
      setError(refusal('NO_CONNECTION'))
    }
  }
  const over = useFileDrop(add)
  // Fetched as soon as somebody is about to upload; where that fails, it is said once there are files.
  const prepare = () => loadUploads().catch(() => {})
  return (
    <>
      <section
        className={classes(style.area, over && style.over)}
        aria-label="Upload documents"
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <div>
          <p className={style.title}>
            {forName ? `Drop files here for ${forName}, or choose them` : 'Drop files here, or choose them'}
          </p>
          <p className={style.rule}>{uploadRule}</p>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={acceptAttribute}
          aria-label="Files to upload"
          onChange={({ target: chosen }) => {
            add([...(chosen.files ?? [])])
            // The same file can then be chosen again.
            chosen.value = ''
          }}
        />
        <Button variant="primary" onClick={() => input.current?.click()}>
          Choose files
        </Button>
      </section>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </>
  )
}

/** @returns whether files are being held over the page */
function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const hear = useRef(onFiles)
  hear.current = onFiles

  useEffect(() => {
    const gone = new AbortController()
    let left: ReturnType<typeof setTimeout> | undefined
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      clearTimeout(left)
      const free = !document.querySelector('dialog[open]')
      if (event.dataTransfer) event.dataTransfer.dropEffect = free ? 'copy' : 'none'
      setOver(free)
    }
    const leave = () => {
      // Leaving one element is entering another; only silence after it means that the files have gone.
      clearTimeout(left)
      left = setTimeout(setOver, 100, false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      clearTimeout(left)
      setOver(false)
      if (event.dataTransfer && !document.querySelector('dialog[open]')) hear.current([...event.dataTransfer.files])
    }
    const { signal } = gone
    addEventListener('dragenter', hold, { signal })
    addEventListener('dragover', hold, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => {
      gone.abort()
      clearTimeout(left)
    }
  }, [])
  return over
}
