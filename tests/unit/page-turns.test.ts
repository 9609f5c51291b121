import { expect, test } from 'vitest'
import { pagesAtOnce, pagesWaiting } from '../../rules/limits.ts'
import { PageTurns } from '../../server/http/page-turns.ts'

const stays = new AbortController().signal

test('a network that asks for many pages waits for its own, and nobody else does', async () => {
  const turns = new PageTurns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const rendered: string[] = []
  const ask = (network: string, page: string) =>
    turns.take(network, stays, async () => {
      rendered.push(page)
      await promise
    })
  const all = pagesAtOnce + pagesWaiting
  const many = Array.from({ length: pagesAtOnce }, (_, n) => ask('198.51.100.7', `page ${n}`))
  await expect.poll(() => rendered.length).toBe(pagesAtOnce)
  for (let n = pagesAtOnce; n < all; n++) many.push(ask('198.51.100.7', `page ${n}`))
  await expect(ask('198.51.100.7', 'one more')).rejects.toMatchObject({ code: 'PAGES_BUSY', status: 429 })
  const other = ask('203.0.113.9', 'theirs')
  expect(rendered.at(-1)).toBe('theirs')
  resolve()
  await Promise.all([...many, other])
  const own = rendered.filter(page => page !== 'theirs')
  expect(own).toEqual(Array.from({ length: all }, (_, n) => `page ${n}`))
})

test('a page that fails gives its turn on, and one whose asker has left isn’t rendered', async () => {
  const turns = new PageTurns()
  const left = new AbortController()
  const fails = Promise.withResolvers<void>()
  const failing = Array.from({ length: pagesAtOnce }, () => turns.take('a', stays, () => fails.promise))
  const rendered: string[] = []
  const gone = turns.take('a', left.signal, async () => rendered.push('gone'))
  const next = turns.take('a', stays, async () => rendered.push('next'))
  left.abort()
  fails.reject(new Error('broken'))
  const outcomes = await Promise.allSettled([...failing, gone, next])
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(pagesAtOnce + 1).fill('rejected'), 'fulfilled'])
  expect(rendered).toEqual(['next'])
})
