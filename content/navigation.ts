import type { NavigationLink } from './types.ts'

/** The links of the site's bars. Addresses are the site's own and do not change from fund to fund. */

/** The page to request the fund's documents, with one label for all links. */
export const requestDocuments: NavigationLink = { label: 'Request documents', to: '/investor-portal' }

/** The label of all links to the page with the contact form. */
export const writeToUs = 'Write to us'

export const headerLinks: NavigationLink[] = [
  { label: 'Home', to: '/' },
  { label: 'About', to: '/about' },
  { label: 'FAQ', to: '/faq' },
  { label: 'Investor Info', to: '/investor-info' },
  { label: 'Contact', to: '/contact' },
]

export const menuLinks: NavigationLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Investor Info', to: '/investor-info' },
  { label: 'About', to: '/about' },
  { label: 'FAQ', to: '/faq' },
  { label: 'Contact', to: '/contact' },
]

export const footerLinks: NavigationLink[] = [
  { label: 'Home', to: '/' },
  { label: 'About', to: '/about' },
  { label: 'FAQ', to: '/faq' },
  { label: 'Investor Info', to: '/investor-info' },
  { label: 'Documents', to: '/documents' },
  { label: 'Contact', to: '/contact' },
  { label: 'Terms', to: '/terms' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Overview', to: '/overview' },
]
