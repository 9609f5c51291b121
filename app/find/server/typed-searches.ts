import type { Actor } from '../../../server/access/actor.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { log } from '../../../server/platform/log.ts'
import { auditSearch } from '../../people/server/audit-search.ts'

/** Pause in typing after which a search is recorded, in milliseconds. */
const rest = 2000

/**
 * Searches being typed, by session: each keystroke searches, but only the final words are logged. Per process; a search
 * handled by two is recorded by both.
 */
const typed = new Map<string, { actor: Actor; words: string; timer: NodeJS.Timeout }>()

/**
 * Records a search (`people.searched`) after a pause, or when a different one starts; added or removed letters continue
 * the same search.
 */
export function recordOnceTyped(actor: Actor, words: string): void {
  const session = actor.sessionId ?? actor.id
  const before = typed.get(session)
  clearTimeout(before?.timer)
  const isSame = before && (words.startsWith(before.words) || before.words.startsWith(words))
  if (before && !isSame) void record(before)
  const longest = isSame && before.words.length > words.length ? before.words : words
  const timer = setTimeout(() => {
    typed.delete(session)
    void record({ actor, words: longest })
  }, rest).unref()
  typed.set(session, { actor, words: longest, timer })
}

/** Records searches being typed, before the portal ends. */
export async function closeSearches(): Promise<void> {
  const last = [...typed.values()]
  typed.clear()
  for (const { timer } of last) clearTimeout(timer)
  await Promise.all(last.map(record))
}

async function record({ actor, words }: { actor: Actor; words: string }): Promise<void> {
  try {
    await asAdministrator(actor, tx => auditSearch(tx, actor, words))
  } catch (error) {
    log.warn('a search could not be recorded', { reason: String(error) })
  }
}
