import { actionsOf, actionWords } from '../../../rules/audit-words.ts'
import { ownActivityShown } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import { describeDevice } from '../../identity/server/device-name.ts'

/** An event of the reader's own account. `at` is UTC. */
export interface OwnActivity {
  id: number
  at: Date
  /** In words. */
  what: string
  /** `you`, `the fund` for its employees, or `someone` for an attempt without a sign-in. */
  by: 'you' | 'the fund' | 'someone'
  /** Undefined if an employee acted. */
  ip: string | undefined
  device: string | undefined
}

const actions = [
  ...actionsOf('sign-in').filter(action => action !== 'access.refused'),
  'data.exported',
  'erasure.requested',
  'erasure.withdrawn',
  'person.accepted',
  'person.delegate_accepted',
  'person.enabled',
  'profile.updated',
  'administrator.granted',
  'administrator.revoked',
  'mail_preferences.changed',
]

/** Actions worded differently for the person concerned. */
const wordsToSubject: Record<string, string> = {
  'profile.updated': 'Changed your details',
  'passkey.reset': 'Removed your passkeys',
  'session.all_ended': 'Ended all of your sessions',
  'person.accepted': 'Accepted you as an investor',
  'person.delegate_accepted': 'Accepted you as an investor',
  'person.enabled': 'Reopened your access',
  'administrator.granted': 'Made you an administrator',
  'administrator.revoked': 'Removed you as an administrator',
}

/** @returns recent events of the actor's account: sign-ins, attempts and changes, newest first */
export async function getOwnActivity(actor: Actor): Promise<OwnActivity[]> {
  const entries = await queryAs(actor, tx =>
    tx
      .selectFrom('app.readable_audit')
      .select(['id', 'at', 'action', 'actor_id', 'ip', 'user_agent'])
      .where('subject_id', '=', actor.id)
      .where('action', 'in', actions)
      .orderBy('id', 'desc')
      .limit(ownActivityShown)
      .execute(),
  )
  return entries.map(({ id, at, action, actor_id, ip, user_agent }) => {
    const by = actor_id === actor.id ? 'you' : actor_id ? 'the fund' : 'someone'
    const where =
      by === 'the fund' ? {} : { ip: ip ?? undefined, device: user_agent ? describeDevice(user_agent) : undefined }
    return {
      id,
      at,
      what: wordsToSubject[action] ?? actionWords(action),
      by,
      ip: undefined,
      device: undefined,
      ...where,
    }
  })
}
