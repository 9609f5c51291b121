import { redirect } from 'react-router'
import { adminPages } from '../addresses.ts'

/** The Admin tab starts with the list of people. */
export function loader() {
  return redirect(adminPages.people)
}
