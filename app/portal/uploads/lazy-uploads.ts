import { useSyncExternalStore } from 'react'

type Uploads = typeof import('./upload-list.tsx')

/** What uploads need; most visits upload nothing. It stays for as long as the tab, as the uploads do. */
let loaded: Uploads | undefined
const watchers = new Set<() => void>()

/** Fetches what uploads need, where it isn't there yet. @throws where it can't be had; another try may do */
export async function loadUploads(): Promise<Uploads> {
  if (!loaded) {
    loaded = await import('./upload-list.tsx')
    for (const watcher of watchers) watcher()
  }
  return loaded
}

/** @returns what uploads need, once anything has asked for it */
export function useLoadedUploads(): Uploads | undefined {
  return useSyncExternalStore(
    watch,
    () => loaded,
    () => undefined,
  )
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
