import type { RequestListener, Server } from 'node:http'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import type { Closers } from './platform/closers.ts'
import type { Pages } from './request-context.ts'

interface DevelopmentOptions {
  /** Absolute path of the project. */
  project: string
  /** The site's HTTP server, which Vite's socket shares. */
  server: Server
  closers: Closers
}

interface Development {
  /** Renders each page from the current sources. */
  pages: Pages
  /** Adds Vite, which serves sources; `site` serves everything else. */
  withVite(site: RequestListener): RequestListener
}

/** Starts Vite for a site with hot reload. */
export async function openVite({ project, server, closers }: DevelopmentOptions): Promise<Development> {
  const vite = await createVite({
    root: project,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } as never, hmr: { server } },
  })
  closers.add('Vite', () => vite.close())
  return {
    async pages(request, context) {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      const { createPageHandler } = build.entry.module as unknown as {
        createPageHandler(build: ServerBuild, mode: string): Pages
      }
      return createPageHandler(build, 'development')(request, context)
    },
    withVite: site => (request, response) => vite.middlewares(request, response, () => void site(request, response)),
  }
}
