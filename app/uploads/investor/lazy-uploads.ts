import { useSyncExternalStore } from 'react'

type Uploads = typeof import('./upload-list.tsx')

/** The scripts for uploads, unused on most visits. Once loaded they stay for the lifetime of the tab. */
let loaded: Uploads | undefined
const listeners = new Set<() => void>()

/** Loads the scripts for uploads, once. @throws if they can't be loaded; calling again retries */
export async function loadUploads(): Promise<Uploads> {
  if (!loaded) {
    const { importUploads } = await import('../../shell/portal/lazy-imports.ts')
    loaded = await importUploads()
    for (const listener of listeners) listener()
  }
  return loaded
}

/** @returns the scripts for uploads, once `loadUploads` has loaded them */
export function useLoadedUploads(): Uploads | undefined {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
