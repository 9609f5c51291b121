import { expect } from 'vitest'
import { withFreshProof } from '../helpers/notes.ts'
import { test } from '../helpers/shared-portal.ts'
import { raceNotes } from '../races/note-races.ts'
import { openCast } from '../races/note-scenes.ts'

// `npm run test:note-races` repeats each pair 200 times, which takes an hour; RACE_FROM=56 goes on at the 57th pair.
const repetitions = Number(process.env.RACE_REPETITIONS ?? 20)
const seed = Number(process.env.RACE_SEED ?? 1)
const from = Number(process.env.RACE_FROM ?? 0)

test('two people who act on the same note at the same moment', { timeout: 3 * 3_600_000 }, async ({ portal }) => {
  const lines: string[] = []
  const cast = await openCast(portal, person => withFreshProof(portal, person))
  const say = (line: string) => {
    lines.push(line)
    console.log(line)
  }
  expect(await raceNotes(cast, { repetitions, from, seed, say }), lines.join('\n')).toEqual([])
})
