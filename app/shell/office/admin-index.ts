import { href, redirect } from 'react-router'

/** The Admin tab starts with the pending items. */
export function loader() {
  return redirect(href('/profile/admin/today'))
}
