import type { Config } from '../../../server/platform/config.ts'
import { isRoot } from '../../../server/platform/data-folder.ts'
import { type Accepted, type Advisory, accepted, advisories, type Component, components } from './advisories.ts'

/** A weakness that the operator should fix. */
export interface Weakness {
  key: 'clock' | 'database' | 'node' | 'root' | 'mail' | 'proxy' | 'backups'
  /** The problem, in a sentence. */
  what: string
  /** The fix, in a sentence. */
  act: string
  /** Whether the site is publicly reachable, which makes it urgent. */
  isUrgent: boolean
}

/**
 * @param version such as '18.4' or '24.21.0'
 * @returns published advisories about this version, newest first
 */
export function advisoriesOn(
  component: Component['name'],
  version: string,
  known: readonly Advisory[] = advisories,
): Advisory[] {
  const isOlder = ({ fixedIn }: Advisory) =>
    Number.parseInt(version, 10) === Number.parseInt(fixedIn, 10) && compareVersions(version, fixedIn) < 0
  return known
    .filter(advisory => advisory.component === component && isOlder(advisory))
    .toSorted((one, other) => other.publishedOn.localeCompare(one.publishedOn))
}

/** @returns less than 0 if the first is older; ignores suffixes such as in '18.4.0-beta.17' */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => (/^[\d.]+/.exec(version)?.[0] ?? '').split('.').map(Number)
  const [a, b] = [numbers(one), numbers(other)]
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

interface Running {
  /** PostgreSQL's version; the bundled one until it is known. */
  database?: string
  node?: string
  root?: boolean
}

/** @returns weaknesses to fix, most urgent first */
export function weaknesses(
  { databaseUrl, passkeyRule }: Pick<Config, 'databaseUrl' | 'passkeyRule'>,
  { database, node = process.versions.node, root = isRoot() }: Running = {},
): Weakness[] {
  const isUrgent = passkeyRule.address === 'public'
  const [inDatabase] = advisoriesOn('PostgreSQL', database ?? bundledPostgres())
  const [inNode] = advisoriesOn('Node.js', node)
  const act = databaseUrl
    ? 'Install its newest minor release.'
    : 'Use a PostgreSQL server of your own that gets minor releases: set DATABASE_URL (docs/operations.md, “Your own PostgreSQL”).'
  const found: (Weakness | undefined)[] = [
    // Another server's version is unknown before it answers.
    inDatabase && (database || !databaseUrl)
      ? {
          key: 'database',
          what: sentence(databaseUrl ? 'The database' : 'The PostgreSQL that comes with the site', inDatabase),
          act,
          isUrgent,
        }
      : undefined,
    inNode
      ? {
          key: 'node',
          what: sentence(`Node.js ${node}`, inNode),
          act: `Install Node.js ${inNode.fixedIn} or newer.`,
          isUrgent,
        }
      : undefined,
    root
      ? {
          key: 'root',
          what: 'The site runs as root, so a fault in it would be a fault of the whole machine.',
          act: 'Start it as a user of its own, as deploy/promissory.service and the image do.',
          isUrgent,
        }
      : undefined,
  ]
  return found.filter(weakness => weakness !== undefined)
}

function sentence(name: string, { what, fixedIn, publishedOn }: Advisory): string {
  return `${name} has publicly known vulnerabilities: ${what}, fixed in ${fixedIn} of ${publishedOn}.`
}

const bundledPostgres = () => components.find(({ name }) => name === 'PostgreSQL')?.version ?? ''

/**
 * Compares bundled components with the list of advisories.
 * @param bundled versions
 * @param today 'YYYY-MM-DD'
 * @returns problems to fix before a release, and reviews that are due
 */
export function reviewComponents(
  bundled: Readonly<Record<Component['name'], string>>,
  today: string,
  known: { advisories: readonly Advisory[]; accepted: readonly Accepted[] } = { advisories, accepted },
): { faults: string[]; warnings: string[] } {
  const faults: string[] = []
  const warnings: string[] = []
  for (const [name, version] of Object.entries(bundled) as [Component['name'], string][]) {
    const reviewed = components.find(component => component.name === name)
    if (reviewed?.version !== version) {
      faults.push(
        `${name} ${version} comes with the site and isn’t in app/system/server/advisories.ts. Read its advisories, then enter it.`,
      )
    }
    for (const { fixedIn, what } of advisoriesOn(name, version, known.advisories)) {
      const reason = known.accepted.find(each => each.component === name && each.fixedIn === fixedIn)
      if (!reason)
        faults.push(`${name} ${version} has ${what}, fixed in ${fixedIn}. Upgrade it, or enter why it is accepted.`)
      else if (reason.until < today) {
        warnings.push(
          `${name} ${version} is accepted until ${reason.until}, although ${fixedIn} fixes ${what}. Look for a newer package.`,
        )
      }
    }
  }
  return { faults, warnings }
}
