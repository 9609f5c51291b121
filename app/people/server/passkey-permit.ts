import { type SqlBool, sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { passkeyPermitLifetime } from '../../../rules/limits.ts'
import { notices } from '../../../rules/notices.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalKinds, Concerns, RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { permitNotice, permitReceipt } from '../../identity/server/passkeys/passkey-mail.ts'
import { mailReissue } from '../../identity/server/reissue-mail.ts'
import { permitPasskeyCommand } from '../session.commands.ts'

/** Content of the approval. */
interface PermitContent extends Concerns {
  email: string
  /** Address of the requesting administrator. */
  by: string
}

/**
 * Lets another administrator or an approver, who lost their passkey, add a new one within `passkeyPermitLifetime` after
 * signing in with a code. Needs approval if a third person can decide. Everyone who can approve is notified. The person can't
 * approve anything for `DECIDER_WAIT_DAYS`, counted from the new passkey.
 */
export const permitNewPasskey = perform(
  permitPasskeyCommand,
  async ({ tx, actor, refuse }, userId) => {
    const id = assertId(userId)
    const person = await tx
      .selectFrom('user_profiles')
      .select(['id', 'email', sql<boolean>`app.permit_takes_two(id)`.as('takesTwo')])
      .where('id', '=', id)
      .where(sql<SqlBool>`(is_admin or is_approver)`)
      .executeTakeFirst()
    if (!person || id === actor.id) throw refuse('NOT_FOUND')
    const { email } = person
    if (!person.takesTwo) {
      await permit(tx, actor, id, { email, by: actor.email })
      return { notice: permitPasskeyCommand.notice }
    }
    const content: PermitContent = { email, by: actor.email, concerns: [id] }
    const summary = `Let ${email} add a new passkey`
    await askForApproval(tx, actor, { kind, subjectId: id, holderId: null, content, summary })
    await mailReissue(tx, id, `${actor.email} submitted for approval that ${email} may add a new passkey without one.`)
    return { notice: notices.memberChangeRequested }
  },
  { before: requireFreshProof },
)

const kind = permitPasskeyCommand.name

async function permit(
  tx: Transaction<Database>,
  actor: Actor,
  id: string,
  { email, by }: Pick<PermitContent, 'email' | 'by'>,
  approvalId?: string,
): Promise<void> {
  const { rows } = await sql<{ permitted: boolean }>`
    select app.permit_new_passkey(${id}, ${passkeyPermitLifetime / 1000}) as permitted`.execute(tx)
  if (!rows[0]?.permitted) throw new PortalError(approvalId ? 'APPROVAL_GONE' : 'NOT_FOUND')
  await audit(tx, actor, 'passkey.permitted', id, { email, by, ...(approvalId && { approval_id: approvalId }) })
  await queueMail(tx, permitNotice(email, by))
  await queueMail(tx, permitReceipt(by, email))
  await mailReissue(tx, id, `${email} may add a new passkey within 24 hours without showing one. Allowed by ${by}.`)
}

/** A permit decided by a third person. */
export const permitApprovals: ApprovalKinds<PermitContent> = {
  [kind]: {
    title: 'A new passkey',
    describe: ({ email, by }) => [
      `${email} may add a new passkey within 24 hours with a code from their e-mail alone, as ${by} asks.`,
      'Call them first at a number you already know. They can’t approve anything for a few days. Every administrator and approver is notified.',
    ],
    apply: (tx: Transaction<Database>, actor: Actor, { id, subjectId, content }: RequestedApproval<PermitContent>) =>
      permit(tx, actor, subjectId, content, id),
    link: ({ subjectId }) => href('/profile/admin/people/:id', { id: subjectId }),
  },
}
