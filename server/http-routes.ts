import { Hono } from 'hono'
import { serveBuiltFiles } from './http/built-files.ts'
import { errorResponse } from './http/error-response.ts'
import { servePrerendered } from './http/prerendered.ts'
import { requestBounds } from './http/request-bounds.ts'
import { requestLog } from './http/request-log.ts'
import { requireSameOrigin, securityHeaders } from './http/security.ts'
import { addPageRoutes } from './page-routes.ts'
import type { Config } from './platform/config.ts'
import { addFileRoutes, addHealthRoutes, addSessionRoutes, addUnsubscribeRoutes } from './portal-routes.ts'
import type { Pages } from './request-context.ts'

interface HttpOptions {
  config: Config
  /** The folder of the built browser files. */
  clientFolder: string
  pages: Pages
  development: boolean
}

/** Creates the site: every request goes down this list until an entry responds. */
export function createHttp({ config, clientFolder, pages, development }: HttpOptions): Hono {
  const http = new Hono()
  http.use(requestLog())
  http.use(securityHeaders(config, development))
  http.onError(errorResponse)
  http.use(requestBounds())
  addHealthRoutes(http)
  serveBuiltFiles(http, clientFolder)
  if (!development) http.use(servePrerendered(clientFolder, config.origin))
  addUnsubscribeRoutes(http)
  http.use(requireSameOrigin(config))
  addFileRoutes(http, config)
  addSessionRoutes(http, config)
  addPageRoutes(http, { config, pages, development })
  return http
}
