import { expect, test } from 'vitest'

// Plain JavaScript without types, because it also has to work before anything is installed.
const nearest = await import(new URL('../../scripts/nearest-tests.mjs', import.meta.url).href)
const testsReached: (sources: Record<string, string>, changed: readonly string[]) => Map<string, number> =
  nearest.testsReached
const withinBudget: (reached: Map<string, number>, seconds: Record<string, number>, budget: number) => string[] =
  nearest.withinBudget

const sources = {
  'app/notes/server/notes.ts': "import { money } from '../../../rules/money.ts'",
  'rules/money.ts': '',
  'tests/helpers/portal.ts': "import '../../app/notes/server/notes.ts'",
  'tests/unit/money.test.ts': "import { money } from '../../rules/money.ts'",
  'app/notes/tests/notes.test.ts': "const { it } = await import('../../../tests/helpers/portal.ts')",
  'app/leads/tests/calls.test.ts': "import { expect } from 'vitest'",
}

test('a test is as near to a change as there are imports between, and another isn’t reached', () => {
  expect(Object.fromEntries(testsReached(sources, ['rules/money.ts']))).toEqual({
    'tests/unit/money.test.ts': 1,
    'app/notes/tests/notes.test.ts': 3,
  })
  expect([...testsReached(sources, ['app/leads/tests/calls.test.ts'])]).toEqual([['app/leads/tests/calls.test.ts', 0]])
})

test('what nothing imports is told by tests of its name', () => {
  expect([...testsReached(sources, ['app/notes/notes.sql', 'README.md'])]).toEqual([
    ['app/notes/tests/notes.test.ts', 1],
  ])
})

test('the nearest that fit are chosen, and what changed itself always', () => {
  const reached = new Map([
    ['far', 4],
    ['slow', 1],
    ['quick', 1],
    ['changed', 0],
  ])
  expect(withinBudget(reached, { changed: 100, quick: 5, slow: 50, far: 1 }, 112)).toEqual(['changed', 'quick', 'far'])
})
