import { expect, test } from 'vitest'
import { inWords, liveBatches } from '../../../tests/helpers/random-batches.ts'

/** `BULK_SEED=1417 BULK_BATCHES=1` repeats one; `npm run test:bulk-batches` runs a thousand, in half an hour. */
const first = Number(process.env.BULK_SEED ?? 1000)
const batches = Number(process.env.BULK_BATCHES ?? 200)

test('of hundreds of random batches with planted errors, nothing reaches a wrong recipient', async () => {
  const outcome = await liveBatches(batches, first)
  console.log(inWords(outcome))
  expect(outcome.wrong).toEqual([])
  expect(outcome.matched).toBeGreaterThan(outcome.documents / 4)
})
