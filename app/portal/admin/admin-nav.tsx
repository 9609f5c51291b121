import { useLocation, useMatch } from 'react-router'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import { adminPages } from '../addresses.ts'
import style from './admin-layout.module.css'
import { SectionNav } from './section-nav.tsx'

type Waits = Exclude<keyof PendingWork, 'waitingFiles' | 'usesRegister'>

const lists: readonly { label: string; to: string; waits?: Waits; ofRegister?: true }[] = [
  { label: 'Today', to: adminPages.today },
  { label: 'Users', to: adminPages.people, waits: 'people' },
  { label: 'Documents', to: adminPages.documents },
  { label: 'Delete requests', to: adminPages.deleteRequests, waits: 'deleteRequests' },
  { label: 'Outstanding', to: adminPages.outstanding, waits: 'outstanding' },
  { label: 'Register', to: adminPages.register, ofRegister: true },
  { label: 'Holders', to: adminPages.holders, ofRegister: true },
  { label: 'Accreditation', to: adminPages.accreditation, waits: 'accreditations', ofRegister: true },
  { label: 'Statements', to: adminPages.statements, ofRegister: true },
  { label: 'Approvals', to: adminPages.approvals, waits: 'approvals', ofRegister: true },
  { label: 'Access', to: adminPages.access },
  { label: 'Log', to: adminPages.audit },
  { label: 'System', to: adminPages.system },
]

/** Only while there is any, or its page is open. */
const failedMail = { label: 'Failed e-mail', to: adminPages.mail, waits: 'failedMail' } as const

/** Links to the administrators' lists, each with how many entries are waiting. */
export function AdminNav({ waiting }: { waiting: PendingWork | undefined }) {
  const atMail = useMatch(adminPages.mail)
  const { pathname } = useLocation()
  const usual = lists.filter(
    ({ to, ofRegister }) => !ofRegister || waiting?.usesRegister || waiting?.approvals || pathname.startsWith(to),
  )
  const shown = atMail || waiting?.failedMail ? [...usual, failedMail] : usual
  return (
    <SectionNav
      label="Lists"
      links={shown.map(({ label, to, waits }) => ({
        to,
        label: (
          <>
            {label}
            {waits && <WaitingCount count={waiting?.[waits] ?? 0} />}
          </>
        ),
      }))}
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
