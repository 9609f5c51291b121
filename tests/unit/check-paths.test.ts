import { expect, test } from 'vitest'
import { pathChecker } from '../../scripts/check-paths.ts'

const check = pathChecker(['app/notes/calendar.ts', 'app/notes/server/funding.ts', 'docs/decisions/0004-queue.md'])

test('a path in a comment leads to a file or folder, from the root or a folder above, or by the end of it', () => {
  const right = '// app/notes/calendar.ts, app/notes/server/, `server/funding.ts:12`, notes/calendar.ts, funding.ts.'
  expect(check('app/notes/standing.ts', `${right}\n/* docs/decisions/0004, app/<capability>/*.ts */`)).toEqual([])
  const wrong = "const own = 'app/none.ts'\n/**\n * `rules/notes` says it, and `owed.ts`.\n */\n// server/funding.ts"
  expect(check('rules/dates.ts', wrong)).toEqual([
    { line: 3, found: 'rules/notes' },
    { line: 3, found: 'owed.ts' },
    { line: 5, found: 'server/funding.ts' },
  ])
  expect(check('app/notes/notes.sql', 'select 1; -- see app/none.sql')).toEqual([{ line: 1, found: 'app/none.sql' }])
})

test('Markdown is checked whole, with its links; records of their day only for links', () => {
  const text = '`app/none/` at https://example.org/docs/none.md\n[queue](decisions/0004-queue.md#why), [none](none.md)'
  const link = { line: 2, found: './none.md' }
  expect(check('docs/files.md', text)).toEqual([{ line: 1, found: 'app/none/' }, link])
  expect(check('docs/decisions/0005-none.md', text)).toEqual([{ line: 2, found: './decisions/0004-queue.md' }, link])
})
