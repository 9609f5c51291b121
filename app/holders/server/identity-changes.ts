import type { Transaction } from 'kysely'
import { href } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalKinds, RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'
import { requireSanctionsClear, sanctionsCodes } from '../../sanctions/server/require-clear.ts'
import { type HolderKind, holderKinds, maskedNumber, type SigningRule, signingRules } from '../holders.ts'
import type { HolderColumns } from './holder-details.ts'
import { mailIdentityChange } from './identity-mail.ts'
import { putInForce, storeNumber } from './number-vault.ts'

/** A holder's identity, payment details and signing rule. */
export type Identity = Omit<HolderColumns, 'state' | 'statement_rhythm'>

export const identityColumns = ['legal_name', 'kind', 'custodian_name', 'signing_rule', 'address_lines'] as const

/** Old and new values of the changed fields. */
interface IdentityChange {
  from: Partial<Identity>
  to: Partial<Identity>
}

/** Content of the approval. The database allows exactly the values in `to`, and the number it names. */
interface IdentityContent extends IdentityChange {
  holder: string
  /** Id of the new number in the vault. */
  numberId?: string
  /** Last digits of the account numbers. */
  account?: { from: string | null; to: string }
}

const kind = 'holder.identity'

/** Names of the columns in lists and e-mails. */
const columnWords: Record<keyof Identity, string> = {
  legal_name: 'legal name',
  kind: 'kind',
  custodian_name: 'custodian',
  signing_rule: 'signing rule',
  address_lines: 'address',
}

/** @returns old and new values of a holder's changed columns; undefined if none changed */
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
 * Requests a change of a holder's identity, payment details or signing rule.
 * @param holder its current row
 * @param typedAccount a new custodial account number, as typed; empty if unchanged
 * @throws PortalError as `storeNumber` and `askForApproval`
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
    ? await storeNumber(tx, actor, holder.id, 'custodian_account', typedAccount)
    : undefined
  const content: IdentityContent = {
    ...change,
    holder: named,
    ...(kept && { numberId: kept.id, account: { from: holder.custodian_account_last4, to: kept.last4 } }),
  }
  const summary = `Change of ${named}: ${describeChanges(content).join(', ')}`
  await askForApproval(tx, actor, { kind, subjectId: holder.id, holderId: holder.id, content, summary })
}

/** @returns the changed fields in words, such as 'legal name' */
function describeChanges({ to, account }: Pick<IdentityContent, 'to' | 'account'>): string[] {
  return [
    ...identityColumns.filter(column => column in to).map(column => columnWords[column]),
    ...(account ? ['account at the custodian'] : []),
  ]
}

/** @returns a column's value for display */
function inWords(column: keyof Identity, value: string | null | undefined): string {
  if (!value) return 'none'
  if (column === 'kind') return holderKinds[value as HolderKind]
  if (column === 'signing_rule') return signingRules[value as SigningRule].toLowerCase()
  return `“${value.replaceAll('\n', ', ')}”`
}

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
            `The account at the custodian ${account.from ? `changes from ${maskedNumber(account.from)} to` : 'becomes'} ${maskedNumber(account.to)}. Payments go there from now on. Call an authorized person at a number already on file, and confirm the change.`,
          ]
        : []),
    ],
    apply: applyIdentity,
    link: ({ subjectId }) => href('/profile/admin/holders/:id', { id: subjectId }),
    codes: { ...sanctionsCodes, custodian_of_retirement_account: 'CUSTODIAN_REQUIRED' },
  },
}

async function applyIdentity(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: RequestedApproval<IdentityContent>,
): Promise<void> {
  const { from, to, account } = content
  if (account) await requireSanctionsClear(tx, subjectId)
  const holder = await tx
    .selectFrom('holders')
    .select([...identityColumns, 'custodian_account_last4'])
    .where('id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst()
  const isUnchanged =
    holder &&
    identityColumns.every(column => !(column in from) || holder[column] === from[column]) &&
    (!account || holder.custodian_account_last4 === account.from)
  // The holder has changed since, so the approver would decide on different values.
  if (!isUnchanged) throw new PortalError('APPROVAL_GONE')
  if (Object.keys(to).length > 0) {
    await tx.updateTable('holders').set(to).where('id', '=', subjectId).execute()
    await audit(tx, actor, 'holder.updated', subjectId, { from, to, approval_id: id })
  }
  if (account) {
    await putInForce(tx, subjectId)
    await audit(tx, actor, 'vault.replaced', subjectId, { kind: 'custodian_account', ...account, approval_id: id })
  }
  await mailIdentityChange(tx, subjectId, { what: describeChanges(content), account })
}
