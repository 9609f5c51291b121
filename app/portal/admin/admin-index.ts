import { redirect } from 'react-router'
import { adminPages } from '../addresses.ts'

/** The Admin tab starts with what is waiting. */
export function loader() {
  return redirect(adminPages.today)
}
