import type { PendingWork } from '../../today/server/pending-work.ts'

/** A page of the administrators: its address, its link, and the count beside that. */
export interface AdminPage {
  /** Its address, below `/profile/admin`. */
  path: string
  /** Its capability and its folder in there, if not the same as the address: `tax/forms/run` is `app/tax/office/forms/run/`. */
  folder?: string
  /** The label of its link in the navigation; without one, another page links to it. */
  label?: string
  /** The page, below `/profile/admin`, marked as current in the navigation: it links here; addresses don't tell. */
  under?: string
  /** Search terms that its name doesn't contain. */
  also?: string
  /** The page's table as a file: its address below `/profile`, and the module of the folder that serves it. */
  file?: { path: string; module: string }
  /** The count beside the link; `unread` is the number of conversations with new messages. */
  pending?: Exclude<keyof PendingWork, 'pendingFiles' | 'usesRegister'> | 'unread'
  /** The link is shown only while items are pending. */
  whilePending?: true
  /** Open to approvers, too, who may not see the other pages. */
  forApprovers?: true
}

/** A section of the office: a name, and its pages in the order of their links. The name leads to the first. */
export interface Place {
  /** Also the name of its icon in the bar of a phone; see `office-bar.module.css`. */
  id: string
  label: string
  pages: readonly [AdminPage, ...AdminPage[]]
  /** Whether it is in the bottom bar of a phone. */
  inBar?: true
}

/**
 * The whole office: the source of the addresses in `app/routes.ts`, and of the links in the sidebar, the phone's bar
 * and the search. A person's pages are only in `app/routes.ts`.
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
      { path: 'messages', label: 'Inbox', also: 'messages conversations visitors calls leads', pending: 'unread' },
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
        pending: 'people',
        file: { path: 'people.csv', module: 'export.ts' },
      },
      { path: 'holders', label: 'Holders', also: 'titles owners' },
      { path: 'holders/new' },
      { path: 'holders/:id', folder: 'holders/holder' },
      {
        path: 'accreditation',
        label: 'Accreditation',
        also: 'verification accredited evidence binder',
        pending: 'accreditations',
        file: { path: 'accreditation.zip', module: 'binder.ts' },
      },
      { path: 'accreditation/:id', folder: 'accreditation/review' },
      {
        path: 'tax',
        label: 'Tax',
        also: 'w-9 w-8 tin 1099 b-notice withholding',
        pending: 'taxForms',
        file: { path: 'tin-matching.txt', module: 'tin-matching-file.ts' },
      },
      { path: 'tax/holders/:id', folder: 'tax/holder' },
      { path: 'sanctions', label: 'Sanctions', also: 'ofac sdn screening hits lists', pending: 'sanctionsHits' },
      { path: 'sanctions/:id', folder: 'sanctions/hit' },
      {
        path: 'access',
        folder: 'people/access',
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
      {
        path: 'subscriptions',
        label: 'Subscriptions',
        also: 'investments agreements countersign',
        pending: 'subscriptions',
      },
      { path: 'subscriptions/:id', folder: 'subscriptions/subscription' },
      {
        path: 'offerings',
        folder: 'subscriptions/offerings',
        label: 'Offerings',
        also: 'memorandum supplement disclosure open',
      },
      { path: 'offerings/:id', folder: 'subscriptions/offerings/offering' },
      { path: 'register/notes/:id', folder: 'notes/note' },
      { path: 'register/notes/:id/edit', folder: 'notes/edit-draft' },
      { path: 'register/maturities', label: 'Maturities', also: 'elections choices renewals' },
      { path: 'register/notes/new', folder: 'notes/new-note', label: 'New note' },
      { path: 'register/import', label: 'Import', also: 'csv' },
    ],
  },
  {
    id: 'payments',
    label: 'Payments',
    pages: [
      { path: 'register/due', label: 'Due', also: 'payments late' },
      { path: 'register/bank', folder: 'bank', label: 'Bank list', also: 'payments' },
      { path: 'wire-instructions', label: 'Wire instructions', also: 'bank account routing funds' },
      { path: 'statements', label: 'Statements', also: 'quarterly runs' },
      { path: 'statements/:id', folder: 'statements/run' },
      { path: 'tax/forms', label: 'Form 1099-INT', also: 'tax year irs iris' },
      { path: 'tax/forms/:id', folder: 'tax/forms/run' },
      { path: 'tax/withholding', label: 'Tax withheld', also: 'backup withholding 945 deposit eftps irs' },
      {
        path: 'tax/paper',
        folder: 'tax/print-queue',
        label: 'Tax forms to mail',
        also: 'paper print post',
        pending: 'copiesToMail',
        whilePending: true,
      },
      {
        path: 'approvals',
        label: 'Approvals',
        also: 'second person approve',
        pending: 'approvals',
        forApprovers: true,
      },
      { path: 'approvals/together', folder: 'approvals/batch', forApprovers: true },
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
      {
        path: 'deliver',
        folder: 'deliveries/deliver',
        label: 'Deliver',
        also: 'send upload documents to several people',
      },
      {
        path: 'bulk',
        folder: 'bulk-delivery',
        label: 'Bulk delivery',
        also: 'batch split one pdf many holders tax forms recall',
        file: { path: 'bulk.csv', module: 'accesses.ts' },
      },
      { path: 'bulk/new', folder: 'bulk-delivery/new', under: 'bulk' },
      { path: 'bulk/:id', folder: 'bulk-delivery/batch' },
      { path: 'bulk/:id/look', folder: 'bulk-delivery/evidence', forApprovers: true },
      { path: 'bulk/:id/papers/:item', folder: 'bulk-delivery/document' },
      {
        path: 'deliveries',
        label: 'Deliveries',
        also: 'past sent opened recall approval',
        file: { path: 'deliveries.csv', module: 'accesses.ts' },
      },
      { path: 'deliveries/:id', folder: 'deliveries/delivery' },
      { path: 'deliveries/:id/look', folder: 'deliveries/evidence', forApprovers: true },
      { path: 'letters', label: 'Yearly letters', also: 'annual letter holders' },
      { path: 'letters/:id', folder: 'letters/run' },
      { path: 'seals', folder: 'sealing', label: 'Seals', also: 'signed sealed certificate pades verify' },
      { path: 'runs', label: 'Document runs', also: 'statements 1099 deliveries bulk letters all' },
      {
        path: 'envelopes',
        folder: 'signing',
        label: 'Envelopes',
        also: 'sign signature countersign agreement void',
        pending: 'toCountersign',
      },
      { path: 'envelopes/new', folder: 'signing/new', under: 'envelopes' },
      { path: 'envelopes/:id', folder: 'signing/envelope' },
      {
        path: 'outstanding',
        folder: 'document-requests',
        label: 'Waiting for investors',
        also: 'outstanding signatures signing asked reminders',
        pending: 'outstanding',
      },
      {
        path: 'delete-requests',
        folder: 'documents/delete-requests',
        label: 'Delete requests',
        also: 'deletions',
        pending: 'deleteRequests',
      },
    ],
  },
  {
    id: 'reports',
    label: 'Reports & records',
    pages: [
      { path: 'register/sales', label: 'Sales by state', also: 'blue sky form d filings' },
      {
        path: 'covered-persons',
        label: 'Covered persons',
        also: 'bad actor 506(d) disqualification questionnaire bring-down',
        file: { path: 'covered-persons.csv', module: 'table.tsx' },
      },
      { path: 'covered-persons/:id', folder: 'covered-persons/person' },
      { path: 'register/balance', label: 'Trial balance', also: 'ledger accounts' },
      { path: 'register/journal', folder: 'ledger/journal', label: 'Journal', also: 'bookkeeping accounting' },
      { path: 'register/interest', label: 'Interest paid', also: '1099 tax' },
      { path: 'register/payments', label: 'Payment register', also: 'payments returned corrected 1099 year' },
      { path: 'register/roll-forward', label: 'Notes payable', also: 'roll-forward maturities footnote' },
      {
        path: 'register/reconciliation',
        folder: 'bank/reconciliation',
        label: 'Bank reconciliation',
        also: 'statement balance cash outstanding',
      },
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
      {
        path: 'mail',
        folder: 'notifications/mail',
        label: 'Failed e-mail',
        also: 'bounced mail',
        pending: 'failedMail',
        whilePending: true,
      },
    ],
  },
]

/** The office's search, at the top of every page. */
const findPage: AdminPage = { path: 'find' }

export const adminPages: readonly AdminPage[] = [...places.flatMap<AdminPage>(({ pages }) => pages), findPage]
