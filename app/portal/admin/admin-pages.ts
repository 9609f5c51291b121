import type { PendingWork } from '../../../server/today/pending-work.ts'

/** A page of the administrators: its address, what leads to it, and what is counted beside that. */
export interface AdminPage {
  /** Its address, below `/profile/admin`. */
  path: string
  /** Its folder, where that isn't named like the address. */
  folder?: string
  /** What the link to it says, in the navigation; without it, another page leads there. */
  label?: string
  /** The address, below `/profile/admin`, of the page whose link is marked on this one: it leads here, and no address says so. */
  under?: string
  /** Other words by which it is found, where its name doesn't say them. */
  also?: string
  /** The table of the page as a file: its address below `/profile`, and the module of the folder that answers it. */
  file?: { path: string; module: string }
  /** What is counted beside the link; `unread` is how many conversations have something new. */
  waits?: Exclude<keyof PendingWork, 'waitingFiles' | 'usesRegister'> | 'unread'
  /** The link is shown only while something waits. */
  whileWaiting?: true
  /** Whether approvers open it, too, who may not see the other pages. */
  forApprovers?: true
}

/** One of the places of the office: a name, and its pages in the order of their links. The name leads to the first. */
export interface Place {
  /** Also the name of its icon in the bar of a phone; see `office-bar.module.css`. */
  id: string
  label: string
  pages: readonly [AdminPage, ...AdminPage[]]
  /** Whether it is in the bar at the bottom of a phone. */
  inBar?: true
}

/**
 * The whole office: `app/routes.ts` makes its addresses of this, and the sidebar, the bar of a phone and the search what
 * they offer. Pages of a person are in `app/routes.ts` alone.
 */
export const places: readonly Place[] = [
  {
    id: 'today',
    label: 'Today',
    inBar: true,
    pages: [{ path: 'today', label: 'Today', also: 'home waiting' }],
  },
  {
    id: 'inbox',
    label: 'Inbox',
    inBar: true,
    pages: [
      { path: 'messages', label: 'Inbox', also: 'messages conversations visitors calls leads', waits: 'unread' },
      { path: 'messages/:id', folder: 'messages/conversation' },
    ],
  },
  {
    id: 'investors',
    label: 'Investors',
    inBar: true,
    pages: [
      {
        path: 'people',
        label: 'People',
        also: 'users persons investors guests invite accept',
        waits: 'people',
        file: { path: 'people.csv', module: 'export.ts' },
      },
      { path: 'holders', label: 'Holders', also: 'titles owners' },
      { path: 'holders/new' },
      { path: 'holders/:id', folder: 'holders/holder' },
      {
        path: 'accreditation',
        label: 'Accreditation',
        also: 'verification accredited evidence binder',
        waits: 'accreditations',
        file: { path: 'accreditation.zip', module: 'binder.ts' },
      },
      { path: 'accreditation/:id', folder: 'accreditation/review' },
      {
        path: 'tax',
        label: 'Tax',
        also: 'w-9 w-8 tin 1099 b-notice withholding',
        waits: 'taxForms',
        file: { path: 'tin-matching.txt', module: 'matching-file.ts' },
      },
      { path: 'tax/holders/:id', folder: 'tax/card' },
      {
        path: 'access',
        label: 'Access',
        also: 'rights administrators review',
        file: { path: 'access.csv', module: 'table.tsx' },
      },
    ],
  },
  {
    id: 'notes',
    label: 'Notes',
    inBar: true,
    pages: [
      { path: 'register', label: 'Register', also: 'notes promissory' },
      { path: 'register/notes/:id', folder: 'register/note' },
      { path: 'register/notes/:id/edit', folder: 'register/edit-draft' },
      { path: 'register/maturities', label: 'Maturities', also: 'elections choices renewals' },
      { path: 'register/notes/new', folder: 'register/new-note', label: 'New note' },
      { path: 'register/import', label: 'Import', also: 'csv' },
    ],
  },
  {
    id: 'payments',
    label: 'Payments',
    pages: [
      { path: 'register/due', label: 'Due', also: 'payments late' },
      { path: 'register/bank', label: 'Bank list', also: 'payments' },
      { path: 'statements', label: 'Statements', also: 'quarterly runs' },
      { path: 'statements/:id', folder: 'statements/run' },
      { path: 'tax/forms', label: 'Form 1099-INT', also: 'tax year irs iris' },
      { path: 'tax/forms/:id', folder: 'tax/run' },
      { path: 'tax/withholding', label: 'Tax withheld', also: 'backup withholding 945 deposit eftps irs' },
      {
        path: 'tax/paper',
        label: 'Tax forms to mail',
        also: 'paper copies post',
        waits: 'copiesToMail',
        whileWaiting: true,
      },
      {
        path: 'approvals',
        label: 'Approvals',
        also: 'second person approve',
        waits: 'approvals',
        forApprovers: true,
      },
      { path: 'approvals/together', forApprovers: true },
      { path: 'approvals/together/:id', folder: 'approvals/receipt', forApprovers: true },
      { path: 'approvals/tax-forms/:id', folder: 'approvals/tax-form', forApprovers: true },
    ],
  },
  {
    id: 'papers',
    label: 'Documents',
    pages: [
      {
        path: 'documents',
        label: 'All documents',
        also: 'papers files',
        file: { path: 'documents.csv', module: 'export.ts' },
      },
      { path: 'deliver', label: 'Deliver', also: 'send upload documents to several people' },
      {
        path: 'bulk',
        label: 'Bulk delivery',
        also: 'batch split one pdf many holders tax forms recall',
        file: { path: 'bulk.csv', module: 'accesses.ts' },
      },
      { path: 'bulk/new', under: 'bulk' },
      { path: 'bulk/:id', folder: 'bulk/batch' },
      { path: 'bulk/:id/look', folder: 'bulk/look', forApprovers: true },
      { path: 'bulk/:id/papers/:paper', folder: 'bulk/paper' },
      {
        path: 'deliveries',
        label: 'Deliveries',
        also: 'past sent opened recall approval',
        file: { path: 'deliveries.csv', module: 'accesses.ts' },
      },
      { path: 'deliveries/:id', folder: 'deliveries/delivery' },
      { path: 'deliveries/:id/look', folder: 'deliveries/look', forApprovers: true },
      { path: 'runs', label: 'Document runs', also: 'statements 1099 deliveries bulk all' },
      {
        path: 'outstanding',
        label: 'Waiting for investors',
        also: 'outstanding signatures signing asked reminders',
        waits: 'outstanding',
      },
      { path: 'delete-requests', label: 'Delete requests', also: 'deletions', waits: 'deleteRequests' },
    ],
  },
  {
    id: 'reports',
    label: 'Reports & records',
    pages: [
      { path: 'register/sales', label: 'Sales by state', also: 'blue sky form d filings' },
      { path: 'register/balance', label: 'Trial balance', also: 'ledger accounts' },
      { path: 'register/journal', label: 'Journal', also: 'bookkeeping accounting' },
      { path: 'register/interest', label: 'Interest paid', also: '1099 tax' },
      { path: 'register/payments', label: 'Payment register', also: 'payments returned corrected 1099 year' },
      { path: 'register/roll-forward', label: 'Notes payable', also: 'roll-forward maturities footnote' },
      { path: 'register/reconciliation', label: 'Bank reconciliation', also: 'statement balance cash outstanding' },
      { path: 'register/forecast', label: 'Cash forecast' },
      { path: 'register/changes', under: 'register' },
      { path: 'register/tie-out', under: 'register/balance' },
      { path: 'register/accrual', under: 'register/journal' },
      {
        path: 'audit',
        label: 'Log',
        also: 'audit history who',
        file: { path: 'admin/audit/export', module: 'export.ts' },
      },
      { path: 'system', label: 'System', also: 'backups queues storage' },
      { path: 'mail', label: 'Failed e-mail', also: 'bounced mail', waits: 'failedMail', whileWaiting: true },
    ],
  },
]

/** The search of the office, which every place has at its top. */
const findPage: AdminPage = { path: 'find' }

/** The pages below `/profile/admin`. */
export const adminPages: readonly AdminPage[] = [...places.flatMap<AdminPage>(({ pages }) => pages), findPage]
