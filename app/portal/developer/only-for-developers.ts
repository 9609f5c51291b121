import type { ServerContext } from '../../context.ts'
import { errorResponse, refusalFor } from '../server-errors.ts'

/** Pages for developers are there in development and where DEV_PAGES=1. @throws an answer (404) anywhere else */
export function onlyForDevelopers({ devPages }: ServerContext): void {
  if (!devPages) throw errorResponse(refusalFor('NOT_FOUND'), 404)
}
