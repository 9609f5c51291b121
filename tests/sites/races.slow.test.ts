import { expect, test } from 'vitest'
import { race } from '../races/race.ts'

// `npm run test:races` repeats each pair 200 times.
test('two people who act on the same document at the same moment', async () => {
  const lines: string[] = []
  const problems = await race({ repetitions: 20, seed: 1, say: line => lines.push(line) })
  expect(problems, lines.join('\n')).toEqual([])
})
