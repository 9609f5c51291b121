import { expect, test } from 'vitest'
import { loadedAtStep, preloadSteps, stepDurations } from '../layout/preloader.tsx'

const embeds = {
  formScript: 'https://forms.example/embed.js',
  emailForm: 'https://forms.example/contact?id=1',
  bookingScript: 'https://widget.example/booking.js',
  videoBooking: 'https://booking.example/video',
  phoneBooking: 'https://booking.example/phone',
}

test('widgets are preloaded in the specification’s order and at its delays', () => {
  let at = 0
  const timeline = preloadSteps.map((name, step) => {
    const loaded = loadedAtStep(embeds, step)
    const entry = { name, at, script: loaded.script !== undefined, frames: loaded.frames.length }
    at += stepDurations[step] ?? 0
    return entry
  })
  expect(timeline).toEqual([
    { name: 'waiting', at: 0, script: false, frames: 0 },
    { name: 'script', at: 500, script: true, frames: 0 },
    { name: 'email form', at: 1500, script: true, frames: 1 },
    { name: 'video booking', at: 3500, script: true, frames: 2 },
    { name: 'phone booking', at: 5500, script: true, frames: 3 },
    { name: 'complete', at: 7500, script: true, frames: 3 },
  ])
  expect(loadedAtStep(embeds, 5).frames).toEqual([embeds.emailForm, embeds.videoBooking, embeds.phoneBooking])
  expect(loadedAtStep({}, 5)).toEqual({ script: undefined, frames: [] })
})
