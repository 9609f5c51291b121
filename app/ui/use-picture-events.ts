import { type RefObject, useEffect, useRef } from 'react'

/**
 * Tells when a picture has loaded or can't be loaded, also where that has happened before the page's scripts ran: the server
 * draws the picture, and the browser begins with it at once.
 * @returns the props of the `<img>`
 */
export function usePictureEvents({
  onLoad,
  onError = () => {},
}: {
  onLoad: (picture: HTMLImageElement) => void
  onError?: () => void
}) {
  const picture: RefObject<HTMLImageElement | null> = useRef(null)
  const report = useRef((of: HTMLImageElement | null) => {
    if (!of?.complete) return
    if (of.naturalWidth > 0) latest.current.onLoad(of)
    else latest.current.onError()
  })
  const latest = useRef({ onLoad, onError })
  latest.current = { onLoad, onError }
  useEffect(() => report.current(picture.current), [])
  return {
    ref: picture,
    onLoad: () => picture.current && latest.current.onLoad(picture.current),
    onError: () => latest.current.onError(),
  }
}
