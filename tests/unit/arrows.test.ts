import { expect, test } from 'vitest'
import { forbiddenImports, importProblem, importsIn } from '../../scripts/arrows.ts'

const isForbidden = (from: string, to: string, typeOnly = false) => importProblem({ from, to, typeOnly }) !== undefined

test('the project has no forbidden imports', () => {
  expect(forbiddenImports()).toEqual([])
})

test('the browser imports types from the server, and values only from content and rules', () => {
  expect(isForbidden('app/portal/a.tsx', 'server/documents/documents.ts')).toBe(true)
  expect(isForbidden('app/portal/a.tsx', 'server/documents/documents.ts', true)).toBe(false)
  expect(isForbidden('app/portal/a.tsx', 'rules/limits.ts')).toBe(false)
  expect(isForbidden('server/request-context.ts', 'app/context.ts', true)).toBe(true)
})

test('content and rules depend on nothing else, except for listed facts', () => {
  expect(isForbidden('content/fund.ts', 'rules/messages.ts')).toBe(true)
  expect(isForbidden('content/fund.ts', 'rules/limits.ts')).toBe(false)
  expect(isForbidden('rules/returns.ts', 'content/tiers.ts')).toBe(true)
  expect(isForbidden('rules/returns.ts', 'content/types.ts', true)).toBe(false)
})

test('server imports point downward: a feature uses those below it, and the technical folders use no feature', () => {
  expect(isForbidden('server/uploads/a.ts', 'server/documents/b.ts')).toBe(false)
  expect(isForbidden('server/documents/a.ts', 'server/uploads/b.ts')).toBe(true)
  expect(isForbidden('server/documents/a.ts', 'server/uploads/b.ts', true)).toBe(true)
  expect(isForbidden('server/access/a.ts', 'server/identity/b.ts')).toBe(true)
  expect(isForbidden('server/platform/a.ts', 'server/database/embedded/b.ts')).toBe(true)
  expect(isForbidden('server/people/a.ts', 'server/operations.ts')).toBe(true)
  expect(isForbidden('server/portal.ts', 'server/people/a.ts')).toBe(false)
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
    { from: 'app/m/n.ts', to: 'app/m/h.ts', typeOnly: false },
  ])
})
