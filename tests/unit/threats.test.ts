import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const rows = (text.split('## Threats')[1] ?? '').split('\n## ')[0]?.match(/^\|.*\|$/gm) ?? []
const threats = rows
  .map(row => row.split('|').map(cell => cell.trim()))
  .filter(([, threat = '', measure = '']) => measure && !/^(-+|threat)$/.test(threat))

/** Tests that are still being written. Nothing may stay here. */
const notYetWritten: readonly string[] = [
  'tests/attacks/abuse.test.ts',
  'tests/attacks/mail-encryption.test.ts',
  'tests/attacks/slow-connections.test.ts',
  'tests/integration/access-review.test.ts',
  'tests/integration/account-access.test.ts',
  'tests/integration/admin-passkey.test.ts',
  'tests/integration/audit-chain.test.ts',
  'tests/integration/audit-command.test.ts',
  'tests/integration/audit-events.test.ts',
  'tests/integration/audit-sinks.test.ts',
  'tests/integration/closed-sign-up.test.ts',
  'tests/integration/erasure.test.ts',
  'tests/integration/file-checks.test.ts',
  'tests/integration/file-marks.test.ts',
  'tests/integration/fresh-proof.test.ts',
  'tests/integration/passkeys.test.ts',
  'tests/integration/quotas.test.ts',
  'tests/integration/sign-in-friction.test.ts',
  'tests/unit/clamd.test.ts',
  'tests/unit/file-marks.test.ts',
  'tests/unit/sign-in-odds.test.ts',
]

test('every threat names what stops it and a test that exists', () => {
  expect(threats.length).toBeGreaterThan(30)
  for (const [, threat = '', , tests = ''] of threats) {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    expect(files.length, threat).toBeGreaterThan(0)
    expect(
      files.filter(file => !existsSync(file) && !notYetWritten.includes(file)),
      threat,
    ).toEqual([])
  }
})

test('the list of tests still to be written names none that exists', () => {
  expect(notYetWritten.filter(file => existsSync(file))).toEqual([])
})
