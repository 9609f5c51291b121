import type { Actor } from '../../../server/access/actor.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { newMessagePage } from './message-pages.ts'

/** @returns where one writes about a document; undefined for an administrator's own, and for one that isn't checked yet */
export function askAbout(
  { id, user_id, check_state }: PortalDocument,
  me: Pick<Actor, 'id' | 'isAdmin'>,
): { label: string; address: string } | undefined {
  if (check_state === 'waiting' || check_state === 'infected') return undefined
  if (!me.isAdmin) return { label: 'Ask about this document', address: newMessagePage({ document: id }) }
  if (user_id === me.id) return undefined
  return { label: 'Write about this document', address: newMessagePage({ document: id, user: user_id }) }
}
