import { Button } from '../shell/ui/button.tsx'
import { mark } from '../shell/ui/rosette/designs.ts'
import { Rosette } from '../shell/ui/rosette/rosette.tsx'
import style from './message-page.module.css'

/**
 * The page for unexpected errors (specification section 8). It depends on as little as possible, so that it works.
 * @param isPart whether it is inside a page's `main`
 */
export function UnexpectedError({ isPart = false }: { isPart?: boolean }) {
  const Element = isPart ? 'div' : 'main'
  return (
    <Element id={isPart ? undefined : 'main'} className={`wrap ${style.page}`}>
      <Rosette design={mark} className={style.rosette} />
      <h1>Something went wrong</h1>
      <p>We're sorry, but something unexpected happened. Please try refreshing the page.</p>
      <div className={style.actions}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
        <Button onClick={() => window.history.back()}>Go Back</Button>
      </div>
    </Element>
  )
}
