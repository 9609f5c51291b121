import type { ServerContext } from '../../context.ts'
import { asAnswer, refusal } from '../errors.ts'

/** Pages for developers are there in development and where DEV_PAGES=1. @throws an answer (404) anywhere else */
export function onlyForDevelopers({ devPages }: ServerContext): void {
  if (!devPages) throw asAnswer(refusal('NOT_FOUND'), 404)
}
