import type { RequestListener, Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { createHttp, type Pages } from './http-routes.ts'
import type { Config } from './platform/config.ts'
import type { Closers } from './platform/lifecycle.ts'

interface DevelopmentOptions {
  config: Config
  /** Absolute path of the project. */
  project: string
  /** The site's own HTTP server; Vite's socket shares it. */
  server: Server
  closers: Closers
}

/**
 * The site with hot reload: Vite answers for sources, the same list of requests for everything else, and each page
 * is rendered from the newest sources.
 */
export async function createDevelopment({
  config,
  project,
  server,
  closers,
}: DevelopmentOptions): Promise<RequestListener> {
  const vite = await createVite({
    root: project,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } as never, hmr: { server } },
  })
  closers.add('Vite', () => vite.close())
  const pages: Pages = async (request, context) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const { createPages } = build.entry.module as unknown as {
      createPages(build: ServerBuild, mode: string): Pages
    }
    return createPages(build, 'development')(request, context)
  }
  const site = getRequestListener(
    createHttp({ config, clientFolder: `${project}public`, pages, development: true }).fetch,
    {
      overrideGlobalObjects: false,
    },
  )
  return (request, response) => vite.middlewares(request, response, () => void site(request, response))
}
