import { href } from 'react-router'
import { countOf, grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { approvalDecisions } from '../../holders/holders.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import counted from '../../shell/office/counted-page.module.css'
import { ListHead } from '../../shell/office/list-head.tsx'
import { noBreak } from '../../shell/office/no-break.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { approveCommand, rejectCommand, withdrawCommand } from '../approvals.commands.ts'
import type { Approval } from '../server/approvals-list.ts'
import { ApprovalEntry } from './approval-entry.tsx'
import style from './approvals.module.css'
import { requireApprover, useApproverUpdates } from './approver-guard.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../shell/portal/viewer-revalidation.ts'

export const loader = loadList({
  guard: requireApprover,
  read: ({ actor, operations }) => operations.getApprovals(actor),
  none: { waiting: [], decided: [], decidesFrom: null },
  failed: 'LOAD_APPROVALS_FAILED',
})

/** POST: approves, rejects or withdraws a request. If it is gone, no form could show the refusal. */
export const action = commandActions([approveCommand, rejectCommand, withdrawCommand], {
  redirectTo: () => href('/profile/admin/approvals'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(ApprovalsPage)

/** Requests that need a second person's approval: pending ones, in words, and recent decisions. */
function ApprovalsPage({ waiting, decided, decidesFrom, loadError }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  useApproverUpdates()
  return (
    <div className={counted.page}>
      <ListHead title="Approvals" count={waiting.length > 0 && `${grouped(waiting.length)} pending`} />
      <p className="quiet column-44">
        Nothing happens until a second person approves. You can’t approve your own request.
      </p>
      {decidesFrom && (
        <p className="quiet column-44">
          You can approve starting <FormattedDate date={decidesFrom} time />: your right is new, or your passkey or
          address has changed. Until then, another approver can.
        </p>
      )}
      <LoadError error={loadError} />
      {batchKinds(waiting).map(({ kind, nouns, count }) => (
        <div key={kind} className="cluster center apart gap-3-5 tabular double-above pad-4 medium">
          <p>{countOf(count, ...nouns)} pending. Have your bank’s page at hand: you type its total.</p>
          <Button variant="primary" size="small" to={withQuery(href('/profile/admin/approvals/together'), { kind })}>
            Approve {nouns[1]} together
          </Button>
        </div>
      ))}
      {waiting.length > 0 && (
        <ol className={style.list} aria-label="Pending">
          {waiting.map(approval => (
            <ApprovalEntry key={approval.id} approval={approval} onNotice={say} />
          ))}
        </ol>
      )}
      {waiting.length === 0 && !loadError && (
        <EmptyState title="Nothing needs approval" level={2}>
          Requests that need a second person appear here, each described in full, to approve or reject.
        </EmptyState>
      )}
      {decided.length > 0 && <Decided decided={decided} />}
      <Notice {...notice} />
    </div>
  )
}

/** @returns kinds with several requests to approve together; without their sum, which is typed from the bank's page */
function batchKinds(waiting: readonly Approval[]) {
  const groups = Map.groupBy(
    waiting.filter(({ canDecide, batch }) => canDecide && batch),
    ({ kind }) => kind,
  )
  return [...groups].flatMap(([kind, group]) => {
    const nouns = group[0]?.batch?.nouns
    return nouns && group.length > 1 ? [{ kind, nouns, count: group.length }] : []
  })
}

function Decided({ decided }: { decided: Approval[] }) {
  return (
    <section aria-labelledby="decided" className={`pad-above-5 ${style.decided}`}>
      <h2 id="decided">Recent decisions</h2>
      <ol className={style.list}>
        {decided.map(({ id, summary, title, decision, decidedAt, decidedBy, requestedBy, requestedAt, reason }) => (
          <li key={id} className="breakable line-below pad-3">
            <p className="quiet">{title}</p>
            <p className="medium">
              {noBreak(summary)}{' '}
              {decision && (
                <Badge tone={decision === 'rejected' ? 'danger' : 'plain'}>{approvalDecisions[decision]}</Badge>
              )}
            </p>
            <p className="quiet tabular">
              Requested by {requestedBy}, <FormattedDate date={requestedAt} time />
              {decidedAt && (
                <>
                  {' · '}
                  {decision === 'withdrawn' || !decidedBy ? '' : `${decidedBy}, `}
                  <FormattedDate date={decidedAt} time />
                </>
              )}
            </p>
            {reason && <p className={`small above-1 ${style.reason}`}>“{reason}”</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
