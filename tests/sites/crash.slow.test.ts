import { expect, test } from 'vitest'
import { crash } from '../crash/rounds.ts'

// `npm run test:crash` does many more rounds, at random moments.
test.each([
  ['its database is killed', 'database', 'folder'],
  ['the site is killed, with files in S3', 'node', 's3'],
] as const)('nothing acknowledged is lost when %s', async (_, victim, store) => {
  const lines: string[] = []
  const broken = await crash({ seed: 3, rounds: [victim], store, say: line => lines.push(line) })
  expect(broken.flat(), lines.join('\n')).toEqual([])
})
