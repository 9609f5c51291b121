import { contact } from '../../../content/contact.ts'
import { serverContext } from '../../shell/context.ts'
import { pageMeta } from '../meta.ts'
import type { Route } from './+types/founder-booking'
import { Booking } from './booking.tsx'
import { bookingActions } from './booking-actions.ts'
import { loadBooking } from './load-booking.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

export const meta = () => pageMeta(contact.booking.founder.title, contact.booking.founder.lead)

export function loader({ url, context }: Route.LoaderArgs) {
  return loadBooking(url, context.get(serverContext), 'founder')
}

export const action = bookingActions('founder')

/** The founder's booking page; its path is `fund.founderPath` (specification section 2). */
export default function FounderBooking({ loaderData }: Route.ComponentProps) {
  return <Booking offer="founder" data={loaderData} />
}
