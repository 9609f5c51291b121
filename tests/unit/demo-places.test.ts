import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Tier } from '../../content/types.ts'
import { placeOf, stateNamed } from '../../server/demo/places.ts'

describe('where the demo’s people live', () => {
  test('is the city and state that the fund’s address names, with its ZIP code or one of the state', () => {
    expect(placeOf(['Cedar Point Lending', 'Portland, Oregon'], 'Oregon')).toEqual({
      ...{ city: 'Portland', state: 'OR', zip: '97205' },
    })
    expect(placeOf(['Cedar', '12 Main Street', 'Bend, OR 97701'], 'Delaware')).toEqual({
      ...{ city: 'Bend', state: 'OR', zip: '97701' },
    })
    expect(placeOf(['Cedar', '12 Main Street, Coeur d’Alene, ID 83814-1200'], 'Idaho')).toMatchObject({
      ...{ city: 'Coeur d’Alene', state: 'ID', zip: '83814' },
    })
  })

  test('is a state that there is, where the address names none', () => {
    expect(placeOf(['Cedar', 'London'], 'Ohio').state).toBe('OH')
    expect(stateNamed(placeOf(['Cedar', 'London'], 'England').state)).toBeDefined()
  })
})

afterAll(() => {
  vi.doUnmock('../../content/tiers.ts')
  vi.resetModules()
})

test.each([2, 3, 4, 5, 6])('notes of the demo spread over %i tiers', async count => {
  const from = [50_000, 150_000, 300_000, 750_000, 1_000_000, 2_500_000]
  const tiers = from.slice(0, count).map((start, at): Tier => {
    const to = at + 1 < count ? (from[at + 1] ?? 0) - 1 : 20_000_000
    return { name: `Tier ${at + 1}`, label: `${at}`, from: start, to, oneYear: 7 + at, twoYears: 7.5 + at }
  })
  vi.resetModules()
  vi.doMock('../../content/tiers.ts', () => ({ tiers, returns: { from: 7, to: 13 } }))
  const { paydayNotes } = await import('../../server/demo/payday.ts')
  const notes = paydayNotes('2026-11-27')
  const rates = tiers.map(({ twoYears }) => twoYears * 100)
  expect([...new Set(notes.map(({ terms }) => terms.rateBp))].toSorted((one, other) => one - other)).toEqual(rates)
  for (const { terms } of notes) {
    const dollars = Number(terms.principalCents) / 100
    const tier = tiers.find(each => each.from <= dollars && dollars <= each.to)
    expect(terms.rateBp, `${dollars}`).toBe((tier?.twoYears ?? 0) * 100)
  }
})
