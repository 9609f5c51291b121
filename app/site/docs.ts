import { redirect } from 'react-router'

/** `/docs` is the short address of the investor documents (specification section 2). */
export const loader = () => redirect('/documents')
