// Given to the server with --import: the fund then has widgets, at addresses that lead nowhere.
import { registerHooks } from 'node:module'

const embeds = {
  formScript: 'https://widgets.invalid/form.js',
  emailForm: 'https://widgets.invalid/form',
  bookingScript: 'https://widgets.invalid/booking.js',
  videoBooking: 'https://booking.invalid/video',
  phoneBooking: 'https://booking.invalid/phone',
  founderCalendar: 'https://calendar.invalid/founder',
}

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/content/embeds.ts')) return next(url, context)
    return { format: 'module', shortCircuit: true, source: `export const embeds = ${JSON.stringify(embeds)}` }
  },
})
