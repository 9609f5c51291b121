import { expect, test } from 'vitest'
import { inWords, liveBatches } from '../../../tests/helpers/random-batches.ts'

/** `BULK_SEED=417 BULK_BATCHES=1` repeats one. */
const first = Number(process.env.BULK_SEED ?? 1)
const batches = Number(process.env.BULK_BATCHES ?? 20)

test('of random batches with planted errors, printed by several programs, nothing reaches a wrong recipient', async () => {
  const outcome = await liveBatches(batches, first)
  console.log(inWords(outcome))
  expect(outcome.wrong).toEqual([])
  expect(outcome.matched).toBeGreaterThan(outcome.documents / 4)
})
