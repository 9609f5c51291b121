import { Link } from '../../ui/link.tsx'
import style from './requests.module.css'

const lists = [
  { id: 'users', label: 'Users', to: '/profile?tab=admin' },
  { id: 'requests', label: 'Requests', to: '/profile?tab=admin&list=requests' },
] as const

/** Which of the administrators' lists is shown: everybody with an account, or what visitors left. */
export function AdminLists({ selected }: { selected: 'users' | 'requests' }) {
  return (
    <nav aria-label="Lists" className={style.lists}>
      {lists.map(({ id, label, to }) => (
        <Link
          key={id}
          to={to}
          preventScrollReset
          viewTransition={false}
          aria-current={id === selected ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
