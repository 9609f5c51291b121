import { contact } from '../../../content/contact.ts'
import { serverContext } from '../../shell/context.ts'
import { pageMeta } from '../meta.ts'
import type { Route } from './+types/phone-call-booking'
import { Booking } from './booking.tsx'
import { bookingActions } from './booking-actions.ts'
import { loadBooking } from './load-booking.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

export const meta = () => pageMeta(contact.booking.phone.title, contact.booking.phone.lead)

export function loader({ url, context }: Route.LoaderArgs) {
  return loadBooking(url, context.get(serverContext), 'phone')
}

export const action = bookingActions('phone')

/** A phone call of 15-30 minutes (specification section 2). */
export default function PhoneCallBooking({ loaderData }: Route.ComponentProps) {
  return <Booking offer="phone" data={loaderData} />
}
