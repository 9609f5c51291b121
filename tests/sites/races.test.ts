import { expect, test } from 'vitest'
import { rounds } from '../helpers/lane.ts'
import { race } from '../races/race.ts'

// `npm run test:races` repeats each pair 200 times, `npm run test:all` 20 times; here it is every fifth pair.
test('two people who act on the same document at the same moment', {
  timeout: rounds(180_000, 1_800_000),
}, async () => {
  const lines: string[] = []
  const problems = await race({
    repetitions: rounds(4, 20),
    every: rounds(5, 1),
    seed: 1,
    say: line => lines.push(line),
  })
  expect(problems, lines.join('\n')).toEqual([])
})
