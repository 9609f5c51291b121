import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const rows = (text.split('## Threats')[1] ?? '').split('\n## ')[0]?.match(/^\|.*\|$/gm) ?? []
const threats = rows
  .map(row => row.split('|').map(cell => cell.trim()))
  .filter(([, threat = '', measure = '']) => measure && !/^(-+|threat)$/.test(threat))

test('every threat names what stops it and a test that exists', () => {
  expect(threats.length).toBeGreaterThan(30)
  for (const [, threat = '', , tests = ''] of threats) {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    expect(files.length, threat).toBeGreaterThan(0)
    expect(
      files.filter(file => !existsSync(file)),
      threat,
    ).toEqual([])
  }
})
