import type { Actor } from '../../../server/access/actor.ts'
import type { Operations } from '../../../server/request-context.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import type { Today } from '../server/today.ts'

/** The data of a page that shows Today. */
export interface TodayData {
  today?: Today
  /** When it was loaded, for the date above it. */
  loadedAt: Date
  loadError?: Refusal
}

/** For loaders: what is new, and an administrator's pending work. */
export async function loadToday(actor: Actor, operations: Operations): Promise<TodayData> {
  const { value, loadError } = await resultOrError(operations.getToday(actor), 'LOAD_TODAY_FAILED')
  return { today: value, loadedAt: new Date(), loadError }
}
