import { href, redirect } from 'react-router'
import { approveTogetherCommand } from '../../../../../rules/approvals.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { decider } from '../decider.ts'
import { TogetherPage } from './together-page.tsx'

/** Loads the pending requests of the query's `kind` that the reader may approve together. */
export const loader = loadList({
  guard: decider,
  view: query => ({ kind: query.get('kind') ?? '' }),
  read: ({ actor, operations }, { kind }) => operations.getTogether(actor, kind),
  none: { nouns: ['request', 'requests'] as const, requests: [], pages: [] },
  failed: 'LOAD_APPROVALS_FAILED',
})

/** POST: approves the selected requests, all or nothing; the receipt has its own address. */
export const action = commandActions([approveTogetherCommand], {
  redirectTo: () => href('/profile/admin/approvals'),
  // The browser returns to the requests left out.
  saysOnErrorPage: true,
  after: {
    [approveTogetherCommand.name]: ({ receipt }: { receipt: string }) =>
      redirect(href('/profile/admin/approvals/together/:id', { id: receipt })),
  },
})

/** Several requests of one kind, with their control total. */
export default showList<typeof loader>(TogetherPage)
