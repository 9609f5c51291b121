import { type RawBuilder, sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval, Concerns } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { isTestLogin } from '../identity/test-login.ts'
import { PortalError } from '../platform/portal-error.ts'
import { lastDeciderCodes, requireSecondDecider } from './last-decider.ts'
import { mailDeciders } from './rights-mail.ts'

/** What a person may be made. */
export type RightName = 'administrator' | 'approver'

/**
 * Asks to make a person an administrator, which a second person approves, or revokes that at once. Revocations run one at a
 * time, and the last administrator can't be removed: if two remove each other at the same moment, one remains. The right
 * ends with the person's next request, and so do the live updates that show them other people's documents.
 * @param alone why one person is enough, as typed, where nobody else would decide afterward
 * @returns whether anything changed, or was asked for
 * @throws PortalError FORBIDDEN unless the actor is an administrator, also when their turn comes; LAST_ADMINISTRATOR;
 *   LAST_DECIDER, REASON_LONG;
 *   TEST_LOGIN_NOT_ADMIN; APPROVER_INACTIVE where access is closed; DELEGATE_NOT_GUEST for whom a holder has let in; NOT_FOUND; PROOF_NEEDED; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function setAdministrator(actor: Actor, userId: string, isAdmin: boolean, alone = ''): Promise<boolean> {
  return isAdmin ? askForRight(actor, userId, 'administrator') : revokeRight(actor, userId, 'administrator', alone)
}

/**
 * Asks to make a person an approver, which a second person approves, or revokes that at once. They approve what
 * administrators ask for, and can do nothing else in the office; administrators can without it. The right ends with the
 * person's next request.
 * @param alone as for `setAdministrator`
 * @returns whether anything changed, or was asked for
 * @throws PortalError FORBIDDEN unless the actor is an administrator; LAST_DECIDER, REASON_LONG; PROOF_NEEDED; NOT_FOUND; APPROVER_INACTIVE for a
 *   guest, or where access is closed; TEST_LOGIN_NOT_ADMIN; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function setApprover(actor: Actor, userId: string, isApprover: boolean, alone = ''): Promise<boolean> {
  return isApprover ? askForRight(actor, userId, 'approver') : revokeRight(actor, userId, 'approver', alone)
}

/** What the approval keeps. */
interface RightContent extends Concerns {
  /** With the address: anybody can take a colleague's name. */
  person: string
  email: string
}

const titles = { administrator: 'an administrator', approver: 'an approver' } as const

const codes: ConstraintCodes = {
  ...lastDeciderCodes,
  an_administrator_stays: 'LAST_ADMINISTRATOR',
  decider_is_active: 'APPROVER_INACTIVE',
  delegate_stays: 'DELEGATE_NOT_GUEST',
  address_unchanged: 'APPROVAL_GONE',
}

/** Sets a right: whether that changed anything, null where there is no such person. */
function setRight(right: RightName, id: string, isGiven: boolean): RawBuilder<boolean | null> {
  return right === 'administrator'
    ? sql`app.set_administrator(${id}, ${isGiven})`
    : sql`app.set_approver(${id}, ${isGiven})`
}

async function askForRight(actor: Actor, userId: string, right: RightName): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(actor, async tx => {
    const person = await tx
      .selectFrom('user_profiles')
      .select(['email', 'full_name', 'is_admin', 'is_approver', 'accepted_at', 'disabled_at'])
      .select(sql<boolean>`app.came_by_grant(id, email)`.as('came_by_grant'))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!person) throw new PortalError('NOT_FOUND')
    const { email, full_name } = person
    if (isTestLogin(email)) throw new PortalError('TEST_LOGIN_NOT_ADMIN')
    if (right === 'administrator' ? person.is_admin : person.is_approver) return false
    if (person.disabled_at || (right === 'approver' && !person.accepted_at)) throw new PortalError('APPROVER_INACTIVE')
    if (!person.accepted_at && person.came_by_grant) throw new PortalError('DELEGATE_NOT_GUEST')
    const name = full_name ? `${full_name} (${email})` : email
    const content: RightContent = { person: name, email, concerns: [id] }
    const summary = `Make ${name} ${titles[right]}`
    await askForApproval(tx, actor, { kind: `right.${right}`, subjectId: id, holderId: null, content, summary })
    return true
  })
}

async function revokeRight(actor: Actor, userId: string, right: RightName, alone: string): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const work = async (tx: Transaction<Database>) => {
    const said = await requireSecondDecider(tx, id, [right], alone)
    const email = await emailOf(tx, id)
    const { changed } = await tx.selectNoFrom(setRight(right, id, false).as('changed')).executeTakeFirstOrThrow()
    if (changed === null || email === undefined) throw new PortalError('NOT_FOUND')
    if (!changed) return false
    await audit(tx, actor, `${right}.revoked`, id, { email, by: actor.email, ...said.details })
    await said.mail(`${actor.email} has removed ${email} as ${titles[right]}.`)
    return true
  }
  return asAdministrator(actor, work, codes)
}

async function emailOf(tx: Transaction<Database>, id: string): Promise<string | undefined> {
  return (await tx.selectFrom('user_profiles').select('email').where('id', '=', id).executeTakeFirst())?.email
}

function kindOf(right: RightName, what: string) {
  return {
    title: 'A right',
    describe: ({ person }: RightContent) => [
      `${person} becomes ${titles[right]}: ${what}`,
      'What they approve counts after a few days. Everybody who decides is told.',
    ],
    apply: (tx: Transaction<Database>, actor: Actor, approval: AskedApproval<RightContent>) =>
      grant(tx, actor, right, approval),
    link: ({ subjectId }: { subjectId: string }) => href('/profile/admin/people/:id', { id: subjectId }),
    codes,
  }
}

/** What needs two people about rights. */
export const rightApprovals: ApprovalKinds<RightContent> = {
  'right.administrator': kindOf('administrator', 'they see and change everything, and decide on what others ask for.'),
  'right.approver': kindOf(
    'approver',
    'they decide on what administrators ask for, and see of the office only what that rests on.',
  ),
}

async function grant(
  tx: Transaction<Database>,
  actor: Actor,
  right: RightName,
  { id, subjectId, content: { person, email } }: AskedApproval<RightContent>,
): Promise<void> {
  const { changed } = await tx.selectNoFrom(setRight(right, subjectId, true).as('changed')).executeTakeFirstOrThrow()
  // Somebody else has given it meanwhile, or the person is gone.
  if (!changed) throw new PortalError('APPROVAL_GONE')
  await audit(tx, actor, `${right}.granted`, subjectId, { email, by: actor.email, approval_id: id })
  const { rows } = await sql<{ deciders: string[] }>`select app.deciders() as deciders`.execute(tx)
  await mailDeciders(
    tx,
    rows[0]?.deciders ?? [],
    `${person} is ${titles[right]} now. ${actor.fullName ?? actor.email} has approved that.`,
  )
}
