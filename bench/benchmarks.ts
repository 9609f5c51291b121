import { abuse } from './abuse.ts'
import { bulkDelivery } from './bulk.ts'
import { codeRequests } from './code-requests.ts'
import { documentsList } from './documents-list.ts'
import { exchanges } from './exchanges.ts'
import { find } from './find.ts'
import type { Bench, BenchOptions } from './harness.ts'
import { largeFund } from './large-fund.ts'
import { lighthousePages } from './lighthouse.ts'
import { livePages } from './live-pages.ts'
import type { Outcome } from './outcome.ts'
import { pieces } from './pieces.ts'
import { portalAccessibility } from './portal-accessibility.ts'
import { portalLists } from './portal-lists.ts'
import { prerenderedPage } from './prerendered-page.ts'
import { processes } from './processes.ts'
import { register } from './register.ts'
import { start } from './start.ts'
import { strangers } from './strangers.ts'
import { tasksOfPeople } from './tasks.ts'
import { transfer } from './transfer.ts'
import { typing } from './typing.ts'
import { vault } from './vault.ts'

export interface Benchmark<Result> {
  /** One line for the command's help. */
  summary: string
  measure: (bench: Bench, options: BenchOptions) => Promise<Result>
}

/** Loads on one site, in this order; a run without names runs all of them, and measures that site's memory. */
export const loads: Record<string, Benchmark<Outcome>> = {
  // First: an open page's memory is visible only on a server that no other load has filled.
  'live-pages': { summary: 'how soon a change reaches 10 to 2,000 open pages', measure: livePages },
  page: { summary: 'a prerendered page, next to a bare Node server and nginx', measure: prerenderedPage },
  'documents-list': {
    summary: '50 of 1,000 documents as data and as a page, next to the bare statement and a Directus',
    measure: documentsList,
  },
  exchanges: { summary: 'how often a read of the portal waits for the database', measure: exchanges },
  transfer: { summary: 'files of 40 MB out and in, next to nginx, and to write and fsync', measure: transfer },
}

/** Measured by a run without names on separate sites, afterward. */
export const others: Record<string, Benchmark<Outcome>> = {
  'large-fund': { summary: 'lists, searches and histories with 1,000 to 1,000,000 documents', measure: largeFund },
  processes: { summary: 'the list on a site of three processes, next to one', measure: processes },
  start: { summary: 'npm start until a page is answered', measure: start },
}

/** Only measured by name; they print their own tables. */
export const onlyByName: Record<string, Benchmark<void>> = {
  'portal-lists': { summary: 'every list of 10,000 people and 100,000 documents', measure: portalLists },
  find: { summary: 'the search of the office, while one types', measure: find },
  register: { summary: 'a register of 10,000 notes: home, lists, an import, a run of statements', measure: register },
  vault: { summary: 'what encrypting files costs: 40 MB out and in, with and without', measure: vault },
  strangers: { summary: 'an investor’s page while strangers tire the site with what it allows', measure: strangers },
  abuse: { summary: 'how the site answers others while it is attacked', measure: abuse },
  'code-requests': { summary: 'that a request for a code tells nobody who has an account', measure: codeRequests },
  pieces: { summary: 'work whose size a stranger chooses: log lines, PDFs, files of notes', measure: pieces },
  bulk: { summary: 'a bulk delivery of 2,000 pages: until all are matched, and the memory', measure: bulkDelivery },
  typing: { summary: 'how long the search of 2,000 documents keeps the page busy', measure: typing },
  'portal-accessibility': {
    summary: 'the accessibility of every page of the portal, by Lighthouse',
    measure: portalAccessibility,
  },
  lighthouse: { summary: 'the public pages on a phone, by Lighthouse', measure: lighthousePages },
  tasks: { summary: 'what people press, scroll and type for their tasks', measure: tasksOfPeople },
}

/** @returns the command's help */
export function usage(): string {
  const listed = (benchmarks: Record<string, Benchmark<unknown>>) =>
    Object.entries(benchmarks).map(([name, { summary }]) => `  ${name.padEnd(16)} ${summary}`)
  return `Usage: npm run bench -- [NAME …] [OPTIONS]

Without a name, measured in this order (about twelve minutes):
${[...listed(loads), '  memory           the server’s memory, idle and over all loads above', ...listed(others)].join('\n')}

Only by name:
${listed(onlyByName).join('\n')}

Options:
  --write          write the latest figures and plots to docs/performance.md
  --runs NUMBER    turns of each subject (5), visits of each page (7), runs of each task (3)
  --notes NUMBER   of the register (10,000)
  --against FOLDER another checkout, built, that lighthouse or tasks (of commit 7450800) compare with; may be repeated
  --directus FILE  what to compare documents-list with: JSON of a running Directus with 50 documents of each user, \`url\`,
                   \`user_token\` and \`list\` (the path of the request)
  --path PATH      a page for lighthouse instead of its usual ones; may be repeated`
}
