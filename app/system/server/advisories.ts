/**
 * Components beyond npm's packages and their published vulnerabilities, which `npm audit` doesn't cover. To change a
 * version, check its advisories and enter the day here; `npm run check` compares.
 */

/** A component in its bundled version. */
export interface Component {
  name: 'PostgreSQL' | 'Node.js' | 'PDF.js'
  version: string
  /** Day of the last review of its vendor's advisories, 'YYYY-MM-DD'. */
  reviewedOn: string
}

/** One or several published vulnerabilities that one version fixes. */
export interface Advisory {
  component: Component['name']
  /** The first fixed version; older ones of the same major version are affected. */
  fixedIn: string
  /** 'YYYY-MM-DD'. */
  publishedOn: string
  what: string
}

/** Reason for bundling a component despite an advisory about its version. */
export interface Accepted {
  component: Component['name']
  fixedIn: string
  reason: string
  /** The last day before another review, 'YYYY-MM-DD'. */
  until: string
}

export const components: readonly Component[] = [
  { name: 'PostgreSQL', version: '18.4', reviewedOn: '2026-11-28' },
  { name: 'Node.js', version: '24.21.0', reviewedOn: '2026-11-28' },
  { name: 'PDF.js', version: '6.5.438', reviewedOn: '2026-11-28' },
]

export const advisories: readonly Advisory[] = [
  {
    component: 'PostgreSQL',
    fixedIn: '18.6',
    publishedOn: '2026-08-13',
    what: '28 vulnerabilities, among them CVE-2026-14678',
  },
]

export const accepted: readonly Accepted[] = [
  {
    component: 'PostgreSQL',
    fixedIn: '18.6',
    reason:
      'No package of a newer version exists for all four platforms. Only parameters reach it, it listens on no network port, and a fund can use a server of its own.',
    until: '2027-01-31',
  },
]
