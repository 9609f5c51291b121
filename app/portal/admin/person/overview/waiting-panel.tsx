import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { WaitingForPerson } from '../../../../../server/document-requests/waiting-for-person.ts'
import type { Holdings } from '../../../../../server/holdings/holdings.ts'
import { Day } from '../../../../ui/day.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useAccount } from '../account.ts'
import style from './overview.module.css'
import { Panel } from './panel.tsx'

type Props = { waiting: WaitingForPerson; holdings: Holdings | undefined }

/** What somebody has to do, as their own home tells them, with the office's door to each. */
export function WaitingPanel({ waiting, holdings }: Props) {
  const account = useAccount()
  const lines = waitingLines(account.id, waiting, holdings)
  return (
    <Panel title="Waiting for them">
      {lines.length === 0 && <p className={style.quiet}>Nothing waits for them.</p>}
      <ul className={style.waiting}>
        {lines.map(({ key, what, by, to }) => (
          <li key={key}>
            <Link to={to}>{what}</Link>
            {by}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface Line {
  key: string
  what: string
  by?: ReactNode
  to: string
}

function waitingLines(
  personId: string,
  { toSign, askedFor }: WaitingForPerson,
  holdings: Holdings | undefined,
): Line[] {
  const signing = href('/profile/admin/people/:id/signing', { id: personId })
  const documents = href('/profile/admin/people/:id', { id: personId })
  return [
    ...(holdings?.notes ?? [])
      .filter(({ waitsFor }) => waitsFor)
      .map(({ id, number, waitsFor, electionCloses }) => ({
        key: id,
        what: waitsFor === 'choice' ? `Choose what happens with ${number}` : `Verify for the renewal of ${number}`,
        by: electionCloses && (
          <small>
            by <Day date={electionCloses} />
          </small>
        ),
        to: href('/profile/admin/register/notes/:id', { id }),
      })),
    ...toSign.map(({ id, filename, signing_state }) => ({
      key: id,
      what: `Sign ${filename}`,
      by: signing_state === 'said_signed' && <small>they say it’s signed; confirm it</small>,
      to: signing,
    })),
    ...askedFor.map(({ id, name, due_on }) => ({
      key: id,
      what: `Send ${name}`,
      by: due_on && (
        <small>
          by <Day date={due_on} />
        </small>
      ),
      to: documents,
    })),
  ]
}
