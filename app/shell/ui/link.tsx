import { type LinkProps, NavLink, type NavLinkProps, Link as RouterLink } from 'react-router'

/**
 * A link within the site. Pages change with a View Transition in browsers that support it. A link that does more than
 * navigate waits for hydration (boot/event-replay.tsx). All routes are known from the start (react-router.config.ts),
 * so links don't need to discover any.
 */
export function Link({ viewTransition = true, ...rest }: LinkProps) {
  const scripted = rest.state || rest.replace || rest.onClick ? '' : undefined
  return <RouterLink discover="none" viewTransition={viewTransition} data-scripted={scripted} {...rest} />
}

/** A link in a menu, marked if it leads to the current page. */
export function MenuLink(link: Omit<NavLinkProps, 'className'>) {
  const className = ({ isActive }: { isActive: boolean }) => (isActive ? 'active' : undefined)
  return <NavLink discover="none" end={link.to === '/'} viewTransition className={className} {...link} />
}
