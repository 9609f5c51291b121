import { href } from 'react-router'
import { fund } from '../../content/fund.ts'
import { Button } from '../shell/ui/button.tsx'
import { mark } from '../shell/ui/rosette/designs.ts'
import { Rosette } from '../shell/ui/rosette/rosette.tsx'
import style from './message-page.module.css'

/** Explains that there is no page at this address, with links to others. */
export function NotFound() {
  return (
    <div className={`wrap ${style.page}`}>
      <Rosette design={mark} className={style.rosette} />
      <h1>Page not found</h1>
      <p>
        We can’t find a page at this address. It may have moved, or the address may have a typo. If someone sent you
        here, call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a> and we’ll find what you’re looking for.
      </p>
      <div className={style.actions}>
        <Button variant="primary" to="/">
          Go to the home page
        </Button>
        <Button variant="link" to={href('/profile')}>
          Profile &amp; Documents
        </Button>
      </div>
    </div>
  )
}
