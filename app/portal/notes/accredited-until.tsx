import { href } from 'react-router'
import type { Holdings } from '../../../server/holdings/holdings.ts'
import { Link } from '../../ui/link.tsx'
import { Day } from './days.tsx'

/** Until when a member's holders are verified as accredited: the earliest day, with a link to the rest. */
export function AccreditedUntil({ holders }: Pick<Holdings, 'holders'>) {
  const days = holders.flatMap(({ accreditedThrough }) => accreditedThrough ?? [])
  const [first] = days.sort()
  return (
    <Link to={href('/profile/accreditation')}>
      {first ? (
        <>
          Accredited until <Day day={first} />
        </>
      ) : (
        'Accreditation'
      )}
    </Link>
  )
}
