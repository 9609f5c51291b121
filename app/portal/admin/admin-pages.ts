import type { ReactNode } from 'react'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import type { SectionLink } from './section-nav.tsx'

/** A page of the administrators: its addresses, and the link to it. */
export interface AdminPage {
  /** Its address, below that of its list. */
  path: string
  /** Its folder, where that isn't named like the address. */
  folder?: string
  /** What the link to it says, in the navigation; without it, another page leads there. */
  label?: string
  /** The table of the page as a file: its address below `/profile`, and the module of the folder that answers it. */
  file?: { path: string; module: string }
  /** What is counted beside the link. */
  waits?: Exclude<keyof PendingWork, 'waitingFiles' | 'usesRegister'>
  /** `of register`: the link is shown where there is a register or something to approve; `waiting`: while something waits. */
  shown?: 'of register' | 'waiting'
  /** Whether approvers open it, too, who may not see the other lists. */
  forApprovers?: true
  /** The pages below it, which have a navigation of their own. */
  parts?: readonly AdminPage[]
}

/** The parts of the register, in the order of their links. */
export const registerPages: readonly AdminPage[] = [
  { path: '', label: 'Notes' },
  { path: 'due', label: 'Due' },
  { path: 'maturities', label: 'Maturities' },
  { path: 'sales', label: 'Sales by state' },
  { path: 'balance', label: 'Trial balance' },
  { path: 'journal', label: 'Journal' },
  { path: 'interest', label: 'Interest paid' },
  { path: 'forecast', label: 'Cash forecast' },
  { path: 'notes/new', folder: 'new-note', label: 'New note' },
  { path: 'bank', label: 'Bank list' },
  { path: 'import', label: 'Import' },
  { path: 'changes' },
  { path: 'tie-out' },
  { path: 'accrual' },
  { path: 'notes/:id', folder: 'note' },
  { path: 'notes/:id/edit', folder: 'edit-draft' },
]

/** The pages below `/profile/admin`, in the order of their links: `app/routes.ts` makes their addresses of this. */
export const adminPages: readonly AdminPage[] = [
  { path: 'today', label: 'Today' },
  { path: 'people', label: 'Users', waits: 'people', file: { path: 'people.csv', module: 'export.ts' } },
  { path: 'documents', label: 'Documents', file: { path: 'documents.csv', module: 'export.ts' } },
  { path: 'delete-requests', label: 'Delete requests', waits: 'deleteRequests' },
  { path: 'outstanding', label: 'Outstanding', waits: 'outstanding' },
  { path: 'register', label: 'Register', shown: 'of register', parts: registerPages },
  { path: 'holders', label: 'Holders', shown: 'of register' },
  { path: 'holders/new' },
  { path: 'holders/:id', folder: 'holders/holder' },
  {
    path: 'accreditation',
    label: 'Accreditation',
    waits: 'accreditations',
    shown: 'of register',
    file: { path: 'accreditation.zip', module: 'binder.ts' },
  },
  { path: 'accreditation/:id', folder: 'accreditation/review' },
  { path: 'statements', label: 'Statements', shown: 'of register' },
  { path: 'statements/:id', folder: 'statements/run' },
  { path: 'approvals', label: 'Approvals', waits: 'approvals', shown: 'of register', forApprovers: true },
  { path: 'approvals/together', forApprovers: true },
  { path: 'access', label: 'Access', file: { path: 'access.csv', module: 'table.tsx' } },
  { path: 'audit', label: 'Log', file: { path: 'admin/audit/export', module: 'export.ts' } },
  { path: 'system', label: 'System' },
  { path: 'find' },
  { path: 'mail', label: 'Failed e-mail', waits: 'failedMail', shown: 'waiting' },
]

/**
 * @param at the address that the pages are below
 * @param labelOf what the link to a page says, where that is more than its label
 * @returns the links of a navigation
 */
export function linksOf(
  at: string,
  pages: readonly AdminPage[],
  labelOf: (page: AdminPage) => ReactNode = ({ label }) => label,
): SectionLink[] {
  return pages
    .filter(({ label }) => label)
    .map(page => ({ to: page.path ? `${at}/${page.path}` : at, label: labelOf(page), end: page.path === '' }))
}
