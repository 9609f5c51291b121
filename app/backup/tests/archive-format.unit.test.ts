import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRoute } from '../server/archive/choose-base.ts'
import { isNext } from '../server/archive/segments.ts'
import { thinArchive } from '../server/archive/thin.ts'
import { openBackupPlace } from '../server/backup-place.ts'
import { bytesOf, compressed } from '../server/streams.ts'

test('segments of the log follow each other as PostgreSQL numbers them, across 4 GB and not across timelines', () => {
  const [small, usual] = [1024 ** 2, 16 * 1024 ** 2]
  expect(isNext('0000000200000003000000A1', '0000000200000003000000A2', usual)).toBe(true)
  expect(isNext('0000000200000003000000A1', '0000000200000003000000A3', usual)).toBe(false)
  expect(isNext('0000000200000003000000A1', '0000000300000003000000A2', usual)).toBe(false)
  expect(isNext('0000000200000003000000FF', '000000020000000400000000', usual)).toBe(true)
  expect(isNext('0000000200000003000000FF', '000000020000000400000000', small)).toBe(false)
  expect(isNext('000000020000000300000FFF', '000000020000000400000000', small)).toBe(true)
})

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const nameOf = (moment: Date) => moment.toISOString().replace(/[-:]/g, '')
const segment = (number: number) => number.toString(16).toUpperCase().padStart(24, '0')

/**
 * A place with an archive: for each line and day, a base and the segment of that number. A base that ends with `!` was
 * never completed.
 */
async function givenPlace(lines: Record<string, { bases: string; log: number[] }>) {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-archive-'))
  const place = await openBackupPlace({ folder }, undefined)
  const write = (key: string, text = '') => place.write(`archive/${key}`, compressed(bytesOf(text)))
  for (const [line, { bases, log }] of Object.entries(lines)) {
    for (const base of bases.split(' ').filter(Boolean)) {
      const begun = day(Number.parseInt(base, 10))
      await write(`bases/${line}/${nameOf(begun)}.tar.gz`)
      const range = { first: segment(begun.getUTCDate()), last: segment(begun.getUTCDate()), segmentSize: 1024 ** 2 }
      const noted = JSON.stringify({ line, begun, moment: begun, ...range })
      if (!base.endsWith('!')) await write(`bases/${line}/${nameOf(begun)}.json`, noted)
    }
    for (const number of log) await write(`log/${line}/${segment(number)}-${nameOf(day(number))}`)
  }
  return {
    place,
    async daysOf(kind: string, line: string) {
      const days: number[] = []
      for await (const { key } of place.list(`archive/${kind}/${line}/`))
        days.push(Number(/(\d\d)T000000/.exec(key)?.[1]))
      return days
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('a moment leads to the last base before it, of the newest line, and its log ends at a gap', async () => {
  await using given = await givenPlace({
    old: { bases: '10 12', log: [10, 11, 12, 13] },
    young: { bases: '15 17 20!', log: [15, 16, 17, 18, 20, 21] },
  })
  const route = async (moment?: Date) => {
    const { base, segments, until } = await findRoute(given.place, moment)
    return [base.line, new Date(base.begun).getUTCDate(), segments.length, until.getUTCDate()]
  }
  expect(await route()).toEqual(['young', 17, 2, 18])
  expect(await route(day(19))).toEqual(['young', 17, 2, 18])
  expect(await route(day(16))).toEqual(['young', 15, 2, 16])
  expect(await route(day(14))).toEqual(['old', 12, 2, 13])
  expect(await route(day(11))).toEqual(['old', 10, 2, 11])
  await expect(findRoute(given.place, day(9))).rejects.toThrow('The archive begins at')
})

test('a week stays: the base before it with its log, and all of what came later', async () => {
  await using given = await givenPlace({
    over: { bases: '5', log: [5, 6] },
    unfinished: { bases: '7!', log: [7] },
    current: { bases: '8 9! 11 12', log: [8, 9, 10, 11, 12, 13, 20] },
  })
  await thinArchive(given.place, new Date(day(18).getTime() + 3_600_000))
  expect(await given.daysOf('bases', 'over')).toEqual([])
  expect(await given.daysOf('log', 'over')).toEqual([])
  expect(await given.daysOf('bases', 'unfinished')).toEqual([])
  expect(await given.daysOf('log', 'unfinished')).toEqual([])
  expect(await given.daysOf('bases', 'current')).toEqual([11, 11, 12, 12])
  expect(await given.daysOf('log', 'current')).toEqual([11, 12, 13, 20])
})
