import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunkModules } from './scripts/vite-chunk-modules.ts'
import { fundColors } from './scripts/vite-colors.ts'
import { evaluated } from './scripts/vite-evaluated.ts'
import { group } from './scripts/vite-groups.ts'
import { pdfjsData } from './scripts/vite-pdfjs.ts'
import { routeModules } from './scripts/vite-route-modules.ts'
import { serverOnly } from './scripts/vite-server-only.ts'
import { styleNames } from './scripts/vite-style-names.ts'

/**
 * What many pages run. A group is one file: the modules that it names, and all that these import. Everything else is
 * divided by the bundler, by which pages import it. Left to it alone, an investor's documents page asks for 32 scripts;
 * so it asks for 10 ([decision 44](docs/decisions/0044-a-folder-a-capability.md)).
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  // Public pages but home, which has no room for it, and the portal's; before the groups that import it
  group('layout', 'app/shell/styles/layout'),
  group('frame', 'app/(root|site/meta|shell/ui/ledger)', 'rules/(number|url)', 'content/calls-offered'),
  // Public pages, and what new people see in the portal
  group('words', 'content/words', 'app/shell/ui/rosette/page-designs'),
  group(
    'public',
    'app/site/(arrow-label|consultation|page-section|structured-data|entries|signature|tier-table)',
    'content/(testimonials|leaders)',
  ),
  // Forms and lists, public or not
  group(
    'pieces',
    'app/shell/portal/(error-page|catch-up|next-page)',
    'app/shell/actions/(use-action|action-fields)',
    'app/shell/ui/(field|notice|badge|file-size|person-fields)',
    'rules/dates',
  ),
  // Every page of someone who is signed in, in the portal or not
  group('phone-bar', 'app/shell/portal/phone-bar', 'app/shell/layout/user-menu'),
  // An investor's documents
  group(
    'portal',
    'app/shell/portal/portal-layout',
    'app/documents/investor/(documents-page|route)',
    'app/home/investor/investor-home',
  ),
  group('commands', 'app/shell/commands/command-(form|dialog|button)', 'rules/commands/[^/]+'),
  // Lists and reports, an investor's and the office's
  group(
    'lists',
    'app/shell/portal/(list-page|one-page|back-link|list-place|pagination)',
    'app/shell/today-of-fund',
    'app/shell/ui/(day|email-text|letterhead|print-button)',
    'rules/(days|money)',
    'app/notes/standing',
    'app/holders/holders',
    'app/register/register',
    'rules/(shared-refusals|workflows)',
    'app/messages/conversation-messages',
    'app/notes/(election-messages|note-records)',
    'app/people/person-fields',
    'app/delegates/delegates',
  ),
  group(
    'office',
    'app/shell/office/(admin-list|last-list|person-link|table-columns)',
    'app/register/office/(report|register-columns|money|figures)',
  ),
]

const everywhere = /^assets\/(rolldown-runtime|react|frame)-/
const inPortal = /^assets\/(rolldown-runtime|react|frame|pieces|phone-bar|portal)-/

const ending = '.module.css'
const modules = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith(ending))

/**
 * Names of styles that can be read, and are shorter than hashes, as they are in every page: the file's and the class's,
 * with the folder's before them where two files have one name. A class named as its file is says it once.
 */
function styleName(name: string, file: string): string {
  const path = file.replace(/\?.*/, '')
  const module = basename(path, ending)
  const unique = modules.filter(other => basename(other, ending) === module).length === 1
  if (unique && name === module) return name
  return unique ? `${module}-${name}` : `${basename(dirname(path))}-${module}-${name}`
}

export default defineConfig({
  plugins: [
    fundColors(),
    evaluated('/content/calls-offered.ts'),
    serverOnly(),
    reactRouter(),
    pdfjsData(),
    routeModules(),
    styleNames(),
    chunkModules(),
  ],
  css: {
    modules: { generateScopedName: styleName },
    // No style has `light-dark()`, whose stand-in each `color-scheme` would bring to every page (Lightning CSS, LightDark).
    lightningcss: { exclude: 1_048_576 },
  },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    // scripts/build.mjs does that, and leaves the bundled server where it is.
    emptyOutDir: false,
    // What a page has from the start.
    modulePreload: {
      resolveDependencies: (_, files, { hostId }) =>
        files.filter(file => !(hostId.includes('/portal-') ? inPortal : everywhere).test(file)),
    },
  },
  environments: {
    // Options for both builds would lose to React Router's names of entries.
    client: {
      build: {
        // Short hashes: the list of routes, which every visit loads, names all scripts and styles, and nothing compresses
        // hashes. So few characters still tell the releases of a file apart.
        rolldownOptions: {
          // With the names of styles (scripts/vite-style-names.ts), also where that isn't shorter before compression.
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          output: {
            codeSplitting: { groups },
            assetFileNames: 'assets/[name]-[hash:6].[ext]',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
  },
})
