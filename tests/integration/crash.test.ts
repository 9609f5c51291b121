import { expect, test } from 'vitest'
import { crash } from '../crash/rounds.ts'

// `npm run test:crash` does many more rounds, at random moments.
test('nothing acknowledged is lost when the site or its database is killed', { timeout: 180_000 }, async () => {
  const lines: string[] = []
  const broken = await crash({ seed: 3, rounds: ['node', 'database'], store: 'folder', say: line => lines.push(line) })
  expect(broken.flat(), lines.join('\n')).toEqual([])
})
