import { expect, test } from 'vitest'
import { readersKnown } from '../../rules/limits.ts'
import { KnownReaders } from '../../server/http/known-readers.ts'

const from = (cookie: string | undefined) => ({ ip: '198.51.100.7', cookie }) as Parameters<KnownReaders['find']>[0]
const investor = { id: 'investor', isGuest: false }

test('a reader is known by the cookies that came with their session, until these are somebody else’s or nobody’s', () => {
  const readers = new KnownReaders()
  expect(readers.find(from('session=1'))).toBeUndefined()
  readers.keep(from('session=1'), investor)
  expect(readers.find(from('session=1'))).toEqual(investor)
  expect(readers.find(from('session=2'))).toBeUndefined()
  readers.keep(from('session=1'), { id: 'other', isGuest: false })
  expect(readers.find(from('session=1'))).toEqual({ id: 'other', isGuest: false })
  readers.keep(from('session=1'), undefined)
  expect(readers.find(from('session=1'))).toBeUndefined()
})

test('guests and requests without cookies are nobody who is known', () => {
  const readers = new KnownReaders()
  readers.keep(from('session=1'), { id: 'guest', isGuest: true })
  readers.keep(from(undefined), investor)
  expect([readers.find(from('session=1')), readers.find(from(undefined))]).toEqual([undefined, undefined])
})

test('of more readers than are kept, those are forgotten that were found first', () => {
  const readers = new KnownReaders()
  for (let n = 0; n <= readersKnown; n++) readers.keep(from(`session=${n}`), investor)
  expect([0, 1, readersKnown].map(n => readers.find(from(`session=${n}`)))).toEqual([undefined, investor, investor])
})
