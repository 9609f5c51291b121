import { LineList } from '../../today/line-list.tsx'
import { useAccount } from '../account.ts'
import type { Overview } from './load-overview.ts'
import { Panel } from './panel.tsx'
import { linesForOffice, linesForPerson } from './waiting-lines.ts'

/** Pending items about a person, on the fund's side and on theirs, each with its link in the office. */
export function WaitingPanel(overview: Overview) {
  const account = useAccount()
  const ours = linesForOffice(account, overview)
  const theirs = linesForPerson(account, overview)
  return (
    <>
      <Panel title="Waiting for us">
        {ours.length > 0 ? <LineList lines={ours} /> : <p className="quiet">Nothing to do.</p>}
      </Panel>
      <Panel title="Waiting for them">
        {theirs.length > 0 ? <LineList lines={theirs} /> : <p className="quiet">Nothing to do.</p>}
      </Panel>
    </>
  )
}
