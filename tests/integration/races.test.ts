import { expect, test } from 'vitest'
import { race } from '../races/race.ts'

// `npm run test:races` repeats each pair 200 times.
test('two people who act on the same document at the same moment', { timeout: 180_000 }, async () => {
  const lines: string[] = []
  const problems = await race({ repetitions: 4, seed: 1, say: line => lines.push(line) })
  expect(problems, lines.join('\n')).toEqual([])
})
