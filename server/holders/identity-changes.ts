import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { type HolderKind, holderKinds, maskedNumber, type SigningRule, signingRules } from '../../rules/holders.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { HolderColumns } from './holder-details.ts'
import { mailIdentityChange } from './identity-mail.ts'
import { keepNumber, putInForce } from './number-vault.ts'

/** Who a holder is, how it is paid, and who has to sign for it. */
export type Identity = Omit<HolderColumns, 'state' | 'statement_rhythm'>

export const identityColumns = ['legal_name', 'kind', 'custodian_name', 'signing_rule', 'address_lines'] as const

/** What two people change of it, and from what. */
interface IdentityChange {
  from: Partial<Identity>
  to: Partial<Identity>
}

/** What the approval keeps. The database lets through exactly what `to` says, and the number that it names. */
interface IdentityContent extends IdentityChange {
  holder: string
  /** Of the new number, in the vault. */
  numberId?: string
  /** The ends of the account numbers. */
  account?: { from: string | null; to: string }
}

const kind = 'holder.identity'

/** What each column is called, in lists and mail. */
const columnWords: Record<keyof Identity, string> = {
  legal_name: 'legal name',
  kind: 'kind',
  custodian_name: 'custodian',
  signing_rule: 'signing rule',
  address_lines: 'address',
}

/** @returns the columns of a holder that change, as they are and as they become; undefined where none does */
export function changeOf<Columns extends object>(
  before: Readonly<Columns>,
  after: Columns,
): { from: Partial<Columns>; to: Partial<Columns> } | undefined {
  const changed = (Object.keys(after) as (keyof Columns)[]).filter(name => after[name] !== before[name])
  if (changed.length === 0) return undefined
  const only = (columns: Columns) => Object.fromEntries(changed.map(name => [name, columns[name]])) as Partial<Columns>
  return { from: only(before), to: only(after) }
}

/**
 * Asks for a change of who a holder is, how it is paid or who has to sign; a second person approves it.
 * @param holder as it is
 * @param typedAccount a new number of the custodian's account, as typed; empty where it stays
 * @throws PortalError as `keepNumber` and `askForApproval`
 */
export async function askForIdentity(
  tx: Transaction<Database>,
  actor: Actor,
  holder: { id: string; number: string; legal_name: string; custodian_account_last4: string | null },
  change: IdentityChange,
  typedAccount: string,
): Promise<void> {
  const named = `${holder.legal_name} (${holder.number})`
  const kept = typedAccount.trim()
    ? await keepNumber(tx, actor, holder.id, 'custodian_account', typedAccount)
    : undefined
  const content: IdentityContent = {
    ...change,
    holder: named,
    ...(kept && { numberId: kept.id, account: { from: holder.custodian_account_last4, to: kept.last4 } }),
  }
  const summary = `Change of ${named}: ${whatChanges(content).join(', ')}`
  await askForApproval(tx, actor, { kind, subjectId: holder.id, holderId: holder.id, content, summary })
}

/** @returns what changes, in words, such as 'legal name' */
function whatChanges({ to, account }: Pick<IdentityContent, 'to' | 'account'>): string[] {
  return [
    ...identityColumns.filter(column => column in to).map(column => columnWords[column]),
    ...(account ? ['account at the custodian'] : []),
  ]
}

/** @returns a column as people read it */
function inWords(column: keyof Identity, value: string | null | undefined): string {
  if (!value) return 'none'
  if (column === 'kind') return holderKinds[value as HolderKind]
  if (column === 'signing_rule') return signingRules[value as SigningRule].toLowerCase()
  return `“${value.replaceAll('\n', ', ')}”`
}

/** What needs two people about who a holder is. */
export const identityApprovals: ApprovalKinds<IdentityContent> = {
  [kind]: {
    title: 'A holder’s details',
    describe: ({ holder, from, to, account }) => [
      `Of ${holder}:`,
      ...identityColumns
        .filter(column => column in to)
        .map(
          column =>
            `The ${columnWords[column]} changes from ${inWords(column, from[column])} to ${inWords(column, to[column])}.`,
        ),
      ...(account
        ? [
            `The account at the custodian ${account.from ? `changes from ${maskedNumber(account.from)} to` : 'becomes'} ${maskedNumber(account.to)}. Payments go there from now on. Call somebody who acts for the holder, at a number you have had before, and ask whether that’s right.`,
          ]
        : []),
    ],
    apply: applyIdentity,
    link: ({ subjectId }) => href('/profile/admin/holders/:id', { id: subjectId }),
    codes: { custodian_of_retirement_account: 'CUSTODIAN_REQUIRED' },
  },
}

async function applyIdentity(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<IdentityContent>,
): Promise<void> {
  const { from, to, account } = content
  const holder = await tx
    .selectFrom('holders')
    .select([...identityColumns, 'custodian_account_last4'])
    .where('id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst()
  const isAsAsked =
    holder &&
    identityColumns.every(column => !(column in from) || holder[column] === from[column]) &&
    (!account || holder.custodian_account_last4 === account.from)
  // The second person would decide on something else.
  if (!isAsAsked) throw new PortalError('APPROVAL_GONE')
  if (Object.keys(to).length > 0) {
    await tx.updateTable('holders').set(to).where('id', '=', subjectId).execute()
    await audit(tx, actor, 'holder.updated', subjectId, { from, to, approval_id: id })
  }
  if (account) {
    await putInForce(tx, subjectId)
    await audit(tx, actor, 'vault.replaced', subjectId, { kind: 'custodian_account', ...account, approval_id: id })
  }
  await mailIdentityChange(tx, subjectId, { what: whatChanges(content), account })
}
