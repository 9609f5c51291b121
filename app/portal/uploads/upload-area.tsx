import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { type Refusal, refusal } from '../refusal.ts'
import type { UploadTarget } from './file-transfer.ts'
import { loadUploads } from './lazy-uploads.ts'
import style from './upload-area.module.css'
import { acceptAttribute, uploadRule } from './upload-rule.ts'

/**
 * Where files are chosen or dropped. A drop anywhere on the page is accepted: next to the area the browser would open
 * the file and leave the page.
 * @param forName the owner's name, unless that is the reader
 */
export function UploadArea({ target, forName }: { target: UploadTarget; forName?: string }) {
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
  // Loaded as soon as someone is about to upload; a failure is reported only once there are files.
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
        <span className={style.choose}>
          <Button variant="primary" tabIndex={-1} aria-hidden>
            Choose files
          </Button>
          {/* Lies transparent over the button: it works before the page's scripts run, and event replay adds its files. */}
          <input
            type="file"
            multiple
            accept={acceptAttribute}
            aria-label="Choose files"
            onChange={({ target: chosen }) => {
              add([...(chosen.files ?? [])])
              // So that the same file can be chosen again.
              chosen.value = ''
            }}
          />
        </span>
      </section>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </>
  )
}

/** @returns whether files are being held over the page */
function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const latestOnFiles = useRef(onFiles)
  latestOnFiles.current = onFiles

  useEffect(() => {
    const listening = new AbortController()
    let leaveTimer: ReturnType<typeof setTimeout> | undefined
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      clearTimeout(leaveTimer)
      const noDialog = !document.querySelector('dialog[open]')
      if (event.dataTransfer) event.dataTransfer.dropEffect = noDialog ? 'copy' : 'none'
      setOver(noDialog)
    }
    const onDragLeave = () => {
      // Moving between elements also fires dragleave; the files have left only if no dragover follows.
      clearTimeout(leaveTimer)
      leaveTimer = setTimeout(setOver, 100, false)
    }
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      clearTimeout(leaveTimer)
      setOver(false)
      if (event.dataTransfer && !document.querySelector('dialog[open]'))
        latestOnFiles.current([...event.dataTransfer.files])
    }
    const { signal } = listening
    addEventListener('dragenter', onDragOver, { signal })
    addEventListener('dragover', onDragOver, { signal })
    addEventListener('dragleave', onDragLeave, { signal })
    addEventListener('drop', onDrop, { signal })
    return () => {
      listening.abort()
      clearTimeout(leaveTimer)
    }
  }, [])
  return over
}
