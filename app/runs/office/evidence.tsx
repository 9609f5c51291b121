import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { countOf, grouped } from '../../../rules/number.ts'
import { ApprovalEntry } from '../../approvals/office/approval-entry.tsx'
import approvals from '../../approvals/office/approvals.module.css'
import type { Approval } from '../../approvals/server/approvals-list.ts'
import counted from '../../shell/office/counted-page.module.css'
import { ListHead } from '../../shell/office/list-head.tsx'
import { useMe } from '../../shell/portal/use-me.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import style from './evidence.module.css'

interface ToOpen {
  /** Its number in the run. */
  n: number
  /** Whether the actor had opened it when the page was loaded. */
  isOpened: boolean
}

type ListProps<Item extends ToOpen> = {
  title: string
  /** What an item is called. */
  noun: string
  /** What the second person checks. */
  about: ReactNode
  items: readonly Item[]
  /** An item, which calls `onOpened` once all of it is shown. */
  show: (item: Item, onOpened: () => void) => ReactNode
  /** What stands beside it, such as its recipient. */
  beside: (item: Item) => ReactNode
}

type Props<Item extends ToOpen> = Omit<ListProps<Item>, 'items'> & {
  /** The run's page, which approvers don't see, and what the link to it says. */
  run: { to: string; name: string }
  approval?: Approval | undefined
  items: readonly Item[] | undefined
  /** Said where nothing is requested. */
  empty: { title: string; text: string }
}

/** What the second person opens before they approve a run, and below it the approval. */
export function Evidence<Item extends ToOpen>({ run, approval, items, empty, ...list }: Props<Item>) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  return (
    <div className={counted.page}>
      <p className="small">
        {me.isAdmin ? (
          <Link to={run.to}>{run.name}</Link>
        ) : (
          <Link to={href('/profile/admin/approvals')}>Approvals</Link>
        )}
      </p>
      {items ? (
        <EvidenceList {...list} items={items} />
      ) : (
        <>
          <ListHead title={list.title} count={false} />
          <EmptyState title={empty.title} level={2}>
            {empty.text}
          </EmptyState>
        </>
      )}
      {approval && (
        <ol className={approvals.list} aria-label="The approval">
          <ApprovalEntry approval={{ ...approval, evidence: undefined }} onNotice={say} />
        </ol>
      )}
      <Notice {...notice} />
    </div>
  )
}

function EvidenceList<Item extends ToOpen>({ title, noun, about, items, show, beside }: ListProps<Item>) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const left = items.filter(({ n, isOpened }) => !isOpened && !opened.has(n)).length
  return (
    <>
      <ListHead title={title} count={countOf(items.length, noun)} />
      <p className="quiet column-44 breakable">{about}</p>
      <ol className={`stack gap-7 plain-list ${style.items}`}>
        {items.map(item => (
          <li key={item.n} className={`stack narrow gap-5 ${style.sides}`}>
            {show(item, () => setOpened(before => new Set(before).add(item.n)))}
            <div className={`stack top gap-4 ${style.beside}`}>{beside(item)}</div>
          </li>
        ))}
      </ol>
      <p role="status" className="measure leading-4 display size-lead">
        {left > 0 ? `${grouped(left)} of ${countOf(items.length, noun)} not opened yet.` : 'All opened.'}
      </p>
    </>
  )
}
