import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { Actor } from './actor.ts'
import type { Client } from './client.ts'
import { recordSecurityEvent } from './security-events.ts'

/** Refusals that belong in the audit log: of what is someone else's, or of what only administrators may do. */
const recordedCodes: readonly MessageCode[] = ['FORBIDDEN', 'NOT_FOUND', 'DOCUMENT_GONE', 'WRONG_ORIGIN']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface RequestContext {
  client: Client
  /** Undefined for a visitor. */
  actor: Actor | undefined
}

/**
 * Records that somebody was refused; other errors are ignored.
 * @param asked what for: an operation or a path, and the ids in it
 */
export async function recordRefusal(
  error: unknown,
  { client, actor }: RequestContext,
  asked: unknown[],
): Promise<void> {
  if (!(error instanceof PortalError) || !recordedCodes.includes(error.code)) return
  // An unknown address is a visitor's everyday mistake.
  if (!actor && error.code !== 'FORBIDDEN' && error.code !== 'WRONG_ORIGIN') return
  const [what, ...parameters] = asked
  await recordSecurityEvent({
    action: 'access.refused',
    client,
    actorId: actor?.id,
    sessionId: actor?.sessionId,
    subjectId: parameters.find((value): value is string => typeof value === 'string' && uuid.test(value)),
    details: { code: error.code, asked: String(what).slice(0, 200) },
  })
}

type Operation = (...parameters: unknown[]) => unknown

/** @returns the same operations, which also record whom they refuse */
export function withRefusalsRecorded<Operations extends object>(
  operations: Operations,
  requestContext: RequestContext,
): Operations {
  return new Proxy(operations, {
    get(target, name) {
      const operation = Reflect.get(target, name) as Operation
      return (...parameters: unknown[]) => {
        const result = operation(...parameters)
        if (!(result instanceof Promise)) return result
        return result.catch(async error => {
          await recordRefusal(error, requestContext, [name, ...parameters.slice(1)])
          throw error
        })
      }
    },
  })
}
