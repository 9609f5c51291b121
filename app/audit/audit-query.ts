/** The log as administrators read and filter it. Its actions' words stay on the server, because they name every command. */

/** The actor's role; null in entries older than this field. */
export type ActorRole = 'administrator' | 'approver' | 'investor' | 'visitor' | 'operator' | 'owner' | 'system'
export type AuditOutcome = 'done' | 'refused' | 'failed'

export const roleWords: Record<ActorRole, string> = {
  administrator: 'Administrator',
  approver: 'Approver',
  investor: 'Investor',
  visitor: 'Not signed in',
  operator: 'Operator, on the server',
  owner: 'Owner of the database',
  system: 'The portal',
}

/** What the log's actions are divided into. */
export const groupWords = {
  'sign-in': 'Sign-in and access',
  reading: 'Reading',
  documents: 'Changes to documents',
  people: 'People',
  register: 'Holders and approvals',
  holdings: 'What investors hold',
  messages: 'Messages',
  visitors: 'Visitors’ requests',
  log: 'The log',
}

export type AuditGroup = keyof typeof groupWords

/** An administrator's filters of the log, all optional. */
export interface AuditQuery {
  /** Words of a name, an e-mail address or an organization: entries by or about those people. */
  person?: string
  group?: AuditGroup
  /** Days such as '2026-11-22', in the fund's time zone; inclusive. */
  from?: string
  to?: string
  /** An IP address, as in the log. */
  address?: string
}

/** @returns the filters in an address's query, without invalid values */
export function readAuditQuery(fields: URLSearchParams): AuditQuery {
  const value = (name: string) => fields.get(name)?.trim().slice(0, 100) || undefined
  const day = (name: string) => {
    const text = value(name)
    return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  }
  const group = value('group')
  return {
    person: value('person'),
    group: group && Object.hasOwn(groupWords, group) ? (group as AuditGroup) : undefined,
    from: day('from'),
    to: day('to'),
    address: value('address'),
  }
}
