import { expect, test } from 'vitest'
import { deferScripts } from '../../server/http/deferred-scripts.ts'

test('the inlined styles come before every style sheet’s link, so that they decide the order of layers', () => {
  const read = (path: string) => `@layer ${path.endsWith('frame.css') ? 'reset, page' : 'page'};`
  const links = '<link rel="stylesheet" href="/frame.css"/><link rel="stylesheet" href="/home.css"/>'
  const { html, style } = deferScripts(`<head><title>A page</title>${links}</head>`, read)
  expect(html).toContain(`<title>A page</title><style>${style}</style><link disabled="" rel="stylesheet"`)
  expect(html.match(/<style>/g)).toHaveLength(1)
})
