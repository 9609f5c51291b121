import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { Actor } from './actor.ts'
import type { Client } from './client.ts'
import { recordSecurityEvent } from './security-events.ts'

/** Refusals that belong in the audit log: access to another owner's data, or to administrators' functions. */
const recordedCodes: readonly MessageCode[] = ['FORBIDDEN', 'NOT_FOUND', 'DOCUMENT_GONE', 'WRONG_ORIGIN']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface RequestContext {
  client: Client
  /** Undefined for a visitor. */
  actor: Actor | undefined
}

/**
 * Records a refusal; other errors are ignored.
 * @param asked the operation or path, and its ids
 */
export async function recordRefusal(
  error: unknown,
  { client, actor }: RequestContext,
  requested: unknown[],
): Promise<void> {
  if (!(error instanceof PortalError) || !recordedCodes.includes(error.code)) return
  // A visitor's unknown address is an everyday mistake.
  if (!actor && error.code !== 'FORBIDDEN' && error.code !== 'WRONG_ORIGIN') return
  const [what, ...parameters] = requested
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

/** @returns the same operations, with refusals recorded */
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
