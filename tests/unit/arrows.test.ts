import { expect, test } from 'vitest'
import { circlesOfRules, forbiddenImports, importProblem, importsIn } from '../../scripts/arrows.ts'

const isForbidden = (from: string, to: string, typeOnly = false) => importProblem({ from, to, typeOnly }) !== undefined

test('the project has no forbidden imports', () => {
  expect(forbiddenImports()).toEqual([])
})

test('the browser imports types from the server, and values only from content and rules', () => {
  expect(isForbidden('app/shell/portal/a.tsx', 'app/documents/server/documents.ts')).toBe(true)
  expect(isForbidden('app/shell/portal/a.tsx', 'app/documents/server/documents.ts', true)).toBe(false)
  expect(isForbidden('app/shell/portal/a.tsx', 'rules/limits.ts')).toBe(false)
  expect(isForbidden('server/request-context.ts', 'app/shell/context.ts', true)).toBe(true)
})

test('what an investor’s browser loads takes nothing from the office, except when it is needed', () => {
  const importing = { from: 'app/find/investor/a.tsx', to: 'app/find/office/b.tsx', typeOnly: false }
  expect(importProblem(importing)).toBeDefined()
  expect(importProblem({ ...importing, from: 'app/shell/portal/a.tsx' })).toBeDefined()
  expect(importProblem({ ...importing, from: 'app/shell/office/a.tsx' })).toBeUndefined()
  expect(importProblem({ ...importing, typeOnly: true })).toBeUndefined()
  expect(importProblem({ ...importing, lazy: true })).toBeUndefined()
})

test('a capability’s rules depend on no page and no server', () => {
  expect(isForbidden('app/tax/iris.ts', 'app/tax/server/payees.ts')).toBe(true)
  expect(isForbidden('app/tax/iris.ts', 'app/tax/office/route.tsx')).toBe(true)
  expect(isForbidden('app/tax/iris.ts', 'app/people/profile.ts')).toBe(false)
  expect(isForbidden('app/tax/server/payees.ts', 'app/tax/office/route.tsx', true)).toBe(true)
})

test('the site of another fund loads nothing of the sample’s', () => {
  const importing = { from: 'server/serve.ts', to: 'server/demo/people.ts', typeOnly: false }
  expect(importProblem(importing)).toBeDefined()
  expect(importProblem({ ...importing, to: 'server/sample/people.ts' })).toBeDefined()
  expect(importProblem({ ...importing, lazy: true })).toBeUndefined()
  expect(importProblem({ ...importing, from: 'server/demo/seed.ts' })).toBeUndefined()
})

test('the product imports nothing from tests, which may import all of it', () => {
  expect(isForbidden('app/tax/iris.ts', 'app/tax/tests/tax-doors.ts', true)).toBe(true)
  expect(isForbidden('server/portal.ts', 'tests/helpers/api.ts', true)).toBe(true)
  expect(isForbidden('app/tax/tests/tax-doors.ts', 'app/tax/server/payees.ts')).toBe(false)
})

test('the rules of two capabilities don’t depend on each other, through a third neither', () => {
  const imported = (from: string, to: string) => ({ from: `app/${from}.ts`, to: `app/${to}.ts`, typeOnly: true })
  const oneWay = [imported('tax/iris', 'notes/terms'), imported('notes/owed', 'ledger/accounts')]
  expect(circlesOfRules(oneWay)).toEqual([])
  expect(circlesOfRules([...oneWay, imported('ledger/journal', 'tax/tin')])).toContain(
    'app/tax/iris.ts imports app/notes/terms.ts: the rules of notes depend on those of tax.',
  )
})

test('content and rules depend on nothing else, except for listed facts', () => {
  expect(isForbidden('content/fund.ts', 'rules/messages.ts')).toBe(true)
  expect(isForbidden('content/fund.ts', 'rules/limits.ts')).toBe(false)
  expect(isForbidden('rules/returns.ts', 'content/tiers.ts')).toBe(true)
  expect(isForbidden('rules/returns.ts', 'content/types.ts', true)).toBe(false)
})

test('server imports point downward: a feature uses those below it, and the technical folders use no feature', () => {
  expect(isForbidden('app/uploads/server/a.ts', 'app/documents/server/b.ts')).toBe(false)
  expect(isForbidden('app/documents/server/a.ts', 'app/uploads/server/b.ts')).toBe(true)
  expect(isForbidden('app/documents/server/a.ts', 'app/uploads/server/b.ts', true)).toBe(true)
  expect(isForbidden('server/access/a.ts', 'app/identity/server/b.ts')).toBe(true)
  expect(isForbidden('server/platform/a.ts', 'server/database/embedded/b.ts')).toBe(true)
  expect(isForbidden('app/people/server/a.ts', 'server/operations.ts')).toBe(true)
  expect(isForbidden('server/portal.ts', 'app/people/server/a.ts')).toBe(false)
  expect(isForbidden('server/unheard-of/a.ts', 'server/access/b.ts')).toBe(true)
})

test('every kind of import is found, including multiline and dynamic ones', () => {
  const source = [
    "import type { A } from '../x/a.ts'",
    "import {\n  type B,\n  c,\n} from './b.ts'",
    "import { type D, type E } from './d.ts'",
    "export { f } from './f.ts'",
    "import './g.ts'",
    "const h = await import('./h.ts')",
    "import { i } from 'package'",
  ].join('\n')
  expect(importsIn('app/m/n.ts', source)).toEqual([
    { from: 'app/m/n.ts', to: 'app/x/a.ts', typeOnly: true },
    { from: 'app/m/n.ts', to: 'app/m/b.ts', typeOnly: false },
    { from: 'app/m/n.ts', to: 'app/m/d.ts', typeOnly: true },
    { from: 'app/m/n.ts', to: 'app/m/f.ts', typeOnly: false },
    { from: 'app/m/n.ts', to: 'app/m/g.ts', typeOnly: false },
    { from: 'app/m/n.ts', to: 'app/m/h.ts', lazy: true, typeOnly: false },
  ])
})
