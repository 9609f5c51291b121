import { href, isRouteErrorResponse, useRouteError } from 'react-router'
import message from '../../site/message-page.module.css'
import { UnexpectedError } from '../../site/unexpected-error.tsx'
import { Footer } from '../layout/footer.tsx'
import { Header } from '../layout/header.tsx'
import { useInOffice } from '../layout/use-in-office.ts'
import { Button } from '../ui/button.tsx'
import { mark } from '../ui/rosette/designs.ts'
import { Rosette } from '../ui/rosette/rosette.tsx'
import { useCatchUp } from './catch-up.tsx'
// Every page of the portal has its errors shown here, and so these styles.
import '../styles/layout.css'
import './layout.css'
import { refusalIn } from './refusal.ts'

const headings: Record<number, string> = {
  403: 'No access',
  404: 'Not found',
  503: 'Temporarily unavailable',
}

/** @returns the title of a page that failed; undefined without an error */
export function errorTitle(error: unknown): string | undefined {
  if (!error) return undefined
  return (isRouteErrorResponse(error) && headings[error.status]) || 'Something went wrong'
}

/** A portal page that failed. A page of the office has lost its frame, too, and gets that of other pages. */
export function PortalErrorBoundary() {
  if (!useInOffice()) return <ErrorWords />
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <ErrorWords />
      </main>
      <Footer />
    </>
  )
}

/**
 * The message of a loader's refusal, and a way to continue. For any other error, the same as the site's own boundary:
 * rendering on the server, a boundary that throws leaves nothing to show.
 */
export function ErrorWords() {
  const error = useRouteError()
  const shown = isRouteErrorResponse(error) ? refusalIn(error.data) : undefined
  const temporary = isRouteErrorResponse(error) && error.status >= 500
  useCatchUp(shown && temporary ? shown : undefined)
  if (!shown) return <UnexpectedError isPart />
  return (
    <div className={`wrap stack start gap-5 ${message.page}`}>
      <Rosette design={mark} className={message.rosette} />
      <h1>{errorTitle(error)}</h1>
      <p>{shown.message}</p>
      <div className="cluster gap-3-5 above-3">
        {temporary ? (
          // A link to the page itself also works without scripts.
          <Button variant="primary" href="">
            Try again
          </Button>
        ) : (
          <Button variant="primary" to={href('/profile')}>
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
