import { redirect } from 'react-router'

/** `/docs` is a short address for the investor documents (specification section 2). */
export const loader = () => redirect('/documents')
