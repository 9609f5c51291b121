import { afterAll, expect, test, vi } from 'vitest'
import type { Logo } from '../../content/types.ts'
import { fingerprint } from '../../scripts/media/fingerprint.ts'

const logo: Logo = { day: '/og/home.png', night: '/og/about.png', width: 4, height: 3, hasName: false }

afterAll(() => {
  vi.doUnmock('../../content/logo.ts')
  vi.resetModules()
})

/** @returns the fingerprint of each picture of a fund with this logo */
async function printsWith(own: Logo | null): Promise<Record<string, string>> {
  vi.resetModules()
  vi.doMock('../../content/logo.ts', () => ({ logo: own }))
  const { generatedPictures } = await import('../../content/generated-pictures.ts')
  return Object.fromEntries(Object.entries(generatedPictures).map(([name, what]) => [name, fingerprint(what)]))
}

test('an icon changes no picture, because none shows it', async () => {
  expect(await printsWith({ ...logo, icon: '/og/faq.png' })).toEqual(await printsWith(logo))
})

test('a logo changes the pictures that show it: the deck, the summary and the link previews, not the plate', async () => {
  const [without, with_] = [await printsWith(null), await printsWith(logo)]
  const changed = Object.keys(without).filter(name => without[name] !== with_[name])
  expect(changed).toEqual(['deck', 'summary', 'og'])
})

test('one that stands on dark paper alone changes no summary', async () => {
  const [before, after] = [await printsWith(logo), await printsWith({ ...logo, night: '/og/guide.png' })]
  expect(after.summary).toBe(before.summary)
  expect(after.og).not.toBe(before.og)
})
