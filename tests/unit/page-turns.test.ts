import { expect, test, vi } from 'vitest'
import { pageAfterKnown, pagesAtOnce, pagesWaiting, pagesWaitingInAll } from '../../rules/limits.ts'
import type { Actor } from '../../server/access/actor.ts'
import { PageTurns, SharedTurns } from '../../server/http/page-turns.ts'

const stays = new AbortController().signal

test('a network that asks for many pages waits for its own, and nobody else does', async () => {
  const turns = new SharedTurns()
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
  await expect.poll(() => rendered.at(-1)).toBe('theirs')
  resolve()
  await Promise.all([...many, other])
  const own = rendered.filter(page => page !== 'theirs')
  expect(own).toEqual(Array.from({ length: all }, (_, n) => `page ${n}`))
})

test('a page that fails gives its turn on, and one whose asker has left isn’t rendered', async () => {
  const turns = new SharedTurns()
  const left = new AbortController()
  const failing = Array.from({ length: pagesAtOnce }, () =>
    turns.take('a', stays, async () => {
      throw new Error('broken')
    }),
  )
  const rendered: string[] = []
  const gone = turns.take('a', left.signal, async () => rendered.push('gone'))
  const next = turns.take('a', stays, async () => rendered.push('next'))
  left.abort()
  const outcomes = await Promise.allSettled([...failing, gone, next])
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(pagesAtOnce + 1).fill('rejected'), 'fulfilled'])
  expect(rendered).toEqual(['next'])
})

test('somebody whom the fund has accepted has turns of their own, a guest’s account those of its network', async () => {
  const turns = new PageTurns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const rendered: string[] = []
  const ask = (page: string, actor?: { id: string; isGuest?: boolean }) =>
    turns.take('198.51.100.7', actor as Actor | undefined, stays, async () => {
      rendered.push(page)
      await promise
    })
  const guests = Array.from({ length: 1 + pagesWaiting }, (_, n) => ask('guest', { id: `${n}`, isGuest: true }))
  await expect(ask('visitor')).rejects.toMatchObject({ code: 'PAGES_BUSY' })
  const known = [ask('theirs', { id: 'a' }), ask('their neighbor’s', { id: 'b', isGuest: false })]
  await expect.poll(() => rendered.filter(page => page !== 'guest')).toEqual(['theirs', 'their neighbor’s'])
  resolve()
  await Promise.all([...guests, ...known])
})

test('however many networks ask, no more wait than there is room for, and who needs no wait is served', async () => {
  const turns = new SharedTurns(() => false)
  const full = Array.from({ length: pagesWaitingInAll / pagesWaiting }, (_, network) => `198.51.100.${network}`)
  const requested = full.flatMap(network =>
    Array.from({ length: pagesWaiting }, () => turns.take(network, stays, async () => {})),
  )
  const other = turns.take('203.0.113.9', stays, async () => {})
  await expect(turns.take('203.0.113.9', stays, async () => {})).rejects.toMatchObject({ code: 'PAGES_BUSY' })
  await Promise.all([...requested, other])
  const again = Array.from({ length: 3 }, () => turns.take('203.0.113.9', stays, async () => 'served'))
  expect(await Promise.all(again)).toEqual(['served', 'served', 'served'])
})

test('of pages that are rendered in one piece the first starts at once, the others one by one, of each network in turn', async () => {
  const turns = new SharedTurns(() => false)
  const rendered: string[] = []
  const ask = (network: string) => turns.take(network, stays, async () => void rendered.push(network))
  const requested = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask)
  expect(rendered).toEqual(['a'])
  let rounds = 0
  const count = () => {
    rounds++
    if (rendered.length < requested.length) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(requested)
  expect(rendered).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  expect(rounds).toBeGreaterThanOrEqual(requested.length - 2)
})

test('while the page of somebody known is rendered, a network’s pages that wait start one after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
  try {
    const turns = new PageTurns()
    const known = Promise.withResolvers<void>()
    const theirs = turns.take('203.0.113.9', { id: 'a' } as Actor, stays, () => known.promise)
    let rendered = 0
    const ask = () => turns.take('198.51.100.7', undefined, stays, async () => rendered++)
    const waiting = Array.from({ length: 6 }, ask)
    await vi.advanceTimersByTimeAsync(pageAfterKnown - 1)
    expect(rendered).toBe(0)
    waiting.push(ask())
    await vi.advanceTimersByTimeAsync(1)
    expect(rendered).toBe(1)
    await vi.advanceTimersByTimeAsync(pageAfterKnown)
    expect(rendered).toBe(2)
    known.resolve()
    await theirs
    await vi.runAllTimersAsync()
    expect(rendered).toBe(7)
    await Promise.all(waiting)
  } finally {
    vi.useRealTimers()
  }
})
