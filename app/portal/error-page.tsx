import { isRouteErrorResponse, useRouteError } from 'react-router'
import message from '../site/message-page.module.css'
import { Button } from '../ui/button.tsx'
import { tierDesigns } from '../ui/rosette/designs.ts'
import { Rosette } from '../ui/rosette/rosette.tsx'
import { refusalIn } from './errors.ts'

const headings: Record<number, string> = {
  403: 'No access',
  404: 'Not found',
  503: 'Temporarily unavailable',
}

/** @returns what a page that refused is called; undefined where nothing went wrong */
export function errorTitle(error: unknown): string | undefined {
  if (!error) return undefined
  return (isRouteErrorResponse(error) && headings[error.status]) || 'Something went wrong'
}

/** Shows the sentence a loader refused with, and a way on. Faults of ours go on to the site's own boundary. */
export function PortalErrorBoundary() {
  const error = useRouteError()
  const said = isRouteErrorResponse(error) ? refusalIn(error.data) : undefined
  if (!isRouteErrorResponse(error) || !said) throw error
  const passing = error.status >= 500
  return (
    <div className={`wrap ${message.page}`}>
      {tierDesigns[1] && <Rosette design={tierDesigns[1]} className={message.rosette} />}
      <h1>{errorTitle(error)}</h1>
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
