import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '../../../server/access/actor.ts'

/**
 * @param formId a random text that the form carries: the same form with the same content, sent twice, gets the same id
 *   and so creates one row; without it every one is new
 */
export function rowId(formId: string | undefined, actor: Actor, content: unknown): string {
  if (!formId) return randomUUID()
  const hash = createHash('sha256')
    .update(JSON.stringify([formId, actor.id, content]))
    .digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
