import { Hono } from 'hono'
import { recordRefusal } from './access/refusals.ts'
import { serveBrowserFile } from './http/browser-files.ts'
import { errorResponse } from './http/error-response.ts'
import { requestBounds } from './http/request-bounds.ts'
import { clientOf } from './http/request-client.ts'
import { requestLog } from './http/request-log.ts'
import { requireSameOrigin, securityHeaders } from './http/security.ts'
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
  development: boolean
}

/** Creates the site's routes: every request that the front leaves to them goes down this list until an entry responds. */
export function createHttp({ config, pages, development }: HttpOptions): Hono {
  const http = new Hono()
  http.use(requestLog())
  http.use(securityHeaders(config, development))
  http.onError(async (error, c) => {
    await recordRefusal(error, { client: clientOf(c, config), actor: c.get('actor') }, [c.req.path, c.req.param('id')])
    return errorResponse(error, c)
  })
  http.use(requestBounds())
  addHealthRoutes(http)
  // The front has not found it; only where the database is shared can there be other versions.
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
