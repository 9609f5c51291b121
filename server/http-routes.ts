import { Hono } from 'hono'
import { recordRefusal } from './access/refusals.ts'
import { serveBrowserFile } from './http/browser-files.ts'
import { builtFiles } from './http/built-files.ts'
import { errorResponse } from './http/error-response.ts'
import { requestBounds, requireSameOrigin } from './http/request-bounds.ts'
import { clientOf } from './http/request-client.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { addPageRoutes } from './page-routes.ts'
import type { Config } from './platform/config.ts'
import { PortalError } from './platform/portal-error.ts'
import {
  addCalendarRoutes,
  addFileRoutes,
  addHealthRoutes,
  addSessionRoutes,
  addUnsubscribeRoutes,
} from './portal-routes.ts'
import type { Pages } from './request-context.ts'

interface HttpOptions {
  config: Config
  pages: Pages
  /** The folder of the built browser files; without it, something else serves them. */
  clientFolder?: string | undefined
  development: boolean
}

/** Creates the site's routes: every request but those for prerendered pages goes down this list until an entry responds. */
export function createHttp({ config, pages, clientFolder, development }: HttpOptions): Hono {
  const http = new Hono()
  http.use(requestLog())
  http.use(securityHeaders(config, development))
  http.onError(async (error, c) => {
    await recordRefusal(error, { client: clientOf(c, config), actor: c.get('actor') }, [c.req.path, c.req.param('id')])
    return errorResponse(error, c)
  })
  http.use(requestBounds())
  if (clientFolder) http.get('*', builtFiles(clientFolder))
  addHealthRoutes(http)
  // No file of this version; only where the database is shared can there be others.
  http.get('/assets/*', c => {
    if (config.databaseUrl) return serveBrowserFile(c)
    throw new PortalError('NOT_FOUND')
  })
  addUnsubscribeRoutes(http)
  addCalendarRoutes(http)
  http.use(requireSameOrigin(config))
  addFileRoutes(http, config)
  addSessionRoutes(http, config)
  addPageRoutes(http, { config, pages, development })
  return http
}
