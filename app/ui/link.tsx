import { type LinkProps, NavLink, type NavLinkProps, Link as RouterLink } from 'react-router'

/**
 * A link within the site. Pages give way to one another by a View Transition where the browser has them. One that does
 * more than lead to its address waits for hydration (boot/event-replay.tsx). Every address is known from the
 * start (react-router.config.ts), so none need be discovered.
 */
export function Link({ viewTransition = true, ...rest }: LinkProps) {
  const scripted = rest.state || rest.replace || rest.onClick ? '' : undefined
  return <RouterLink discover="none" viewTransition={viewTransition} data-scripted={scripted} {...rest} />
}

/** A link of a menu, marked where it leads to the page that is shown. */
export function MenuLink(link: Omit<NavLinkProps, 'className'>) {
  const className = ({ isActive }: { isActive: boolean }) => (isActive ? 'active' : undefined)
  return <NavLink discover="none" end={link.to === '/'} viewTransition className={className} {...link} />
}
