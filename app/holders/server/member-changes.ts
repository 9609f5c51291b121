import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { asciiAddress } from '../../../rules/ascii-address.ts'
import { isEmailAddress } from '../../../rules/email.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalKinds, Concerns, RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'
import { addMemberCommand, removeMemberCommand } from '../holders.commands.ts'
import { type MemberRight, memberLimit, memberRights } from '../holders.ts'
import { mailIdentityChange } from './identity-mail.ts'

/** Content of the approval. */
interface ChangeContent extends Concerns {
  holder: string
  change: 'add' | 'end'
  userId: string
  name: string
  right: MemberRight
  /** The membership to end. */
  memberId?: string
  /** Supporting document; missing in older changes. */
  document?: string
}

const kind = 'holder.members'

/** Requests a new member of a holder. @returns the approval's id */
export const requestNewMember = perform(addMemberCommand, async ({ tx, actor }, holderId, { email, right, paper }) => {
  const id = assertId(holderId)
  return ask(tx, actor, id, { ...(await additionOf(tx, id, email, right)), document: paper })
})

/** Requests removal of a member. @returns the approval's id */
export const requestMemberRemoval = perform(removeMemberCommand, async ({ tx, actor }, holderId, { member, paper }) => {
  const id = assertId(holderId)
  return ask(tx, actor, id, { ...(await endOf(tx, id, member)), document: paper })
})

async function ask(
  tx: Transaction<Database>,
  actor: Actor,
  id: string,
  what: Omit<ChangeContent, 'holder' | 'concerns'>,
): Promise<string> {
  const holder = await tx.selectFrom('holders').select(['number', 'legal_name']).where('id', '=', id).executeTakeFirst()
  if (!holder) throw new PortalError('NOT_FOUND')
  const named = `${holder.legal_name} (${holder.number})`
  const content: ChangeContent = { ...what, holder: named, concerns: [what.userId] }
  const summary = what.change === 'add' ? `Add ${what.name} to ${named}` : `Remove ${what.name} from ${named}`
  return askForApproval(tx, actor, { kind, subjectId: id, holderId: id, content, summary })
}

async function additionOf(tx: Transaction<Database>, holderId: string, email: string, right: string) {
  const address = asciiAddress(email.trim()).toLowerCase()
  if (!isEmailAddress(address) || !Object.hasOwn(memberRights, right)) throw new PortalError('MEMBER_UNKNOWN')
  const person = await tx
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email'])
    .where('id', '=', sql<string>`app.person_with(${address})`)
    .executeTakeFirst()
  if (!person) throw new PortalError('MEMBER_UNKNOWN')
  const members = await activeMembers(tx, holderId)
  if (members.some(({ user_id }) => user_id === person.id)) throw new PortalError('MEMBER_TWICE')
  if (members.length >= memberLimit) throw new PortalError('MEMBER_LIMIT')
  const name = person.full_name ? `${person.full_name} (${person.email})` : person.email
  return { change: 'add' as const, userId: person.id, name, right: right as MemberRight }
}

async function endOf(tx: Transaction<Database>, holderId: string, memberId: string) {
  const members = await activeMembers(tx, holderId)
  const member = members.find(({ id }) => id === memberId)
  if (!member) throw new PortalError('MEMBER_GONE')
  assertMemberLeft(members, memberId)
  const name = member.full_name ? `${member.full_name} (${member.email})` : member.email
  return { change: 'end' as const, userId: member.user_id, name, right: member.member_right, memberId }
}

function activeMembers(tx: Transaction<Database>, holderId: string) {
  return tx
    .selectFrom('holder_members as member')
    .innerJoin('user_profiles as person', 'person.id', 'member.user_id')
    .select(['member.id', 'member.user_id', 'member.member_right', 'person.full_name', 'person.email'])
    .where('member.holder_id', '=', holderId)
    .where('member.ended_at', 'is', null)
    .execute()
}

/** @throws PortalError LAST_MEMBER if only viewers would be left */
function assertMemberLeft(members: readonly { id: string; member_right: MemberRight }[], endingId: string): void {
  if (!members.some(({ id, member_right }) => id !== endingId && member_right !== 'viewer'))
    throw new PortalError('LAST_MEMBER')
}

export const holderApprovals: ApprovalKinds<ChangeContent> = {
  [kind]: {
    title: 'Authorized people',
    describe: ({ holder, change, name, right, document }) => {
      const role = memberRights[right].toLowerCase()
      return [
        change === 'add'
          ? `${name} acts for ${holder}, as ${role}.`
          : `${name} no longer acts for ${holder}, for which they are ${role} now.`,
        document ? `Supporting document: ${document}` : 'No document was named.',
      ]
    },
    apply: applyChange,
    link: ({ subjectId }) => href('/profile/admin/holders/:id', { id: subjectId }),
    codes: { holder_members_active: 'MEMBER_TWICE', member_has_access: 'MEMBER_CLOSED' },
  },
}

async function applyChange(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: RequestedApproval<ChangeContent>,
) {
  const { change, userId, right, memberId } = content
  // Serializes changes of a holder's members: two concurrent removals must not remove everyone.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members of ${subjectId}`}, 0))`.execute(tx)
  await mailIdentityChange(tx, subjectId, { what: ['its authorized people'], also: userId })
  if (change === 'add') {
    const member = { id: randomUUID(), holder_id: subjectId, user_id: userId, member_right: right }
    await tx
      .insertInto('holder_members')
      .values({ ...member, added_by: actor.id, approval_id: id })
      .execute()
    await audit(tx, actor, 'holder.member_added', subjectId, { user_id: userId, right, approval_id: id })
    return
  }
  const active = await tx
    .selectFrom('holder_members')
    .select(['id', 'member_right'])
    .where('holder_id', '=', subjectId)
    .where('ended_at', 'is', null)
    .execute()
  if (!memberId || !active.some(member => member.id === memberId)) throw new PortalError('MEMBER_GONE')
  assertMemberLeft(active, memberId)
  await tx
    .updateTable('holder_members')
    .set({ ended_at: sql`now()`, ended_by: actor.id })
    .where('id', '=', memberId)
    .execute()
  await audit(tx, actor, 'holder.member_ended', subjectId, { user_id: userId, right, approval_id: id })
}
