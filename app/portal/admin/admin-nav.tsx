import { href, useLocation, useMatch } from 'react-router'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import style from './admin-layout.module.css'
import { SectionNav } from './section-nav.tsx'

type Waits = Exclude<keyof PendingWork, 'waitingFiles' | 'usesRegister'>

const lists: readonly { label: string; to: string; waits?: Waits; ofRegister?: true }[] = [
  { label: 'Today', to: href('/profile/admin/today') },
  { label: 'Users', to: href('/profile/admin/people'), waits: 'people' },
  { label: 'Documents', to: href('/profile/admin/documents') },
  { label: 'Delete requests', to: href('/profile/admin/delete-requests'), waits: 'deleteRequests' },
  { label: 'Outstanding', to: href('/profile/admin/outstanding'), waits: 'outstanding' },
  { label: 'Register', to: href('/profile/admin/register'), ofRegister: true },
  { label: 'Holders', to: href('/profile/admin/holders'), ofRegister: true },
  { label: 'Accreditation', to: href('/profile/admin/accreditation'), waits: 'accreditations', ofRegister: true },
  { label: 'Statements', to: href('/profile/admin/statements'), ofRegister: true },
  { label: 'Approvals', to: href('/profile/admin/approvals'), waits: 'approvals', ofRegister: true },
  { label: 'Access', to: href('/profile/admin/access') },
  { label: 'Log', to: href('/profile/admin/audit') },
  { label: 'System', to: href('/profile/admin/system') },
]

/** Only while there is any, or its page is open. */
const failedMail = { label: 'Failed e-mail', to: href('/profile/admin/mail'), waits: 'failedMail' } as const

/** Links to the administrators' lists, each with how many entries are waiting. */
export function AdminNav({ waiting }: { waiting: PendingWork | undefined }) {
  const atMail = useMatch(href('/profile/admin/mail'))
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
