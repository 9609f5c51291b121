import { useEffect, useRef } from 'react'

/**
 * Reports that a picture has loaded or failed to load, even before the page's scripts ran: server-rendered pictures
 * start loading at once.
 * @returns the props of the `<img>`
 */
export function usePictureEvents({
  onLoad,
  onError = () => {},
}: {
  onLoad: (picture: HTMLImageElement) => void
  onError?: () => void
}) {
  const ref = useRef<HTMLImageElement>(null)
  const report = () => {
    const picture = ref.current
    if (!picture?.complete) return
    if (picture.naturalWidth > 0) onLoad(picture)
    else onError()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what has happened before
  useEffect(report, [])
  return { ref, onLoad: () => ref.current && onLoad(ref.current), onError }
}
