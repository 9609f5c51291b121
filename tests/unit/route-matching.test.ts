import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createStaticHandler, type DataRouteObject, isRouteErrorResponse } from 'react-router'
import { unstable_preloadRoutePattern } from 'react-router/route-pattern'
import { expect, test } from 'vitest'
import site from '../../app/routes.ts'

/** The server finds pages with one matcher of React Router's (`app/entry.server.tsx`), the browser with another. */

unstable_preloadRoutePattern()
const entries = await site
const routes = routesOf(entries)
const bySearching = createStaticHandler(routes)
const byLookingUp = createStaticHandler(routes, { future: { unstable_routePatternMatching: true } as object })

function routesOf(of: readonly RouteConfigEntry[]): DataRouteObject[] {
  return of.map(({ id, file, path, index, children = [] }) => {
    const own = { id: id ?? file, ...(path !== undefined && { path }), loader: () => null }
    return index ? { ...own, index } : { ...own, children: routesOf(children) }
  })
}

/** @returns the path of each route, with `:` before parameters */
function pathsOf(of: readonly RouteConfigEntry[], above = ''): string[] {
  return of.flatMap(({ path, children = [] }) => {
    const whole = path ? `${above}/${path}` : above
    return [whole || '/', ...pathsOf(children, whole)]
  })
}

/** @returns the routes that match an address, and their parameters */
async function matched(handler: typeof bySearching, path: string): Promise<unknown> {
  const context = await handler.query(new Request(`https://fund.example${path}`))
  if (context instanceof Response) return context.status
  const [error] = Object.values(context.errors ?? {})
  return {
    routes: context.matches.map(({ route, params }) => [route.id, params]),
    status: isRouteErrorResponse(error) ? error.status : error,
  }
}

const values = ['b1e0f7a2-2f7c-4f0c-9d3e-0f0c5a1b2c3d', '2026', 'new', 'a%20b', 'caf%C3%A9', 'a%2Fb', 'a.b', '*', ':id']

test('the data of a page comes from the same routes as the page, whatever the address', async () => {
  const paths = [...new Set(pathsOf(entries))]
  const addresses = paths.flatMap(path => {
    const filled = /[:*]/.test(path) ? values.map(value => path.replaceAll(/:\w+\??|\*/g, () => value)) : [path]
    return filled.flatMap(address => [
      address,
      `${address}/`,
      address.toUpperCase(),
      `${address}/nothing`,
      `${address}x`,
    ])
  })
  // Addresses with an empty part, or with an invalid escape, match no page.
  for (const address of addresses.filter(address => !address.includes('//')))
    expect(await matched(byLookingUp, address), address).toEqual(await matched(bySearching, address))
})
