import { type LinkProps, Link as RouterLink } from 'react-router'

/** A link within the site. Pages give way to one another by a View Transition where the browser has them. */
export function Link({ viewTransition = true, ...rest }: LinkProps) {
  return <RouterLink viewTransition={viewTransition} {...rest} />
}
