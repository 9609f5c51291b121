import type { Page } from '@playwright/test'

type Point = { x: number; y: number }
/** @param timestamp seconds since 1970; now without it */
type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[], timestamp?: number) => Promise<unknown>

/** Sends touch events at the level of the browser process, so that its gesture recognition is the real one. */
export async function touchInput(page: Page): Promise<Touch> {
  const session = await page.context().newCDPSession(page)
  return (type, points, timestamp) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
      ...(timestamp !== undefined && { timestamp }),
    })
}

/** Drags one finger. */
export async function drag(touch: Touch, from: Point, to: Point): Promise<void> {
  await touch('touchStart', [from])
  for (let i = 1; i <= 6; i++) {
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 }])
  }
  await touch('touchEnd', [])
}

/** Moves two fingers horizontally, from `from` to `to` pixels between them, around a center. */
export async function pinch(touch: Touch, { x, y }: Point, from: number, to: number): Promise<void> {
  const apart = (by: number) => [
    { x: x - by / 2, y },
    { x: x + by / 2, y },
  ]
  await touch('touchStart', apart(from))
  for (let i = 1; i <= 12; i++) await touch('touchMove', apart(from + ((to - from) * i) / 12))
  await touch('touchEnd', [])
}

/** Taps twice, a sixth of a second apart however long the browser takes for it. */
export async function doubleTap(touch: Touch, at: Point): Promise<void> {
  const start = Date.now() / 1000
  for (const tap of [0, 0.15]) {
    await touch('touchStart', [at], start + tap)
    await touch('touchEnd', [], start + tap + 0.05)
  }
}
