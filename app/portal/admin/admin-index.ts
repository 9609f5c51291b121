import { href, redirect } from 'react-router'

/** The Admin tab starts with what is waiting. */
export function loader() {
  return redirect(href('/profile/admin/today'))
}
