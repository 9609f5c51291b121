import { useEffect, useRef, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page, where the browser would otherwise open the file and leave the page.
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
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
