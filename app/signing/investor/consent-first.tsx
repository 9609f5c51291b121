import { href, useLocation } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { Button } from '../../shell/ui/button.tsx'

/** What comes before a first signature: consent to electronic records, on a page that leads back here. */
export function ConsentFirst() {
  const { pathname, search } = useLocation()
  return (
    <div className="stack start gap-3">
      <p className="measure">
        Before you sign in your portal for the first time, read and agree to electronic signatures. You can have paper
        instead: call us.
      </p>
      <Button variant="primary" to={withQuery(href('/profile/signing/consent'), { to: pathname + search })}>
        Agree, then sign
      </Button>
    </div>
  )
}
