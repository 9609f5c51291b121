import { expect, test } from 'vitest'
import { crashEnvelopes } from '../crash/envelopes.ts'
import { rounds } from '../helpers/lane.ts'

// `npm run test:envelopes` has a thousand.
const envelopes = Number(process.env.ENVELOPES ?? rounds(12, 200))
const seed = Number(process.env.ENVELOPES_SEED ?? 51)

test('envelopes of a site that is killed at any moment end with one sealed file or none, and lose no signature', async () => {
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    if (process.env.ENVELOPES) console.log(line)
  }
  expect(await crashEnvelopes({ seed, envelopes, say }), lines.join('\n')).toEqual([])
}, 7_200_000)
