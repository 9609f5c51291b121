import { contact } from '../../../content/contact.ts'
import { serverContext } from '../../shell/context.ts'
import { pageMeta } from '../meta.ts'
import type { Route } from './+types/video-call-booking'
import { Booking } from './booking.tsx'
import { bookingActions } from './booking-actions.ts'
import { loadBooking } from './load-booking.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

export const meta = () => pageMeta(contact.booking.video.title, contact.booking.video.lead)

export function loader({ url, context }: Route.LoaderArgs) {
  return loadBooking(url, context.get(serverContext), 'video')
}

export const action = bookingActions('video')

/** A video call with screen sharing (specification section 2). */
export default function VideoCallBooking({ loaderData }: Route.ComponentProps) {
  return <Booking offer="video" data={loaderData} />
}
