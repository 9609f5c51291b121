import { useCallback, useEffect, useRef, useState } from 'react'
import { defaultFundName } from '../../../documents/documents.ts'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { uploadProblem } from '../../../uploads/investor/check-file.ts'
import { createTransfer, type Transfer } from '../../../uploads/investor/file-transfer.ts'
import { deliveryFiles } from '../../deliveries.ts'

/** A file of a delivery, on its way to the server or there. */
export interface DeliveryFile {
  key: string
  file: File
  /** The id of its upload, once all of it has arrived. */
  upload?: string
  /** Percent. */
  progress: number
  /** There is no connection, or the site doesn't answer. */
  isOffline: boolean
  /** Why it can't be delivered. */
  error?: Refusal
  canRetry: boolean
}

/** Files that are sent at the same time; the others wait. */
const atOnce = 3

/**
 * The files of a delivery. They are sent as soon as they are chosen, and go on by themselves after a lost connection; until
 * the delivery is sent no document is made of them.
 * @param actorId who sends them
 * @param most files at once
 */
export function useDeliveryFiles(actorId: string, most = deliveryFiles) {
  const [files, setFiles] = useState<readonly DeliveryFile[]>([])
  const transfers = useRef(new Map<string, Transfer>())
  const change = useCallback(
    (key: string, changes: Partial<DeliveryFile>) =>
      setFiles(all => all.map(each => (each.key === key ? { ...each, ...changes } : each))),
    [],
  )

  useEffect(() => {
    const running = files.filter(({ key, upload, error }) => transfers.current.has(key) && !upload && !error).length
    const next = files.filter(({ key, upload, error }) => !transfers.current.has(key) && !upload && !error)
    for (const { key, file } of next.slice(0, Math.max(0, atOnce - running))) {
      const target = { actorId, userId: actorId, fundName: defaultFundName, forDelivery: true as const }
      const transfer = createTransfer(file, target, {
        onProgress: sent => change(key, { progress: (sent / file.size) * 100, isOffline: false }),
        onOffline: () => change(key, { isOffline: true }),
        onAway: () => change(key, { isOffline: true }),
        onOnline: () => change(key, { isOffline: false }),
        onDone: upload => change(key, { upload, progress: 100 }),
        onError: (error, canRetry) => change(key, { error, canRetry }),
      })
      transfers.current.set(key, transfer)
      transfer.start()
    }
  }, [files, actorId, change])

  useEffect(() => {
    const all = transfers.current
    return () => {
      for (const transfer of all.values()) transfer.pause()
    }
  }, [])

  const add = (chosen: readonly File[]) =>
    setFiles(all => {
      // The same file twice would be one upload.
      const isNew = ({ name, size, lastModified }: File) =>
        all.every(({ file }) => file.name !== name || file.size !== size || file.lastModified !== lastModified)
      const added = chosen.filter(isNew).map((file): DeliveryFile => {
        const error = uploadProblem(file)
        return {
          key: crypto.randomUUID(),
          file,
          progress: 0,
          isOffline: false,
          canRetry: false,
          ...(error && { error }),
        }
      })
      return [...all, ...added].slice(0, most)
    })
  const remove = (key: string) => {
    void transfers.current.get(key)?.cancel()
    transfers.current.delete(key)
    setFiles(all => all.filter(each => each.key !== key))
  }
  const retry = (key: string) => {
    transfers.current.delete(key)
    setFiles(all => all.map(({ error, ...each }) => (each.key === key ? each : { ...each, ...(error && { error }) })))
  }
  return { files, add, remove, retry }
}
