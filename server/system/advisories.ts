/**
 * What comes with the site beyond npm's packages, and what is publicly known about it: `npm audit` doesn't see inside these. Anyone who
 * changes a version looks for advisories and writes the day here; `npm run check` compares.
 */

/** Something that comes with the site, in the version that does. */
export interface Component {
  name: 'PostgreSQL' | 'Node.js' | 'PDF.js'
  version: string
  /** The day on which its vendor's advisories were last read, 'YYYY-MM-DD'. */
  reviewedOn: string
}

/** A publicly known vulnerability, or several that one version fixes. */
export interface Advisory {
  component: Component['name']
  /** The first version without it; older ones with the same first number have it. */
  fixedIn: string
  /** 'YYYY-MM-DD'. */
  publishedOn: string
  what: string
}

/** Why a component comes with the site although an advisory is about its version. */
export interface Accepted {
  component: Component['name']
  fixedIn: string
  reason: string
  /** The last day without a second look, 'YYYY-MM-DD'. */
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
