import { useLocation } from 'react-router'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import style from './admin-layout.module.css'
import { type AdminPage, adminPages, linksOf } from './admin-pages.ts'
import { SectionNav } from './section-nav.tsx'

/** Links to the administrators' lists, each with how many entries are waiting. */
export function AdminNav({ waiting }: { waiting: PendingWork | undefined }) {
  const { pathname } = useLocation()
  const hasRegister = Boolean(waiting?.usesRegister || waiting?.approvals)
  const isShown = ({ path, shown, waits }: AdminPage) =>
    !shown ||
    pathname.startsWith(`/profile/admin/${path}`) ||
    (shown === 'of register' ? hasRegister : Boolean(waits && waiting?.[waits]))
  return (
    <SectionNav
      label="Lists"
      links={linksOf('/profile/admin', adminPages.filter(isShown), ({ label, waits }) => (
        <>
          {label}
          {waits && <WaitingCount count={waiting?.[waits] ?? 0} />}
        </>
      ))}
    />
  )
}

function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={style.count}>
      {count > 999 ? '999+' : count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
