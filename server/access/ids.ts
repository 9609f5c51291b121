import { bulkActionLimit } from '../../rules/limits.ts'
import { PortalError } from '../platform/portal-error.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** @returns whether a text is a UUID, in lower case */
export function isId(text: string): boolean {
  return uuid.test(text)
}

/**
 * @returns the id in lower case
 * @throws PortalError NOT_FOUND for anything but a UUID, which the database would refuse to compare
 */
export function assertId(id: string): string {
  const small = id.toLowerCase()
  if (!uuid.test(small)) throw new PortalError('NOT_FOUND')
  return small
}

/**
 * @returns the ids of a selection, unique and only UUIDs
 * @throws PortalError NOTHING_CHOSEN, TOO_MANY_CHOSEN; DOCUMENTS_GONE if none is a UUID
 */
export function assertIds(documentIds: readonly string[]): string[] {
  if (documentIds.length === 0) throw new PortalError('NOTHING_CHOSEN')
  const ids = new Set(documentIds.map(id => id.toLowerCase()))
  if (ids.size > bulkActionLimit) throw new PortalError('TOO_MANY_CHOSEN')
  const possible = [...ids].filter(id => uuid.test(id))
  if (possible.length === 0) throw new PortalError('DOCUMENTS_GONE')
  return possible
}
