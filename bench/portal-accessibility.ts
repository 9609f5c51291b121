import { adminPages } from '../app/shell/office/admin-pages.ts'
import { cookieOf, newSessionCookies } from '../tests/e2e/signed-in-person.ts'
import { asOwner } from '../tests/helpers/owner.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { type Bench, type BenchOptions, table } from './harness.ts'
import { openLighthouse } from './lighthouse.ts'

const office = 'admin@larkstone.example'
const investor = 'elena.marsh@example.com'
const investorsPages = [
  '',
  '/notes',
  '/notes/:note',
  '/notes/:note/choice',
  '/messages',
  '/messages/new',
  '/settings',
  '/accreditation',
  '/delegates',
  '/delegates/:grant',
  '/year/2026',
].map(path => `/profile${path}`)
const accountant = 'carla.nguyen@example.com'
const accountantsPages = ['/profile/shared', '/profile/shared/:holder', '/profile/year/2026']

/** Queries for the ids in addresses, in the sample fund. */
const ids: Record<string, string> = {
  messages: 'select id from conversations order by created_at limit 1',
  holders: 'select id from holders order by created_at limit 1',
  accreditation: 'select id from accreditations order by started_at limit 1',
  notes: "select id from notes where state = 'current' order by created_at limit 1",
  statements: 'select id from statement_runs order by created_at limit 1',
  people: "select id from user_profiles where email = 'ruth.lindqvist@example.com'",
  deliveries: 'select id from document_deliveries order by created_at limit 1',
  delegates: 'select id from grants order by invited_at limit 1',
  shared: 'select holder_id as id from grants order by invited_at limit 1',
}

/**
 * Lighthouse's accessibility of each page of the portal, on the sample fund's site, as an investor and as the office;
 * 100 is the goal. Fails for a page with less. `--path` selects pages.
 */
export async function portalAccessibility(_: Bench, { path: onlyPaths }: BenchOptions): Promise<void> {
  await using site = disposable(await startServer({ NODE_ENV: 'production' }, { args: ['--demo'] }))
  await using lighthouse = await openLighthouse()
  const pages = [
    ...(await visitsOf(site, investor, await addressesOf(site, investorsPages))),
    ...(await visitsOf(site, accountant, await addressesOf(site, accountantsPages))),
    ...(await visitsOf(site, office, await addressesOf(site, officePages()))),
  ].filter(({ path }) => onlyPaths.length === 0 || onlyPaths.includes(path))
  const rows: string[][] = []
  for (const { path, cookie } of pages) {
    const { score, failed } = await lighthouse.accessibility(site.url + path, { Cookie: cookie })
    rows.push([path.replace(/[0-9a-f-]{36}/, ':id'), String(Math.round(score * 100)), failed.join(', ')])
  }
  const low = rows.filter(([, score]) => score !== '100')
  if (low.length > 0) process.exitCode = 1
  table(`Lighthouse, accessibility of ${rows.length} pages; below 100: ${low.length}`, [
    ['page', 'score', 'failed'],
    ...rows,
  ])
}

/** The office's pages reachable by a link or row; one of a draft note needs a draft. */
function officePages(): string[] {
  const ofPerson = ['', '/overview', '/messages', '/signing', '/access', '/activity'].map(part => `people/:id${part}`)
  // Batch approval is accessible only to its approver, while requests are pending.
  const isOpen = (path: string) => !path.endsWith('/edit') && path !== 'approvals/together'
  const paths = [...adminPages.map(({ path }) => path).filter(isOpen), ...ofPerson]
  return paths.map(path => `/profile/admin/${path}`)
}

/** @returns the addresses with ids inserted, without those that the sample fund has no data for */
async function addressesOf(site: TestServer, paths: readonly string[]): Promise<string[]> {
  const addresses = await Promise.all(
    paths.map(async path => {
      const [, folder] = path.match(/(\w+)\/:\w+/) ?? []
      if (!folder) return path
      const { rows } = await asOwner(site, path.startsWith('/profile/notes') ? ownNote : (ids[folder] ?? ''))
      return rows[0] ? path.replace(/:\w+/, rows[0].id) : undefined
    }),
  )
  return addresses.filter(address => address !== undefined)
}

/** A note that its holder can read. */
const ownNote = `select n.id from notes n join holder_members m on m.holder_id = n.holder_id join user_profiles p on p.id = m.user_id
  where p.email = '${investor}' and n.state = 'current' order by n.number limit 1`

async function visitsOf(site: TestServer, email: string, paths: readonly string[]) {
  const { rows } = await asOwner(site, 'select id from user_profiles where email = $1', [email])
  const cookie = cookieOf(await newSessionCookies(site, rows[0].id))
  return paths.map(path => ({ path, cookie }))
}

function disposable(server: TestServer): TestServer & AsyncDisposable {
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.dispose() })
}
