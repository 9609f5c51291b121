import { isRouteErrorResponse, useRouteError } from 'react-router'
import message from '../site/message-page.module.css'
import { Button } from '../ui/button.tsx'
import { tierDesigns } from '../ui/rosette/designs.ts'
import { Rosette } from '../ui/rosette/rosette.tsx'
import { refusalIn } from './errors.ts'

const headings: Record<number, string> = {
  403: 'No access',
  404: 'Nothing here',
  503: 'Not available just now',
}

/** Shows the sentence a loader refused with, and a way on. Faults of ours go on to the site's own boundary. */
export function PortalErrorBoundary() {
  const error = useRouteError()
  const said = isRouteErrorResponse(error) ? refusalIn(error.data) : undefined
  if (!isRouteErrorResponse(error) || !said) throw error
  const passing = error.status >= 500
  return (
    <div className={`wrap ${message.page}`}>
      <title>{headings[error.status] ?? 'Something went wrong'}</title>
      {tierDesigns[1] && <Rosette design={tierDesigns[1]} className={message.rosette} />}
      <h1>{headings[error.status] ?? 'Something went wrong'}</h1>
      <p>{said.message}</p>
      <div className={message.actions}>
        {passing ? (
          // A link to itself: it works without scripts too.
          <Button variant="primary" href="">
            Try again
          </Button>
        ) : (
          <Button variant="primary" to="/profile">
            Go to my documents
          </Button>
        )}
        <Button variant="link" to="/">
          Go to the home page
        </Button>
      </div>
    </div>
  )
}
