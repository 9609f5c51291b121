import type { PendingWork } from '../../../server/today/pending-work.ts'
import { Link } from '../../ui/link.tsx'
import { useLiveDocuments } from '../documents/live.ts'
import style from './lists.module.css'
import type { AdminData } from './load.ts'

const lists = [
  { id: 'users', label: 'Users', to: '/profile?tab=admin' },
  { id: 'documents', label: 'Documents', to: '/profile?tab=admin&list=documents' },
  {
    id: 'delete-requests',
    label: 'Delete requests',
    to: '/profile?tab=admin&list=delete-requests',
    waits: 'deleteRequests',
  },
  { id: 'requests', label: 'Requests', to: '/profile?tab=admin&list=requests', waits: 'requests' },
] as const satisfies { id: string; label: string; to: string; waits?: keyof PendingWork }[]

/**
 * Which of the administrators' lists is shown, and how much waits in each for an answer. While it is open the lists are
 * in step with everybody's documents, and a session that ends leads to the sign-in.
 */
export function AdminLists({ selected, waiting }: { selected: AdminData['list']; waiting?: PendingWork }) {
  useLiveDocuments('all')
  return (
    <nav aria-label="Lists" className={style.lists}>
      {lists.map(list => {
        const waits = 'waits' in list ? (waiting?.[list.waits] ?? 0) : 0
        return (
          <Link
            key={list.id}
            to={list.to}
            preventScrollReset
            viewTransition={false}
            aria-current={list.id === selected ? 'page' : undefined}
          >
            {list.label}
            {waits > 0 && (
              <span className={style.count}>
                {waits > 999 ? '999+' : waits}
                <span className="visually-hidden"> waiting</span>
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
