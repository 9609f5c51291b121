import { type RawBuilder, sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalKinds, Concerns, RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { isTestLogin } from '../../identity/server/test-login.ts'
import {
  removeAdministratorCommand,
  removeApproverCommand,
  requestAdministratorCommand,
  requestApproverCommand,
} from '../person.commands.ts'
import { lastApproverCodes, requireSecondApprover } from './last-approver.ts'
import { mailApprovers } from './rights-mail.ts'

export type RightName = 'administrator' | 'approver'

/** Content of the approval. */
interface RightContent extends Concerns {
  /** With the address: anyone can take a colleague's name. */
  person: string
  email: string
}

const kinds = { administrator: requestAdministratorCommand.name, approver: requestApproverCommand.name } as const
const titles = { administrator: 'an administrator', approver: 'an approver' } as const

const codes: ConstraintCodes = {
  ...lastApproverCodes,
  an_administrator_stays: 'LAST_ADMINISTRATOR',
  decider_is_active: 'APPROVER_INACTIVE',
  delegate_stays: 'DELEGATE_NOT_GUEST',
  address_unchanged: 'APPROVAL_GONE',
}

/** Sets a right: returns whether that changed anything, null for an unknown person. */
function setRight(right: RightName, id: string, isGiven: boolean): RawBuilder<boolean | null> {
  return right === 'administrator'
    ? sql`app.set_administrator(${id}, ${isGiven})`
    : sql`app.set_approver(${id}, ${isGiven})`
}

/** Requests the administrator right for a person. @returns whether it was requested */
export const requestAdministrator = perform(
  requestAdministratorCommand,
  (work, userId) => askForRight(work, userId, 'administrator'),
  { before: requireFreshProof, codes },
)

/**
 * Requests the approver right for a person, which has no other administrator rights; administrators can approve without
 * it.
 * @returns whether it was requested
 */
export const requestApprover = perform(
  requestApproverCommand,
  (work, userId) => askForRight(work, userId, 'approver'),
  { before: requireFreshProof, codes },
)

/**
 * Removes an administrator at once. Removals are serialized, and the last administrator stays: if two remove each other
 * at the same moment, one remains. The right ends with the person's next request, as do live updates about other
 * people's documents.
 * @returns whether anything changed
 */
export const removeAdministrator = perform(
  removeAdministratorCommand,
  (work, userId, { alone }) => revokeRight(work, userId, 'administrator', alone),
  { before: requireFreshProof, codes },
)

/** Removes an approver at once. The right ends with the person's next request. @returns whether anything changed */
export const removeApprover = perform(
  removeApproverCommand,
  (work, userId, { alone }) => revokeRight(work, userId, 'approver', alone),
  { before: requireFreshProof, codes },
)

async function askForRight(
  { tx, actor, refuse }: Pick<Work<typeof requestAdministratorCommand>, 'tx' | 'actor' | 'refuse'>,
  userId: string,
  right: RightName,
): Promise<boolean> {
  const id = assertId(userId)
  const person = await tx
    .selectFrom('user_profiles')
    .select(['email', 'full_name', 'is_admin', 'is_approver', 'accepted_at', 'disabled_at'])
    .select(sql<boolean>`app.came_by_grant(id, email)`.as('came_by_grant'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) throw refuse('NOT_FOUND')
  const { email, full_name } = person
  if (isTestLogin(email)) throw refuse('TEST_LOGIN_NOT_ADMIN')
  if (right === 'administrator' ? person.is_admin : person.is_approver) return false
  if (person.disabled_at || (right === 'approver' && !person.accepted_at)) throw refuse('APPROVER_INACTIVE')
  if (!person.accepted_at && person.came_by_grant) throw refuse('DELEGATE_NOT_GUEST')
  const name = full_name ? `${full_name} (${email})` : email
  const content: RightContent = { person: name, email, concerns: [id] }
  const summary = `Make ${name} ${titles[right]}`
  await askForApproval(tx, actor, { kind: kinds[right], subjectId: id, holderId: null, content, summary })
  return true
}

async function revokeRight(
  { tx, actor }: Pick<Work, 'tx' | 'actor'>,
  userId: string,
  right: RightName,
  alone: string,
): Promise<boolean> {
  const id = assertId(userId)
  const said = await requireSecondApprover(tx, id, [right], alone)
  const email = await emailOf(tx, id)
  const { changed } = await tx.selectNoFrom(setRight(right, id, false).as('changed')).executeTakeFirstOrThrow()
  if (changed === null || email === undefined) throw new PortalError('NOT_FOUND')
  if (!changed) return false
  await audit(tx, actor, `${right}.revoked`, id, { email, by: actor.email, ...said.details })
  await said.mail(`${actor.email} has removed ${email} as ${titles[right]}.`)
  return true
}

async function emailOf(tx: Transaction<Database>, id: string): Promise<string | undefined> {
  return (await tx.selectFrom('user_profiles').select('email').where('id', '=', id).executeTakeFirst())?.email
}

function kindOf(right: RightName, what: string) {
  return {
    title: 'A right',
    describe: ({ person }: RightContent) => [
      `${person} becomes ${titles[right]}: ${what}`,
      'Their approvals count after a few days. All approvers are notified.',
    ],
    apply: (tx: Transaction<Database>, actor: Actor, approval: RequestedApproval<RightContent>) =>
      grant(tx, actor, right, approval),
    link: ({ subjectId }: { subjectId: string }) => href('/profile/admin/people/:id', { id: subjectId }),
    codes,
  }
}

export const rightApprovals: ApprovalKinds<RightContent> = {
  [kinds.administrator]: kindOf('administrator', 'they see and change everything, and approve others’ requests.'),
  [kinds.approver]: kindOf('approver', 'they approve administrators’ requests, and see only the evidence for them.'),
}

async function grant(
  tx: Transaction<Database>,
  actor: Actor,
  right: RightName,
  { id, subjectId, content: { person, email } }: RequestedApproval<RightContent>,
): Promise<void> {
  const { changed } = await tx.selectNoFrom(setRight(right, subjectId, true).as('changed')).executeTakeFirstOrThrow()
  // The right was granted meanwhile, or the person is gone.
  if (!changed) throw new PortalError('APPROVAL_GONE')
  await audit(tx, actor, `${right}.granted`, subjectId, { email, by: actor.email, approval_id: id })
  const { rows } = await sql<{ approvers: string[] }>`select app.deciders() as approvers`.execute(tx)
  await mailApprovers(
    tx,
    rows[0]?.approvers ?? [],
    `${person} is ${titles[right]} now. ${actor.fullName ?? actor.email} has approved that.`,
  )
}
