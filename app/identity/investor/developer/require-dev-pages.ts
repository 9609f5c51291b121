import type { ServerContext } from '../../../shell/context.ts'
import { errorResponse, refusalFor } from '../../../shell/portal/server-errors.ts'

/** The developer pages exist in development and with DEV_PAGES=1. @throws an answer (404) anywhere else */
export function requireDevPages({ devPages }: ServerContext): void {
  if (!devPages) throw errorResponse(refusalFor('NOT_FOUND'), 404)
}
