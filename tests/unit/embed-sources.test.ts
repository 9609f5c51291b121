import { expect, test } from 'vitest'
import { embedSources } from '../../server/http/embed-sources.ts'

const embeds = {
  formScript: 'https://forms.example/embed.js',
  emailForm: 'https://forms.example/contact?id=1',
  bookingScript: 'https://widget.example/booking.js',
  videoBooking: 'https://booking.example/video',
  phoneBooking: 'https://booking.example/phone',
  alsoAllow: { connections: ['https://api.forms.example'] },
}

test('each configured host is allowed, and none when nothing is configured', () => {
  expect(embedSources({})).toEqual({ scripts: '', frames: '', connections: '', images: '' })
  expect(embedSources(embeds)).toEqual({
    scripts: ' https://forms.example https://widget.example',
    frames: ' https://forms.example https://booking.example https://widget.example',
    connections: ' https://forms.example https://widget.example https://api.forms.example',
    images: '',
  })
})

test('an address without https is rejected at startup, and none can widen the policy', () => {
  expect(() => embedSources({ emailForm: 'http://forms.example/' })).toThrow('https://')
  expect(() => embedSources({ emailForm: 'javascript:alert(1)' })).toThrow('https://')
  expect(embedSources({ emailForm: 'https://forms.example/; script-src *' }).frames).toBe(' https://forms.example')
})
