interface Zooming {
  /** The scale it begins from. */
  scale(): number
  /** @param origin the point under the fingers or the pointer, in the window's pixels */
  zoomTo(scale: number, origin: [number, number]): void
  /** Two quick taps at one place. */
  onDoubleTap(origin: [number, number]): void
}

/** Two taps count as one double tap within this time (ms) and distance (px). */
const doubleTapTime = 320
const doubleTapReach = 24

/**
 * Two fingers, the wheel with Ctrl (as touchpads send a pinch), and a double tap. Moving about is the browser's own
 * scrolling: give the element `touch-action: pan-x pan-y`.
 */
export function onZoomGestures(element: HTMLElement, { scale, zoomTo, onDoubleTap }: Zooming, signal: AbortSignal) {
  const own = { passive: false, signal }
  let spread = 0
  let from = 1
  let tap = { time: 0, x: 0, y: 0 }
  let wheel: { scale: number; time: number } | undefined

  const fingers = ([a, b]: TouchList | [Touch, Touch]) => {
    const [one, two] = [a as Touch, b as Touch]
    return {
      spread: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
      middle: [(one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2] as [number, number],
    }
  }
  // A finger's events go to what it first touched, even when that has been drawn anew and is in the page no more.
  const lost = ({ target }: Event) => !element.contains(target as Node)
  const lostMove = (event: Event) => lost(event) && move(event as TouchEvent)
  const lostEnd = (event: Event) => lost(event) && end(event as TouchEvent)
  const start = (event: TouchEvent) => {
    event.target?.addEventListener('touchmove', lostMove, own)
    event.target?.addEventListener('touchend', lostEnd, own)
    if (event.touches.length !== 2) return
    event.preventDefault()
    spread = fingers(event.touches).spread
    from = scale()
  }
  const move = (event: TouchEvent) => {
    if (event.touches.length !== 2 || spread === 0) return
    event.preventDefault()
    const now = fingers(event.touches)
    zoomTo(from * (now.spread / spread), now.middle)
  }
  const end = (event: TouchEvent) => {
    const pinched = spread > 0
    if (event.touches.length < 2) spread = 0
    const [touch] = event.changedTouches
    if (pinched || !touch || event.touches.length > 0) return
    const { clientX: x, clientY: y } = touch
    const near = Math.hypot(x - tap.x, y - tap.y) < doubleTapReach
    if (near && event.timeStamp - tap.time < doubleTapTime) {
      event.preventDefault()
      tap = { time: 0, x: 0, y: 0 }
      onDoubleTap([x, y])
    } else tap = { time: event.timeStamp, x, y }
  }
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    // A turn of the wheel comes in many small events, each too small to be drawn.
    const before = wheel && event.timeStamp - wheel.time < 300 ? wheel.scale : scale()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
    const now = before * Math.exp(-Math.max(-60, Math.min(60, lines)) / 200)
    wheel = { scale: now, time: event.timeStamp }
    zoomTo(now, [event.clientX, event.clientY])
  }

  element.addEventListener('touchstart', start, own)
  element.addEventListener('touchmove', move, own)
  element.addEventListener('touchend', end, own)
  element.addEventListener('wheel', turn, own)
}
