/** Holders: names on the register of notes, and their members. */

/** Kinds of holders, with their labels. */
export const holderKinds = {
  individual: 'Individual',
  joint_jtwros: 'Joint tenants with right of survivorship',
  joint_tic: 'Tenants in common',
  joint_community: 'Community property',
  revocable_trust: 'Revocable trust',
  irrevocable_trust: 'Irrevocable trust',
  llc: 'LLC',
  lp: 'Limited partnership',
  corporation: 'Corporation',
  sdira: 'Self-directed IRA',
  solo_401k: 'Solo 401(k)',
} as const
export type HolderKind = keyof typeof holderKinds

const kindsInOrder = Object.keys(holderKinds)

/** @returns one investor's holders in the order of every list: the person, then trusts and companies, then retirement accounts */
export function personFirst<Held extends { kind: HolderKind }>(holders: readonly Held[]): Held[] {
  const place = ({ kind }: Held) => kindsInOrder.indexOf(kind)
  return holders.toSorted((one, other) => place(one) - place(other))
}

/** A member's rights; a viewer has view-only access. */
export const memberRights = {
  owner: 'Owner',
  trustee: 'Trustee',
  manager: 'Manager',
  authorized_signer: 'Authorized signer',
  viewer: 'Viewer',
} as const
export type MemberRight = keyof typeof memberRights

/** The number of members who must sign, of those who may. */
export const signingRules = { one: 'Any one signs', all: 'All sign', any_two: 'Any two sign' } as const
export type SigningRule = keyof typeof signingRules

/** Filters of the list of holders; all by default. */
export const holderShows = {
  late: 'Late payments',
  unverified: 'Not verified',
  maturing: 'Maturing in 90 days',
} as const
export type HolderShow = keyof typeof holderShows

/** Days before a note's maturity from which its holder is listed. */
export const maturingSoon = 90

export const statementRhythms = { monthly: 'Monthly', quarterly: 'Quarterly', annual: 'Annual' } as const
export type StatementRhythm = keyof typeof statementRhythms

/** Reasons of a freeze. */
export const freezeReasons = {
  death: 'A member has died',
  dispute: 'A dispute over who is authorized',
  court: 'A court or an authority has ordered it',
} as const

export const approvalDecisions = {
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  void: 'Void',
} as const
export type ApprovalDecision = keyof typeof approvalDecisions

/** Most characters. */
export const holderNameLength = 200
export const custodianNameLength = 200
export const holderAddressLength = 500
export const accountNumberLength = 34
export const approvalReasonLength = 500
/** Most members of one holder. */
export const memberLimit = 20
/** Most characters of the supporting document's name. */
export const memberDocumentLength = 200
/** Most characters of the reason that a freeze ends. */
export const freezeReasonLength = 300

/** @returns a masked number, such as '••1234' */
export function maskedNumber(last4: string): string {
  return `••${last4}`
}

/** @returns an account's number in capitals, without spaces and hyphens; undefined if invalid */
export function readAccountNumber(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[0-9A-Z]{3,34}$/.test(number) ? number : undefined
}

/** The states and territories of the United States, as two letters. */
export const usStates = [
  ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA'],
  ...['ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR'],
  ...['PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'AS', 'GU', 'MP', 'VI'],
]

/** Errors by code. */
export const holderMessages = {
  LOAD_APPROVALS_FAILED: 'We couldn’t load the approvals. Try again in a moment.',
  APPROVAL_FAILED: 'We couldn’t record your decision. Nothing has changed. Try again in a moment.',
  LOAD_HOLDERS_FAILED: 'We couldn’t load the holders. Try again in a moment.',
  HOLDER_FAILED: 'We couldn’t save this. Nothing has changed. Try again in a moment.',
  HOLDER_NAME_REQUIRED: 'Enter the name exactly as it is titled.',
  HOLDER_NAME_LONG: `The name has more than ${holderNameLength} characters.`,
  HOLDER_KIND_REQUIRED: 'Choose what this holder is.',
  CUSTODIAN_REQUIRED: 'Enter the custodian of this IRA.',
  CUSTODIAN_LONG: `The custodian’s name has more than ${custodianNameLength} characters.`,
  ACCOUNT_NUMBER_INVALID: 'An account number has 3 to 34 letters and digits.',
  HOLDER_ADDRESS_LONG: `The address has more than ${holderAddressLength} characters.`,
  STATE_INVALID: 'Choose a state.',
  MEMBER_REQUIRED: 'Name at least one authorized person.',
  MEMBER_UNKNOWN: 'No one with that e-mail address has been accepted. Invite or accept them first.',
  MEMBER_TWICE: 'This person is already authorized for the holder.',
  MEMBER_GONE: 'This person is no longer authorized for the holder.',
  MEMBER_CLOSED: 'The access of a person who is to be authorized has been closed. Ask again without them.',
  MEMBER_PAPER: 'Name the supporting document, such as an operating agreement or letters testamentary.',
  MEMBER_LIMIT: `A holder has at most ${memberLimit} members.`,
  LAST_MEMBER: 'This is the holder’s only authorized person. Add another one first.',
  VAULT_KEY_MISSING:
    'Account numbers are kept encrypted, and this site can’t encrypt yet. Ask the person who runs its server to turn that on (VAULT_KEY), or leave the number empty.',
  VAULT_GONE: 'This number is no longer kept.',
  VAULT_LOCKED: 'This number was encrypted with a VAULT_KEY that the site no longer has.',
  NOBODY_TO_APPROVE:
    'This needs a second person’s approval, and no one else can give it. Ask the person who runs the server to appoint an approver (npm run admin -- approver), who can only approve.',
  NOBODY_ADMINISTERS:
    'Another administrator needs to approve this, and there is none. Appoint one first; they can approve it once their right has begun.',
  APPROVAL_OPEN: 'This has already been submitted. It’s waiting under Approvals.',
  APPROVAL_CONTRADICTED: 'Another request about this note is pending approval. Decide on it or withdraw it first.',
  APPROVAL_GONE: 'This has already been decided or withdrawn, or it has changed.',
  APPROVE_OWN: 'You submitted this yourself, so another person needs to approve it.',
  APPROVE_CONCERNED: 'This concerns you, or a holder that you’re authorized for, so another person needs to decide.',
  ADMINISTRATOR_DECIDES: 'An administrator decides.',
  DECIDER_WAITS:
    'You can’t approve yet: your right is new, or your passkey or address has changed. It begins a few days later, so that the others hear of it first. A colleague can approve meanwhile.',
  PERMIT_BETWEEN: 'One of you let the other add a new passkey recently, so another person needs to approve this.',
  REQUESTER_LEFT: 'The person who submitted this is no longer an administrator, so it can’t be approved.',
  BATCH_EMPTY: 'Choose at least one.',
  BATCH_TOO_LARGE: 'At most 500 are approved together. Leave some out, and approve them next.',
  CONTROL_TOTAL:
    'This isn’t the total of what is selected. Nothing was approved. Go through your bank’s page line by line: leave out here what the page doesn’t have, and have submitted what is only there. Then type the page’s total in dollars and cents, such as 71,833.20.',
  NOT_YOUR_REQUEST: 'Only the person who submitted this can withdraw it.',
  APPROVER_INACTIVE: 'Only a person with open access can be an administrator or approver. Accept an approver first.',
  PAPER_STAYS:
    'A note is filed with one of these documents. Take it out of the note’s documents first, or leave it out.',
  STATEMENT_STAYS: 'Statements and letters stay with their holder, in their category. Leave them out.',
  DOCUMENT_RETAINED: 'This document must be kept for now, and can’t be deleted.',
  STATEMENT_RHYTHM: 'Choose monthly, quarterly or annual.',
  HOLDER_GONE: 'This holder doesn’t exist.',
  HOLDER_IS_FROZEN: 'This holder is frozen already.',
  HOLDER_FROZEN: 'This holder is frozen. Until that ends, everything can be read, but no one can act or sign for it.',
  HOLDER_NOT_FROZEN: 'This holder isn’t frozen.',
  FREEZE_REASON: `Say why, in at most ${freezeReasonLength} characters.`,
} as const
