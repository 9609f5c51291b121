import { redirect } from 'react-router'
import { adminPages } from '../addresses.ts'

/** The administrators' tab begins with the people. */
export function loader() {
  return redirect(adminPages.people)
}
